"""Postings: everything that changes hands, from one account to another, with the reason."""

from __future__ import annotations

import msgspec

BANK = "bank"
SUPPLY = "supply"


class Posting(msgspec.Struct, frozen=True, gc=False, rename={"from_": "from"}):
    """`amount` (> 0) of `what` (money, points, chips …) goes `from_` one account `to` another, because of `why`.

    Accounts are team ids, the bank, the supply, a place on the board. `ref` names the thing meant: a sector, a card.
    """

    from_: str
    to: str
    what: str
    amount: int
    why: str
    ref: str = ""
