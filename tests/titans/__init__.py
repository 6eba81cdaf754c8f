"""Tests of «Титаны рекламы»: by clause of the rules, through the public doors."""
