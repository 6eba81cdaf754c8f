"""«Я босс!»: deals, agreements and influence cards."""
