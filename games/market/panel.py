"""What the panel of «Рынок» draws: the board, the move with its payments, and the deal sheet."""

from __future__ import annotations

import msgspec

from games.engine.ledger import Posting
from games.market.panel_acts import OWN
from games.market.panel_board import Board, board_of
from games.market.panel_move import Ahead, Give, Moved, ahead, gives, goods, moved
from games.market.panel_sheet import Sheet, sheet
from games.market.state import MarketTable


class Panel(msgspec.Struct, frozen=True):
    """The whole panel. `gives` and `goods` are what the table hands over now, by the last entry or by the roll."""

    board: Board
    move: Moved | None
    ahead: list[Ahead]
    gives: list[Give]
    goods: list[Give]
    #: the entry they belong to is the roll of this turn (else the newest one)
    by_roll: bool
    sheet: Sheet
    #: moves that the core leaves to the panel
    own: tuple[str, ...]


def panel(t: MarketTable) -> Panel:
    """Return the panel of a table as it stands."""
    found = sheet(t)
    now = moved(t)
    by_roll, postings = _latest(t)
    own = (*OWN, found.draw.move) if found.draw else OWN
    coming = ahead(t, found.dice.team) if found.dice and found.dice.main else []
    return Panel(board_of(t), now, coming, gives(t, postings), goods(t, postings), by_roll, found, own)


def _latest(t: MarketTable) -> tuple[bool, list[Posting]]:
    """Return whose payments the table makes now: those of the last entry, or the roll's until the next one pays."""
    state = t.state
    if state.last or state.way is None:
        return state.way is not None and state.last == state.way.paid, state.last
    return True, state.way.paid
