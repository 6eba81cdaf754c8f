"""News, crises and consequences (T-030 to T-054)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import REFEREE, Move, Name
from games.engine.table import Step
from games.titans.cards import AnyColour, LoseStaff, Manual
from games.titans.effects import begin
from games.titans.state import Crisis, TitansTable
from games.titans.turn import need_all, need_number, need_phase, phase_of, settled, to_consequence
from games.titans.typed import NewConsequence, NewNews, lay_open, take_card
from games.titans.words import COLOUR_WORDS


def need_first(t: TitansTable, actor: str) -> None:
    """Refuse anybody but the first player; the referee may key it for him (T-031, T-047)."""
    if actor not in (t.state.first, REFEREE):
        t.need(False, "E_NOT_YOUR_STEP", name=t.name(actor), queue=[t.name(t.state.first)])


class DrawNews(Move):
    """The first player draws the top news (T-030 to T-037, A-19)."""

    label: ClassVar[str] = _("Draw the news")
    reveals: ClassVar[bool] = True

    card: Name | NewNews

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        if s.turn == 1:
            t.need(False, "E_NEWS_FIRST_TURN")
        need_phase(t, "news")
        need_first(t, actor)
        id = take_card(t, "news", self.card, "card")
        news = t.card("news", id)
        lay_open(t, "news", id)
        s.news = id
        if news.kind == "crisis":
            demand = news.require
            if demand is None:
                t.stop("E_MISSING", "card", value=Words(_("what the crisis asks for")))
            n = demand.amount(len(s.money))
            s.crisis = Crisis(id, n, demand.resource, demand.mode, demand.colour)
            s.phase = "pledges"
        elif news.kind == "neutral":
            s.phase = "choose"
        else:
            s.phase = "news_staff"
            ops = news.ops or [Manual(text=news.text or news.title)]
            begin(t, ops, "", "news", id)
            settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        news = t.card("news", t.state.news)
        title = t.quoted("news", t.state.news)
        crisis = t.state.crisis
        if crisis is None:
            kinds = {"neutral": _("News: “%(card)s”, nothing happens"), "positive": _("News: “%(card)s”")}
            return Words(kinds.get(news.kind, kinds["positive"]), {"card": title})
        return Words(_("News: crisis “%(card)s”, %(demand)s"), {"card": title, "demand": demand_words(crisis)})


def crisis_of(t: TitansTable) -> Crisis:
    """Return the crisis of this turn; without one no ruling can make anything of a pledge or a consequence."""
    if t.state.crisis is None:
        t.stop("E_PHASE", phase=phase_of(t))
    return t.state.crisis


def demand_words(crisis: Crisis) -> Words:
    """Return what a crisis asks for, in words."""
    if crisis.resource == "money":
        text = _("%(n)s money in total") if crisis.mode == "sum" else _("at least %(n)s money from each")
        return Words(text, {"n": crisis.n})
    text = _("employees in total: %(n)s (%(colour)s)") if crisis.mode == "sum" else (
        _("employees from each: at least %(n)s (%(colour)s)")
    )  # fmt: skip
    return Words(text, {"n": crisis.n, "colour": COLOUR_WORDS[crisis.colour]})


class RecordPromises(Move):
    """What was said aloud before the pledges: material for the debrief, it binds nobody (T-038)."""

    label: ClassVar[str] = _("Note the promises")

    promises: dict[Name, Any] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "pledges")
        crisis = crisis_of(t)
        for side, promise in self.promises.items():
            if side not in t.state.money:
                t.stop("E_UNKNOWN", "promises", value=side[:60])
            crisis.promises[side] = need_number(t, promise, 0, 10**9, "promises")

    def told(self, t: TitansTable, step: Step) -> Words:
        return Words(_("Promised aloud: %(list)s"), {"list": _by_side(t, self.promises)})


def _by_side(t: TitansTable, values: dict[str, Any]) -> list[Words | str]:
    pairs = [(side, values[side]) for side in t.order if side in values]
    return [Words("%(name)s %(n)s", {"name": t.name(side), "n": n}) for side, n in pairs]


class RevealPledges(Move):
    """All pledges are shown and given at once; the highest alone leads the crisis (T-039 to T-046, A-13 to A-17)."""

    label: ClassVar[str] = _("Reveal the pledges")
    reveals: ClassVar[bool] = True

    pledges: dict[Name, Any] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "pledges")
        crisis = crisis_of(t)
        order = t.order
        need_all(t, self.pledges, order, "pledges")
        given = {side: _pledge(t, crisis, side, self.pledges.get(side, 0)) for side in order}
        for side, n in given.items():
            given[side] = _means(t, crisis, side, n)
        crisis.pledges = given
        crisis.total = sum(given.values())
        least = min(given.values())
        crisis.met = (crisis.total if crisis.mode == "sum" else least) >= crisis.n
        best = max(given.values())
        leaders = [side for side, n in given.items() if n == best]
        crisis.leader = leaders[0] if len(leaders) == 1 else ""
        if crisis.resource == "money":
            for side, n in given.items():
                t.transfer(side, BANK, "money", n, "pledge", crisis.card)
            to_consequence(t)
            return
        s.phase = "news_staff"
        colour: AnyColour = crisis.colour
        for side in reversed(order):
            begin(t, [LoseStaff(n=given[side], colour=colour)], side, "pledge", crisis.card)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        crisis = crisis_of(t)
        total = crisis.total if crisis.mode == "sum" else min(crisis.pledges.values())
        figures = {
            "list": _by_side(t, crisis.pledges),
            "total": total,
            "need": crisis.n,
            "leader": t.name(crisis.leader) if crisis.leader else Words(_("nobody")),
        }
        return Words(_("Pledges: %(list)s; %(total)s of %(need)s, leader: %(leader)s"), figures)


def _pledge(t: TitansTable, crisis: Crisis, side: str, pledge: object) -> int:
    """Return a pledge as a whole number from 0, or refuse it (T-041)."""
    if type(pledge) is not int or pledge < 0:
        t.stop("E_BAD_NUMBER", "pledges", least=0, most=_has(t, crisis, side))
    return pledge


def _has(t: TitansTable, crisis: Crisis, side: str) -> int:
    """Return how much of what the crisis asks for a side has."""
    return max(t.state.money[side], 0) if crisis.resource == "money" else t.owned(side, crisis.colour)


def _means(t: TitansTable, crisis: Crisis, side: str, n: int) -> int:
    """Return what a pledge gives: it is refused, or cut down, where the side has less (A-14)."""
    have = _has(t, crisis, side)
    if n <= have:
        return n
    if t.options.pledge_over == "cap":
        t.notice("N_PLEDGE_CUT", name=t.name(side), have=have, n=n)
        return have
    if crisis.resource == "staff":
        t.stop(
            "E_NOT_ENOUGH_STAFF", "pledges", missing=[Words("%(name)s %(n)s", {"name": t.name(side), "n": n - have})]
        )
    t.need(False, "E_NO_MONEY", "pledges", name=t.name(side), have=have, need=n)
    return n


class DrawConsequence(Move):
    """The first player draws the top consequence; then there is time for a totem (T-047, T-048, A-20, A-22)."""

    label: ClassVar[str] = _("Draw the consequence")
    reveals: ClassVar[bool] = True

    card: Name | NewConsequence

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "consequence")
        need_first(t, actor)
        crisis = crisis_of(t)
        if s.decks["consequence"] == 0:
            s.decks["consequence"] = len(s.seen["consequence"])
            s.seen["consequence"] = []
            t.notice("N_RESHUFFLED", n=s.decks["consequence"])
        id = take_card(t, "consequence", self.card, "card")
        lay_open(t, "consequence", id)
        crisis.consequence = id
        s.phase = "consequence_apply"

    def told(self, t: TitansTable, step: Step) -> Words:
        crisis = crisis_of(t)
        card = t.card("consequence", crisis.consequence)
        figures = {
            "card": t.quoted("consequence", crisis.consequence),
            "text": (card.text_success if crisis.met else card.text_fail) or card.text,
        }
        if figures["text"] and not card.name:
            return Words(_("Consequence: %(text)s"), figures)
        if not figures["text"]:
            text = (
                _("Consequence “%(card)s”, condition met")
                if crisis.met
                else _("Consequence “%(card)s”, condition not met")
            )
            return Words(text, figures)
        return Words(_("Consequence “%(card)s”: %(text)s"), figures)


class ApplyConsequence(Move):
    """The branch that holds acts; the leader of a failed crisis is spared (T-049 to T-053, A-11, A-12)."""

    label: ClassVar[str] = _("Apply the consequence")

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "consequence_apply")
        crisis = crisis_of(t)
        card = t.card("consequence", crisis.consequence)
        if card is None:
            t.stop("E_PHASE", phase=phase_of(t))
        crisis.applied = True
        s.phase = "news_staff"
        ops = card.success if crisis.met else card.fail
        begin(t, ops, "", "consequence", crisis.consequence, fail=not crisis.met)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        crisis = crisis_of(t)
        changes = changes_of(t, step)
        text = _("Crisis met: %(changes)s") if crisis.met else _("Crisis failed: %(changes)s")
        return Words(text, {"changes": changes or Words(_("nothing changes"))})


def changes_of(t: TitansTable, step: Step, own: str = "") -> list[Words | str]:
    """Return what a step changed for each side, money and points, in seat order: «Аня −5».

    `own` is the side the line is about: its changes stand without its name.
    """
    money: dict[str, int] = {}
    points: dict[str, int] = {}
    for posting in step.postings:
        into = money if posting.what == "money" else points if posting.what == "points" else None
        if into is not None:
            into[posting.from_] = into.get(posting.from_, 0) - posting.amount
            into[posting.to] = into.get(posting.to, 0) + posting.amount
    told: list[Words | str] = []
    for team in t.teams:
        named = [
            _signed(money.get(team.id, 0), _("+%(n)s"), _("−%(n)s")),
            _signed(points.get(team.id, 0), _("points +%(n)s"), _("points −%(n)s")),
        ]
        for change in named:
            if change is not None and team.id == own:
                told.append(change)
            elif change is not None:
                told.append(Words("%(name)s %(change)s", {"name": team.name, "change": change}))
    return told


def _signed(n: int, gain: str, loss: str) -> Words | None:
    """Return a change with its sign, if there is one."""
    return Words(gain if n > 0 else loss, {"n": abs(n)}) if n else None
