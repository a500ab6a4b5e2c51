"""Metrics of classifiers that give each item any number of labels."""
