"""Metrics of generated text, which is held against references."""
