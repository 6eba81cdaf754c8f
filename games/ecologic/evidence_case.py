"""The case of a debrief: the record of a replay, the table at its end, and the sums that several questions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from games.ecologic.evidence_facts import Cycle, Sale
from games.ecologic.evidence_holdings import Card, Chip, Token
from games.ecologic.evidence_record import Record
from games.ecologic.score import base_points, score
from games.ecologic.state import EcoTable, Lot
from games.ecologic.words import TYPES, card_name, event_name, tor_name
from games.engine.evidence import Amount, Column, Label, Series
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: with more cycles than this an axis has only their numbers
MOST_NAMED = 8


class Effect(NamedTuple):
    """What a thing did to the result, all else equal: points; whether there would have been a collapse without it."""

    points: int
    collapse: bool


class Case:
    """Everything the pieces of evidence read. It changes nothing, so findings can be asked for twice."""

    def __init__(self, record: Record, t: EcoTable) -> None:
        self.record = record
        self.t = t
        self.teams = [team.id for team in t.teams]
        self.cycles: list[Cycle] = record.all_cycles(t)
        self.scores = {team: score(t, team) for team in self.teams}
        self.chips = record.own.chips
        self.cards = record.own.cards
        self.sales = record.sales
        self.tokens = [msgspec.structs.replace(one, others=dict(one.others)) for one in record.own.tokens]
        self._save_by_exchange()

    def _save_by_exchange(self) -> None:
        """Count for Биржа what its owner's openings saved: normal starting price less price paid, never below 0."""
        for sale in self.sales:
            token = self.token_of(sale.opener, "exchange") if sale.halved else None
            saved = max(0, sale.normal - sale.paid)
            if token is None or not saved:
                continue
            if sale.buyer == token.owner:
                token.profits += saved
            else:
                token.others[sale.buyer] = token.others.get(sale.buyer, 0) + saved

    def token_of(self, owner: str, kind: str) -> Token | None:
        """Return the ТОР of this kind that a team has."""
        return next((one for one in self.tokens if one.owner == owner and one.kind == kind), None)

    # ---- all else equal ---------------------------------------------------------------------------

    def without(self, team: str, profits: int, enviros: int, points: int = 0) -> Effect:
        """Return dИО: the result less what it were with `profits` more, `enviros` and `points` fewer (rules § 8)."""
        own, given = self.t.state.players[team], self.scores[team]
        left = own.enviros - enviros
        minus = left < 0 or (own.minus and left == 0)
        base = base_points(self.t.kit, self.t.options, max(0, own.profits + profits), max(0, left), minus)
        return Effect(given.base - base + points, left < 0)

    def of_card(self, card: Card) -> Effect:
        """Return dИО of an eco-initiative: without its price, upkeep, enviros and point."""
        return self.without(card.owner, card.spent, card.given, 0 if card.off else 1)

    def of_token(self, token: Token) -> Effect:
        """Return dИО of a ТОР: without its price, what it gave or spared its owner, and its two points."""
        return self.without(token.owner, (token.price or 0) - token.profits, token.enviros, 2)

    def of_chip(self, chip: Chip) -> Effect:
        """Return dИО of a chip: without its price, its income, the enviros it took and its point."""
        return self.without(chip.owner, (chip.cost or 0) - chip.brought, -chip.taken, 0 if chip.off else 1)

    def of_sale(self, sale: Sale) -> Effect | None:
        """Return dИО of what was bought, or None where it never reached the table."""
        match sale.thing:
            case Card():
                return self.of_card(sale.thing)
            case Token():
                token = next((one for one in self.tokens if one.tor == sale.lot.tor), None)
                return self.of_token(token) if token is not None else None
            case Chip():
                return self.of_chip(sale.thing)
        return None

    # ---- sums -------------------------------------------------------------------------------------

    def flow(self, team: str, what: str, *whys: str) -> int:
        """Return what a team got (or gave: below 0) of something for these reasons."""
        return sum(self.record.flows.get((team, what, why), 0) for why in whys)

    def spent(self, team: str) -> dict[str, int]:
        """Return what a team spent: on chips in new sectors and on own productions, ТОР, cards, upkeep."""
        chips = [chip for chip in self.chips if chip.owner == team and chip.bought]
        return {
            "new": sum(chip.cost or 0 for chip in chips if not chip.grows),
            "grow": sum(chip.cost or 0 for chip in chips if chip.grows),
            "tor": sum(sale.paid for sale in self.sales if sale.buyer == team and sale.lot.kind == "tor"),
            "cards": sum(sale.paid for sale in self.sales if sale.buyer == team and sale.lot.kind == "eco"),
            "upkeep": -self.flow(team, "profits", "upkeep"),
        }

    def struck(self, team: str, what: str) -> int:
        """Return the sum of all event effects on a team."""
        return sum(hit.get(what, 0) for (_round, _event, who), hit in self.record.struck.items() if who == team)

    def spared(self, team: str, what: str) -> int:
        """Return what Академия spared a team of all events."""
        return sum(one.amount for one, _event in self.record.spared if one.team == team and one.what == what)

    def k(self, cycle: Cycle, team: str) -> float | None:
        """Return the balance К at the end of a cycle: 0 for a zero or «минус», None where both are nothing."""
        profits, enviros = cycle.profits[team], cycle.enviros[team]
        if profits <= 0 and enviros <= 0 and not cycle.minus[team]:
            return None
        return float(cycle.scores[team].balance)

    def round_of(self, n: int) -> int:
        """Return the cycle in which an entry was played."""
        return next((cycle.round for cycle in self.cycles if n <= cycle.n), 0)

    def free_sectors(self) -> list[str]:
        """Return the sectors where something can be produced and nothing lies at the end."""
        state = self.t.state
        taken = {*state.board, *state.tors.values()}
        return [name for name, sector in self.t.kit.sectors.items() if sector.resources and name not in taken]

    # ---- names ------------------------------------------------------------------------------------

    def name(self, team: str) -> str:
        """Return the name of a team."""
        return self.t.name(team)

    def lot(self, lot: Lot) -> Label:
        """Return the name of a lot as a chart says it."""
        if lot.kind == "tor":
            return tor_name(self.t, lot.tor)
        return card_name(self.t, lot.card) if lot.kind == "eco" else TYPES.get(lot.type, lot.type)

    def quoted(self, lot: Lot) -> Label:
        """Return the name of a lot as a sentence says it."""
        if lot.kind == "chip":
            return TYPES.get(lot.type, lot.type)
        return Words(_("“%(name)s”"), {"name": self.lot(lot)})

    def sector(self, sector: str) -> str:
        """Return the name of a sector."""
        found = self.t.kit.sectors.get(sector)
        return (found.name if found else "") or sector

    def chip(self, chip: Chip) -> Words:
        """Return a chip by its sector and level: «Болота, уровень 2»."""
        figures = {"sector": self.sector(chip.sector), "level": chip.level}
        return Words(_("%(sector)s, level %(level)s"), figures)

    def event(self, event: str) -> str:
        """Return the name of an event."""
        return event_name(self.t, event)

    def points(self, start: bool = False) -> list[Label]:
        """Return the labels of all cycles as an axis has them: with their events, or where there are many without."""
        labels: list[Label] = [Words(_("at the start"))] if start else []
        many = len(self.cycles) > MOST_NAMED
        for cycle in self.cycles:
            head = Words(_("cycle %(n)s"), {"n": cycle.round})
            if not cycle.whole:
                labels.append(two_lines(head, Words(_("not played to its end"))))
            elif many:
                labels.append(str(cycle.round))
            elif cycle.event:
                labels.append(two_lines(head, Words(_("“%(name)s”"), {"name": self.event(cycle.event)})))
            else:
                labels.append(head)
        return labels

    def series(self, value: Callable[[Cycle, str], Amount], start: bool = False) -> list[Series]:
        """Return a line for each team with a value for each cycle."""
        cycles = [self.record.start, *self.cycles] if start else self.cycles
        return [Series(self.name(team), [value(cycle, team) for cycle in cycles], team) for team in self.teams]

    def each(self, value: Callable[[str], Label | Amount]) -> list[Words]:
        """Return a value for each team: «Альфа 12», «Бета 3»."""
        return [pair(self.name(team), value(team)) for team in self.teams]


