"""Key moments of a game (§ 8), those with the largest effect on the final score first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.engine.evidence import Moment
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.evidence_assets import bought, held
from games.market.evidence_course import stretches
from games.market.evidence_deals import build_name, refusal
from games.market.evidence_debts import opened
from games.market.names import company_name, plot_name

if TYPE_CHECKING:
    from games.market.evidence import MarketCollector
    from games.market.state import MarketTable


def moments(seen: MarketCollector, t: MarketTable) -> list[Moment]:
    """Return all key moments: by effect, then in order of play; one moment an entry, the most telling."""
    best: dict[tuple[int, str], Moment] = {}
    for one in found(seen, t):
        old = best.get((one.n, one.team))
        if old is None or abs(one.effect) > abs(old.effect):
            best[one.n, one.team] = one
    return sorted(best.values(), key=lambda one: (-abs(one.effect), one.n))


def found(seen: MarketCollector, t: MarketTable) -> Iterator[Moment]:
    """Yield the key moments kind by kind."""
    flows = held(seen)
    for flow in dict.fromkeys((0, len(flows) - 1)) if flows else ():
        yield bought(t, flows[flow])
    for turn, n, company, team, price in seen.first_shares:
        figures = {"name": t.name(team), "company": company_name(company), "price": price}
        yield Moment(n, turn, Words(_("%(name)s buys the first share: %(company)s"), figures), team, 0, "first_share")
    for spell in seen.spells:
        figures = {"name": t.name(spell.team), "company": company_name(spell.company)}
        yield Moment(spell.n, spell.turn, Words(_("%(name)s becomes a monopolist: %(company)s"), figures), spell.team)
        if spell.end_n:
            lost = spell.forced_got - spell.forced_nominal if spell.forced else 0
            words = Words(_("%(name)s is no monopolist any more: %(company)s"), figures)
            yield Moment(spell.end_n, spell.end_turn, words, spell.team, lost, "monopoly")
    yield from (refusal(t, one) for one in seen.asked if one.refused)
    for build in seen.builds:
        if build.done_turn:
            figures = {"what": build_name(t, build), "profit": build.profit, "later": build.later_income}
            words = Words(_("Commissioned: %(what)s, profit %(profit)s, income afterwards %(later)s"), figures)
            yield Moment(
                build.done_n, build.done_turn, words, build.team, build.profit + build.later_income, "enterprise"
            )
    for loss in seen.losses:
        if loss.amount >= t.kit.constants.insurance_cover and loss.uncovered:
            figures = {"name": t.name(loss.team), "sum": loss.amount, "bare": loss.uncovered}
            words = Words(_("%(name)s: loss of %(sum)s, uncovered %(bare)s"), figures)
            yield Moment(loss.n, loss.turn, words, loss.team, -loss.uncovered, "loss")
    for turn, n, team, plot, charge in seen.refused_plots:
        figures = {"name": t.name(team), "plot": plot_name(plot), "charge": charge}
        yield Moment(n, turn, Words(_("%(name)s refuses %(plot)s"), figures), team, -charge, "refused_plot")
    for case in seen.insolvencies:
        yield opened(t, case)
        if case.closed_n and not case.bankrupt:
            words = Words(_("%(name)s pays the debt and plays on"), {"name": t.name(case.team)})
            yield Moment(case.closed_n, case.closed_turn, words, case.team, 0, "insolvency")
        if case.bankrupt:
            before = next((s.equity[case.team] for s in reversed(seen.snapshots) if s.turn < case.turn), 0)
            words = Words(
                _("%(name)s is bankrupt; equity the turn before: %(equity)s"),
                {"name": t.name(case.team), "equity": before},
            )
            yield Moment(case.closed_n, case.closed_turn, words, case.team, -max(0, before), "bankrupt")
    for team, turn, _last, n in stretches(seen)[1:]:
        yield Moment(n, turn, Words(_("%(name)s takes the lead"), {"name": t.name(team)}), team, 0, "lead")
    if seen.snapshots:
        last = seen.snapshots[-1]
        yield Moment(last.n, last.turn, Words(_("The last turn")), "", 0, "end")
