"""Golden sets looked after: checked, counted, compared with an earlier version, added to."""
