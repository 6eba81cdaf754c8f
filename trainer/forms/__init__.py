"""Forms: generated from offers for moves, hand-written for the rest."""
