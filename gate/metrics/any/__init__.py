"""Metrics of any kind of sample."""
