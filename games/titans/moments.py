"""The key moments of a session (§ 8): found by rule, each a reference to a move and to a question."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.evidence import Moment
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.gather import Chronicle
from games.titans.seen import CrisisSeen, Skip
from games.titans.state import TitansTable
from games.titans.words import ACTION_WORDS

#: Consolation above this is remarkable: more than action 1 brings.
WORK = 15
#: kinds that tell most where no effect on the score can be said
TELLING = frozenset({"lead", "tie", "crisis", "gap", "payout", "free"})
Found = Iterator[tuple[str, Moment]]


def moments(chronicle: Chronicle, t: TitansTable) -> dict[str, list[Moment]]:
    """Return the key moments under the question they speak to, in order of play."""
    found: dict[str, list[Moment]] = {}
    for finder in (_crises, _auctions, _staff, _combos, _cash, _choices, _cards, _effects, _lead, _times):
        for question, moment in finder(chronicle, t):
            found.setdefault(question, []).append(moment)
    for ordered in found.values():
        ordered.sort(key=lambda moment: moment.n)
    return found


def _crises(chronicle: Chronicle, t: TitansTable) -> Found:
    failed = [crisis for crisis in chronicle.crises if not crisis.met]
    if failed:
        nearest = min(failed, key=lambda crisis: crisis.need - crisis.reached())
        figures = {"card": nearest.card, "total": nearest.reached(), "need": nearest.need}
        text = Words(_("Crisis “%(card)s” fails: %(total)s of %(need)s"), figures)
        yield "D1", Moment(nearest.n, nearest.turn, text, kind="crisis")
    for crisis in chronicle.crises:
        best = crisis.pledges.get(crisis.leader, 0)
        if crisis.leader and best < crisis.fair():
            text = Words(_("%(name)s leads the crisis with only %(n)s"), {"name": t.name(crisis.leader), "n": best})
            yield "D1", Moment(crisis.n, crisis.turn, text, crisis.leader, kind="leader")
        free = [side for side, given in crisis.pledges.items() if not given and crisis.total]
        if free:
            figures = {"names": [_word_of(crisis, side, t) for side in free], "total": crisis.total}
            text = Words(_("Nothing from: %(names)s; the others give %(total)s"), figures)
            yield "D1", Moment(crisis.n, crisis.turn, text, free[0] if len(free) == 1 else "", kind="free")
        for side, given in crisis.pledges.items():
            if given and side in crisis.promises and crisis.broken(side):
                figures = {"name": t.name(side), "said": crisis.promises[side], "given": given}
                text = Words(_("%(name)s promises %(said)s and gives %(given)s"), figures)
                yield "D1", Moment(crisis.n, crisis.turn, text, side, kind="promise")


def _word_of(crisis: CrisisSeen, side: str, t: TitansTable) -> Words | str:
    """Return the name of a side that gave nothing, with what it had promised."""
    said = crisis.promises.get(side, 0)
    return Words(_("%(name)s (promised %(said)s)"), {"name": t.name(side), "said": said}) if said else t.name(side)


def _auctions(chronicle: Chronicle, t: TitansTable) -> Found:
    auctions = [won for won in chronicle.won if won.bids and won.second is not None]
    points = t.kit.points_per_tender
    if auctions:
        widest = max(auctions, key=lambda won: won.gap or 0)
        gap = widest.gap or 0
        if gap:
            figures = {"name": t.name(widest.side), "card": t.quoted("tender", widest.tender), "n": gap}
            text = Words(_("%(name)s bids %(n)s more than needed for “%(card)s”"), figures)
            yield "D2", Moment(widest.n, widest.turn, text, widest.side, kind="gap")
    for won in chronicle.won:
        figures = {"name": t.name(won.side), "card": t.quoted("tender", won.tender), "n": won.profit - won.price}
        if won.bids and won.profit <= won.price:
            text = Words(_("%(name)s pays the whole profit for “%(card)s”: %(n)s is left"), figures)
            yield "D2", Moment(won.n, won.turn, text, won.side, kind="loss")
        if not won.done_n:
            text = Words(_("%(name)s gets “%(card)s” and never fulfils it"), figures)
            yield "D2", Moment(won.n, won.turn, text, won.side, -points, "unfulfilled")
        losers = [side for side in won.bids if side != won.side]
        each = won.consolation // len(losers) if losers else 0
        if each > WORK:
            figures = {"names": [t.name(side) for side in losers], "n": each}
            text = Words(_("Consolation above the income of work: %(names)s, %(n)s each"), figures)
            yield "D3", Moment(won.n, won.turn, text, losers[0], kind="consolation")
        if won.consolation > won.price:
            figures = {"n": won.consolation, "price": won.price}
            text = Words(_("The auction costs the bank more than it brings: %(n)s against %(price)s"), figures)
            yield "D3", Moment(won.n, won.turn, text, kind="payout")


def _staff(chronicle: Chronicle, t: TitansTable) -> Found:
    for card in chronicle.bought:
        if not card.titan and not card.staffed:
            figures = {"name": t.name(card.side), "card": t.quoted("agency", card.card)}
            text = Words(_("%(name)s buys “%(card)s” and never staffs it"), figures)
            yield "D4", Moment(card.n, card.turn, text, card.side, kind="empty")
    dear = max(chronicle.hires, key=lambda hire: hire.excess, default=None)
    if dear is not None and dear.excess > 0:
        bill = {"name": t.name(dear.side), "card": t.quoted("agency", dear.card)}
        bill |= {"cost": str(dear.cost), "cheap": str(dear.cost - dear.excess)}
        text = Words(_("The dearest hire: %(name)s, “%(card)s” for %(cost)s; in the cheapest cells %(cheap)s"), bill)
        yield "D4", Moment(dear.n, dear.turn, text, dear.side, kind="dear")
    for n, turn, side, tender in chronicle.missed:
        figures = {"name": t.name(side), "card": t.quoted("tender", tender)}
        text = Words(_("%(name)s lacks one employee for “%(card)s”"), figures)
        yield "D4", Moment(n, turn, text, side, kind="missed")  # if it was never fulfilled, D2 counts the points


def _combos(chronicle: Chronicle, t: TitansTable) -> Found:
    seen: set[str] = set()
    for n, turn, side, points, _spec in chronicle.combos:
        if side not in seen:
            seen.add(side)
            total = sum(one[3] for one in chronicle.combos if one[2] == side)
            figures = {"name": t.name(side), "points": points, "total": total}
            text = Words(_("First combo of %(name)s: +%(points)s; all of them: +%(total)s"), figures)
            yield "D5", Moment(n, turn, text, side, total, "combo")
    for card in chronicle.bought:
        spec = getattr(t.company(card.card), "spec", None)
        counted = any(
            side == card.side and one == spec and turn >= card.turn for _n, turn, side, _p, one in chronicle.combos
        )
        if counted and not card.titan and not card.staffed and not card.uses:
            figures = {"name": t.name(card.side), "card": t.quoted("agency", card.card)}
            text = Words(_("%(name)s owns “%(card)s” for the combo only"), figures)
            yield "D5", Moment(card.n, card.turn, text, card.side, kind="combo_card")


def _cash(chronicle: Chronicle, t: TitansTable) -> Found:
    before: dict[str, tuple[int, int, str, int, int]] = {}
    for one in chronicle.idle:
        _n, turn, side, have, _price = one
        lost = any(w.turn == turn and side in w.bids and w.side != side for w in chronicle.won)
        crisis = any(c.turn == turn + 1 for c in chronicle.crises)
        if (lost or crisis) and (side not in before or before[side][3] < have):
            before[side] = one
    for n, turn, side, have, price in before.values():
        figures = {"name": t.name(side), "n": have, "price": price}
        text = Words(_("%(name)s holds %(n)s and buys nothing; the cheapest open card costs %(price)s"), figures)
        yield "D6", Moment(n, turn, text, side, kind="idle")


def _choices(chronicle: Chronicle, t: TitansTable) -> Found:
    crowded = [(n, turn) for n, turn, _claims, alone in chronicle.claims if alone]
    if crowded:
        once = _("All want one tender while the other lies free")
        often = _("All want one tender while the other lies free, times: %(times)s")
        text = Words(often if len(crowded) > 1 else once, {"times": len(crowded)})
        yield "D7", Moment(*crowded[0], text, kind="crowd")
    wasted = [skip for skip in chronicle.skips if skip.forced]
    for key in dict.fromkeys((skip.side, skip.action) for skip in wasted):
        same = [skip for skip in wasted if (skip.side, skip.action) == key]
        first = same[0]
        once = _("%(name)s: action wasted (%(action)s)")
        often = _("%(name)s: action wasted (%(action)s), times: %(times)s")
        figures = {**_skipped(first, t), "times": len(same)}
        text = Words(often if len(same) > 1 else once, figures)
        yield "D7", Moment(first.n, first.turn, text, first.side, kind="skip")
    for skip in chronicle.skips:
        if not skip.forced:
            text = Words(_("%(name)s gives up an action (%(action)s)"), _skipped(skip, t))
            moment = Moment(skip.n, skip.turn, text, skip.side, kind="skip")
            yield "D7", moment
            yield "D11", moment  # the plan was changed


def _skipped(skip: Skip, t: TitansTable) -> dict[str, object]:
    return {"name": t.name(skip.side), "action": ACTION_WORDS.get(skip.action, str(skip.action))}


def _cards(chronicle: Chronicle, t: TitansTable) -> Found:
    seen: list[str] = []
    for card in chronicle.bought:
        figures = {"name": t.name(card.side), "card": t.quoted("agency", card.card), "n": len(card.uses)}
        if card.side not in seen:
            seen.append(card.side)
            text = Words(_("First card of %(name)s: “%(card)s”, tenders served: %(n)s"), figures)
            yield "D8", Moment(card.n, card.turn, text, card.side, kind="first")
        elif card.titan and len(card.uses) > 2:
            text = Words(_("%(name)s: the titan “%(card)s” serves %(n)s tenders"), figures)
            yield "D8", Moment(card.n, card.turn, text, card.side, kind="titan")
    for side in seen:
        unused = [card for card in chronicle.bought if card.side == side and not card.uses]
        if unused:
            cards = [Words(_("“%(card)s”"), {"card": t.quoted("agency", card.card)}) for card in unused]
            text = Words(_("%(name)s, without a single tender: %(cards)s"), {"name": t.name(side), "cards": cards})
            yield "D8", Moment(unused[0].n, unused[0].turn, text, side, kind="unused")


def _effects(chronicle: Chronicle, t: TitansTable) -> Found:
    used = [seen for seen in chronicle.effects if seen.permanent and not seen.declined and not seen.impossible]
    for tender in dict.fromkeys(seen.tender for seen in used):
        uses = [seen for seen in used if seen.tender == tender]
        points, money = sum(seen.points for seen in uses), sum(seen.money for seen in uses)
        first = uses[0]
        figures = {
            "name": t.name(first.side), "card": t.quoted("tender", tender), "money": money, "points": points,
        }  # fmt: skip
        if money > 0 or points > 0:
            both = _("%(name)s: the effect of “%(card)s” brings money %(money)s and points %(points)s")
            one = _("%(name)s: the effect of “%(card)s” brings money %(money)s")
            text = Words(both if money and points else one, figures)
            if not money:
                text = Words(_("%(name)s: the effect of “%(card)s” brings points %(points)s"), figures)
            yield "D9", Moment(first.n, first.turn, text, first.side, points, "lasting")
    yield from _effects_unused(chronicle, t)


def _effects_unused(chronicle: Chronicle, t: TitansTable) -> Found:
    """Return the effects that were refused, and those that could not work: each once, with how often."""
    kinds = {
        "refused": (
            _("%(name)s does without the effect of “%(card)s”"),
            _("%(name)s does without the effect of “%(card)s”, times: %(times)s"),
        ),
        "impossible": (
            _("%(name)s: the effect of “%(card)s” does not work"),
            _("%(name)s: the effect of “%(card)s” does not work, times: %(times)s"),
        ),
    }
    for kind, (once, often) in kinds.items():
        unused = [seen for seen in chronicle.effects if (seen.declined if kind == "refused" else seen.impossible)]
        for tender in dict.fromkeys(seen.tender for seen in unused):
            own = [seen for seen in unused if seen.tender == tender]
            first = own[0]
            figures = {"name": t.name(first.side), "card": t.quoted("tender", tender), "times": len(own)}
            text = Words(often if len(own) > 1 else once, figures)
            yield "D9", Moment(first.n, first.turn, text, first.side, kind=kind)


def _lead(chronicle: Chronicle, t: TitansTable) -> Found:
    s = t.state
    if chronicle.leads and chronicle.leads[-1][2]:
        n, turn, side = chronicle.leads[-1]
        text = Words(_("%(name)s takes the lead and keeps it"), {"name": t.name(side)})
        yield "D10", Moment(n, turn, text, side, kind="lead")
    for n, turn, side, points in chronicle.reached:
        text = Words(_("%(name)s reaches the target: %(n)s points"), {"name": t.name(side), "n": points})
        yield "D10", Moment(n, turn, text, side, kind="target")
    if s.phase == "over" and chronicle.turns:
        end = chronicle.turns[-1]
        score = s.score
        best = [side for side, points in score.items() if points == max(score.values())]
        if len(best) > 1:
            text = Words(
                _("Equal points: %(names)s; the tie-break decides"), {"names": [t.name(side) for side in best]}
            )
            yield "D10", Moment(end.n, end.turn, text, kind="tie")
        for side, totem in s.totem.items():
            if totem == "held":
                text = Words(_("%(name)s: the totem is never used"), {"name": t.name(side)})
                yield "D10", Moment(end.n, end.turn, text, side, kind="totem")


def _times(chronicle: Chronicle, t: TitansTable) -> Found:
    if any(seconds for _n, _turn, _action, seconds in chronicle.times):
        n, turn, _action, seconds = max(chronicle.times, key=lambda one: one[3])
        text = Words(_("The longest common decision: %(n)s seconds"), {"n": seconds})
        yield "D11", Moment(n, turn, text, kind="time")
