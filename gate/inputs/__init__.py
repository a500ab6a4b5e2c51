"""What a check reads: a config, a golden set, a run, the baseline, and what the base of the change has."""
