"""How a candidate run comes to be."""
