"""Tests of «Я босс!», named by the clauses of its rules."""
