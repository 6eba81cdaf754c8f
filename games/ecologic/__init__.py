"""«Экологика»: profits against enviros, auctions, events that act in any phase."""
