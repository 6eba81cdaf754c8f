"""«Рынок»: two rings, shares, land, enterprises, debts."""
