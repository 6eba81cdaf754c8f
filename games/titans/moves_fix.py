"""Corrections by the referee (§ 3.8)."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from games.engine import ops
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK, SUPPLY
from games.engine.move import Int, Name
from games.engine.table import Step
from games.titans.cards import COLOURS
from games.titans.invariants import cards_on_table, faults, need_no_worse, strangers
from games.titans.staff import as_colour, need_agency
from games.titans.state import MARKET, RESERVE, TitansTable, bank_size
from games.titans.turn import retest


class StaffFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Employees added to an agency (n > 0) or taken from it, against the market or the reserve."""

    agency: Name
    colour: Name
    n: Int
    with_: Literal["market", "reserve"] = msgspec.field(default="market", name="with")


class Adjust(ops.Adjust, kw_only=True):
    """A correction with its reason: any field of the state, or of one side its money, score and staff (§ 3.8).

    Money comes from the bank and points from the supply, unless the counterpart names another field or side;
    `counterpart: false` lets money appear or vanish.
    """

    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    side: Name = ""
    money: Int = 0
    score: Int = 0
    staff: list[StaffFix] = []
    counterpart: Name | bool = ""  # type: ignore[assignment]

    def apply(self, t: TitansTable, actor: str) -> None:
        if self.field:
            if isinstance(self.counterpart, bool):
                other = BANK if self.counterpart else ""
                msgspec.structs.replace(self, counterpart=other)._set_field(t, actor)
            else:
                self._set_field(t, actor)
        elif not self.side:
            t.stop("E_MISSING", "side", value="side")
        if self.side:
            self._side(t, self.side)

    def _set_field(self, t: TitansTable, actor: str) -> None:
        for path in (self.field, str(self.counterpart)):
            _open_cell(t, path)
        super().apply(t, actor)

    def _side(self, t: TitansTable, side: str) -> None:
        if side not in t.state.money:
            t.stop("E_UNKNOWN", "side", value=side[:60])
        if self.money:
            usual = SUPPLY if self.counterpart is False else BANK
            _move(t, self._other(t, "money", usual), side, "money", self.money)
        if self.score:
            _move(t, self._other(t, "points", SUPPLY), side, "points", self.score)
        for row in self.staff:
            need_agency(t, side, row.agency, "staff")
            colour = as_colour(t, row.colour, "staff")
            _move(t, MARKET if row.with_ == "market" else RESERVE, f"{side}/{row.agency}", colour, row.n)

    def _other(self, t: TitansTable, what: str, usual: str) -> str:
        """Return who gives or takes what a side is corrected by: the counterpart, by its field or as a side."""
        named = self.counterpart
        if not named or isinstance(named, bool):
            return usual
        if named in t.state.money:
            return named
        account, its = t.game.account_of(named)
        if account != BANK and account not in t.state.money:
            t.stop("E_UNKNOWN", "counterpart", value=named[:60])
        return account if its == what else usual

    def play(self, t: TitansTable, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        before, money, unknown, lay = faults(t), _all_money(t), strangers(t), cards_on_table(t)
        self.change(t, actor)
        _close_cells(t)
        for cubes in (t.state.market, t.state.reserve):
            cubes |= {colour: 0 for colour in COLOURS if colour not in cubes}
        for stranger in sorted(strangers(t) - unknown):
            t.stop("E_UNKNOWN", "value", value=stranger[:60])
        _see_cards(t, lay)
        if self.counterpart is not False:
            self._settle(t, money)
        need_no_worse(t, before)
        retest(t)

    def _settle(self, t: TitansTable, money: int | None) -> None:
        """Refuse money from nowhere (common.md); where a whole position is typed in, the bank gives or takes it."""
        now = _all_money(t)
        if money is None or now is None or now == money:
            return
        by_bank = bool(self.values) and BANK not in self.values
        t.need(by_bank, "E_CONSERVATION", "counterpart")
        if by_bank:
            t.state.bank = (t.state.bank or 0) + money - now

    def told(self, t: TitansTable, step: Step) -> Words:
        if self.field or self.values:
            return super().told(t, step)
        changes: list[Words | str] = [
            *([Words(_("money %(n)s"), {"n": _with_sign(self.money)})] if self.money else []),
            *([Words(_("points %(n)s"), {"n": _with_sign(self.score)})] if self.score else []),
            *([Words(_("employees in %(n)s places"), {"n": len(self.staff)})] if self.staff else []),
        ]
        figures = {"name": t.name(self.side), "changes": changes, "reason": self.reason}
        return Words(_("Correction, %(name)s: %(changes)s. %(reason)s"), figures)


def _see_cards(t: TitansTable, lay: dict[str, list[str]]) -> None:
    """Take what now lies on the table from the cards that may still turn up, and what was never there back to them."""
    for deck, ids in cards_on_table(t).items():
        seen = [id for id in t.state.seen[deck] if id in ids or id not in lay[deck]]
        t.state.seen[deck] = [*seen, *(id for id in ids if id not in seen)]


def _open_cell(t: TitansTable, path: str) -> None:
    """Let an own agency that holds nobody of a colour say so, since only what is there can be added to."""
    head, *rest = path.split(".")
    if head == "staff" and len(rest) == 3:
        side, agency, colour = rest
        if agency in t.state.staff.get(side, ()) and colour in COLOURS:
            t.state.staff[side][agency].setdefault(colour, 0)


def _close_cells(t: TitansTable) -> None:
    """Forget the colours that an agency holds nobody of, as moves do."""
    for agencies in t.state.staff.values():
        for agency, held in agencies.items():
            agencies[agency] = {colour: n for colour, n in held.items() if n}


def _with_sign(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _move(t: TitansTable, source: str, to: str, what: str, n: int) -> None:
    """Move things one way or, if negative, the other."""
    if n < 0:
        source, to = to, source
    t.transfer(source, to, what, abs(n), "adjust")


def _all_money(t: TitansTable) -> int | None:
    """Return all the money there is, or None where the bank has no limit."""
    s = t.state
    return None if s.bank is None else s.bank + sum(s.money.values())


class FixOption(ops.FixOption):
    """An option was set wrong: corrected from here on; whether the game is over is tested anew (common.md).

    A bank gets or loses its limit: of all the money in the box it has what the sides have not (A-09).
    """

    def play(self, t: TitansTable, actor: str) -> None:
        super().play(t, actor)
        s = t.state
        total = bank_size(t.kit, t.options)
        if (total is None) != (s.bank is None):
            s.bank = None if total is None else total - sum(s.money.values())
            t.need(s.bank is None or s.bank >= 0, "E_NEGATIVE", "value", what="bank")
        retest(t)
