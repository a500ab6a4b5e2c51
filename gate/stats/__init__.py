"""Uncertainty: resamples, intervals, the family test, power. Knows no query, label or metric."""
