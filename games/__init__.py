"""Rules engines of the four games: pure Python, no Django, no clock, no randomness."""
