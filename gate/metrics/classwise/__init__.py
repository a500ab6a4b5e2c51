"""Metrics of samples with several classes, where an item has one class or several labels."""

from gate.metrics.parameter import Parameter

CLASS = {"class": Parameter("The class that is judged against all others.", is_text=True)}
"""The parameter of a metric of one class, ``f1(class=cat)``."""
