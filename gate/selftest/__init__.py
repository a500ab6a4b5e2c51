"""What the gate itself is worth on a config's own data: false alarms and planted regressions, counted."""

from gate.selftest.study import simulate

__all__ = ["simulate"]
