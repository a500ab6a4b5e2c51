"""Golden set and run lined up as arrays: one kind of sample a file."""
