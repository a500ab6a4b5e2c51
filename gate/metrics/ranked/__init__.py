"""Metrics of ranked lists: `RankedSample` in, one value a query out."""
