"""Levels and gains of one and of two runs, with their intervals, and what each item did to them."""
