"""From verdicts to a Report: facts gathered and put into sentences, nothing decided."""
