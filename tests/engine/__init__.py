"""The engine core, shown by the smallest complete game."""
