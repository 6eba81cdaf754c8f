"""The rules of «Экологика», by clause."""
