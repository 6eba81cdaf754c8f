"""What holds for every game: contract of texts, clause ledgers, recorded games, a machine that plays at random."""
