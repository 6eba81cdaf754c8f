"""What every game shares: moves, refusals, ledger, log, kits, evidence and bots."""
