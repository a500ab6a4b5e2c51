"""Python of others inside the gate: files that a config names, and what installed distributions offer.

It runs in the gate's own process, because its formulas are evaluated on every resample. Nothing is loaded,
and no installed distribution is looked at, before a name is asked for that is none of the gate's.
"""
