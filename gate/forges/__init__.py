"""GitHub and GitLab: which job this is, the pull request it is about, and telling it what came out.

Only this package speaks to a forge. What it learns or is refused there never changes a verdict.
"""
