"""Metrics of lists that were recommended: what they show of a catalogue."""
