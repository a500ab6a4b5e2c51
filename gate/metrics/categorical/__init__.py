"""Metrics of classifiers with several classes, of which each item has exactly one."""
