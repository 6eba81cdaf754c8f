"""One line of bids, as people note them: «А10 Б11 Г- А12 Б-» (§ 3.3, third way)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.ecologic.auction import check_opening, leave_auction, open_auction, raise_bid
from games.ecologic.state import EcoTable
from games.ecologic.typed import LotAsked
from games.engine.refusal import Refusal
from games.engine.table import Team

_SAID = re.compile(r"[0-9]{1,10}|[-–—−пp]", re.IGNORECASE)


class Token(NamedTuple):
    """One bid or pass of the line: who, how much (None: pass), and where it stands."""

    text: str
    position: int
    player: str
    amount: int | None


@lru_cache(maxsize=100)
def letters(teams: tuple[Team, ...]) -> dict[str, str]:
    """Return what may stand for a team in a line, in capitals: its letter, its id, the first letter of its name.

    The longest stand first, since the first that fits is meant.
    """
    firsts = [team.name[:1].upper() for team in teams]
    found = {letter: team.id for team, letter in zip(teams, firsts, strict=True) if firsts.count(letter) == 1}
    found |= {team.id.upper(): team.id for team in teams}
    found |= {team.letter.upper(): team.id for team in teams if team.letter}
    found.pop("", None)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


def tokens(t: EcoTable, text: str) -> list[Token]:
    """Return the tokens of a line. Refuses the first that cannot be read (E_LINE), an empty line too."""
    known = letters(t.teams)
    found: list[Token] = []
    for position, word in enumerate(text.split(), 1):
        for letter, player in known.items():
            said = word[len(letter) :]
            if word[: len(letter)].upper() == letter and _SAID.fullmatch(said):
                found.append(Token(word, position, player, int(said) if said.isdigit() else None))
                break
        else:
            raise Refusal("E_LINE", "text", token=word[:60], position=position)
    if not found:
        raise Refusal("E_LINE", "text", token="", position=1)
    return found


def play_line(t: EcoTable, actor: str, lot: LotAsked, text: str) -> None:
    """Play a line of bids: the first is the opener's, its end means that all others pass.

    A refused token is refused as that bid would be, with the token and its position among the figures.
    """
    opening = check_opening(t, actor, lot)
    first, *others = tokens(t, text)
    if first.player != actor or first.amount is None:
        raise Refusal("E_LINE_FIRST", "text", name=t.name(actor), token=first.text[:60], position=1)
    token = first
    try:
        open_auction(t, actor, opening, first.amount)
        for token in others:
            if token.amount is None:
                leave_auction(t, token.player)
            else:
                raise_bid(t, token.player, token.amount)
    except Refusal as refusal:
        figures = {**refusal.figures, "token": token.text[:60], "position": token.position}
        raise Refusal(refusal.code, "text", **figures) from None
    while t.state.auction is not None:
        leave_auction(t, t.state.auction.next or _silent(t))


def _silent(t: EcoTable) -> str:
    """Return who has said nothing yet in an auction without a fixed order."""
    auction = t.state.auction
    assert auction is not None
    return next(one for one in t.seats(auction.high)[1:] if one not in auction.passed)