# ---- words that many pieces use -------------------------------------------------------------------


def pair(name: Label, value: Label | Amount) -> Words:
    """Return a name and its value."""
    return Words(_("%(name)s %(value)s"), {"name": name, "value": value})


def two_lines(head: Label, tail: Label) -> Words:
    """Return a label of two lines: the second is secondary."""
    return Words(_("%(head)s\n%(tail)s"), {"head": head, "tail": tail})


def profits(n: int) -> Words:
    """Return «3 профита»."""
    return ngettext("%(n)s profit", "%(n)s profits", n)


def enviros(n: int) -> Words:
    """Return «3 энвайра»."""
    return ngettext("%(n)s enviro", "%(n)s enviros", n)


def score_points(n: int) -> Words:
    """Return «3 очка»."""
    return ngettext("%(n)s point of the score", "%(n)s points of the score", n)


def ranges(numbers: list[int]) -> str:
    """Return whole numbers in ascending order, runs joined: 2, 6–14."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def signed(n: int) -> str:
    """Return a number with its sign."""
    return f"+{n}" if n > 0 else f"\N{MINUS SIGN}{-n}" if n < 0 else "0"


def figures(label: str, places: int = 0) -> Column:
    """Return a column of numbers."""
    return Column(Words(label), "number", places)


CYCLE = Column(Words(_("cycle")), "number")
TEAM = Column(Words(_("team")), "team")
MOVE = Column(Words(_("move")), "moment")
EFFECT_LABEL = _("effect on the score")
AXIS = Words(_("cycle"))
ALL_ELSE = Words(
    _("Effect on the score: all else equal, later decisions and collapses that did not come are not played anew")
)


def ratio(amount: float, base: float) -> float | None:
    """Return a quotient, or None where there is nothing to divide by."""
    return amount / base if base else None
