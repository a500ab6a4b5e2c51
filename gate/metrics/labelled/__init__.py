"""Metrics of binary classifiers: decisions at a threshold, and the whole score order."""
