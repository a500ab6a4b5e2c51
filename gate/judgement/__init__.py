"""How verdicts come about: comparisons and rules → one line a check, and what it was judged from."""
