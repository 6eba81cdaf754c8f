"""First sums and prices: how far they are apart, and what counts as dear, as a wide way, as a meagre rest."""

from __future__ import annotations

from games.boss.record import Negotiation, Sale
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: A price above this many fair shares, a sum that moved by this part, a boss left with no more than this part.
DEAR, SHIFT, MEAGRE = 1.5, 0.4, 0.25


def first_sum(deal: Negotiation, sale: Sale) -> tuple[int, str] | None:
    """Return the first sum spoken about what was sold, and by whom."""
    for talk in deal.talks:
        if talk.seller == sale.seller and talk.colours == sale.colours:
            return talk.amount, talk.by
    return None


def shift(first: int, price: float) -> float:
    """Return how far a price moved from the first sum, as a part of it."""
    return (price - first) / first if first else 0.0


def money(amount: float) -> Words:
    """Return a sum that may be no whole number of $M."""
    return Words(_("%(amount)sM"), {"amount": int(amount) if amount == int(amount) else float(amount)})
