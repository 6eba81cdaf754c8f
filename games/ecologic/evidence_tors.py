"""ТОР: what they gave their owners and the others, against their price (questions 5 and 9)."""

from __future__ import annotations

from games.ecologic.evidence_case import (
    ALL_ELSE,
    CYCLE,
    EFFECT_LABEL,
    MOVE,
    TEAM,
    Case,
    figures,
    pair,
    signed,
    two_lines,
)
from games.ecologic.evidence_holdings import Token
from games.ecologic.words import tor_name
from games.engine.evidence import Bars, Column, Evidence, Fact, Label, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: what each kind of ТОР gives, in the unit of its figures
GIVES: dict[str, str] = {
    "exchange": _("profits saved"),
    "reserve": _("enviros"),
    "hub": _("profits"),
    "academy": _("enviros spared"),
}
SPARED_PROFITS = _("profits spared")
NOTHING = _("no figure")


def tokens(case: Case) -> list[Evidence]:
    """Return the evidence of question 5."""
    if not case.tokens:
        return [
            Fact(
                title=Words(_("No team placed a ТОР")),
                figures=[(Words(_("ТОР in the kit")), len(case.t.kit.tors), "")],
            )
        ]
    return [_gift_bars(case), _table(case), _effects(case)]


def unit(token: Token) -> Words:
    """Return what the figures of a ТОР count."""
    if token.kind == "academy" and token.unit == "profits":
        return Words(SPARED_PROFITS)
    return Words(GIVES.get(token.kind, NOTHING))


def to_others(token: Token) -> int:
    """Return what the other teams got of a ТОР."""
    return sum(token.others.values())


def _label(case: Case, token: Token) -> Words:
    tail = Words(_("%(name)s, %(what)s"), {"name": case.name(token.owner), "what": unit(token)})
    return two_lines(tor_name(case.t, token.tor), tail)


def _gift_title(case: Case) -> Words:
    """Say for which ТОР owner and others differ most, or what the owners got."""
    generous = max(case.tokens, key=to_others)
    if to_others(generous):
        values = {
            "tor": tor_name(case.t, generous.tor),
            "what": unit(generous),
            "own": generous.gained,
            "others": to_others(generous),
        }
        return Words(_("“%(tor)s”, %(what)s: owner %(own)s, other teams %(others)s"), values)
    said = [pair(tor_name(case.t, token.tor), token.gained) for token in case.tokens]
    return Words(_("Only the owners got anything: %(parts)s"), {"parts": said})


def _gift_bars(case: Case) -> Bars:
    return Bars(
        title=_gift_title(case),
        measure=Words(_("Price paid, and what a ТОР gave, saved or spared in the whole game")),
        note=Words(_("Enviros and profits do not add up; what the Academy spared counts as printed on the events")),
        categories=[_label(case, token) for token in case.tokens],
        series=[
            Series(Words(_("to the owner")), [token.gained for token in case.tokens]),
            Series(Words(_("to other teams")), [to_others(token) for token in case.tokens]),
            Series(Words(_("price, profits")), [token.price for token in case.tokens]),
        ],
    )


def _table(case: Case) -> Table:
    rows: list[list[object]] = []
    for token in case.tokens:
        effect = case.of_token(token)
        rows.append(
            [
                token.n or None,
                token.round or None,
                token.owner,
                tor_name(case.t, token.tor),
                unit(token),
                token.price,
                token.gained,
                to_others(token),
                effect.points,
            ]
        )
    paid = sum(token.price or 0 for token in case.tokens)
    back = sum(token.gained >= (token.price or 0) for token in case.tokens)
    values = {"n": len(case.tokens), "paid": paid, "back": back}
    return Table(
        title=Words(_("%(n)s ТОР for %(paid)s profits; gave the owner as many units as their price: %(back)s"), values),
        measure=Words(
            _("Exchange: normal start − price paid in own openings; Academy: losses by events; others: gifts")
        ),
        columns=[
            MOVE,
            CYCLE,
            TEAM,
            Column(Words(_("ТОР"))),
            Column(Words(_("gives"))),
            figures(_("price")),
            figures(_("to the owner")),
            figures(_("to other teams")),
            figures(EFFECT_LABEL),
        ],
        rows=rows,
    )


def _effects(case: Case) -> Bars:
    effects = sorted(((case.of_token(token), token) for token in case.tokens), key=lambda one: -one[0].points)
    said = [
        Words(_("“%(name)s” %(points)s"), {"name": tor_name(case.t, token.tor), "points": signed(effect.points)})
        for effect, token in effects
    ]
    saved = [
        Words(_("“%(card)s” (%(name)s)"), {"card": tor_name(case.t, token.tor), "name": case.name(token.owner)})
        for effect, token in effects
        if effect.collapse
    ]
    note: Label = ALL_ELSE
    if saved:
        values = {"note": ALL_ELSE, "names": saved}
        note = Words(_("%(note)s. Without it there would have been a collapse: %(names)s"), values)
    return Bars(
        title=Words(_("Effect on the score: %(parts)s"), {"parts": said}),
        measure=Words(_("Score − score without the ТОР: price back, its gifts to the owner and its two points gone")),
        note=note,
        categories=[two_lines(tor_name(case.t, token.tor), case.name(token.owner)) for _effect, token in effects],
        series=[Series(Words(EFFECT_LABEL), [effect.points for effect, _token in effects])],
        unit=Words(_("points")),
    )


# ---- question 9 -----------------------------------------------------------------------------------


def riders(case: Case) -> list[Evidence]:
    """Return who gained by what others paid for: ТОР next door, and prices raised by others' chips."""
    found: list[Evidence] = []
    given = [token for token in case.tokens if to_others(token) or (token.gained and token.kind != "academy")]
    if given:
        found.append(_who_got(case, given))
    pressed = {team: pressure(case, team) for team in case.teams}
    if any(pressed.values()):
        found.append(_pressure_bars(case, pressed))
    if not found:
        found.append(free_riding(case))
    return found


def _who_got(case: Case, given: list[Token]) -> Bars:
    """Return for each ТОР which team got how much of it."""
    said = []
    for what, msgid in (("profits", _("profits: %(parts)s")), ("enviros", _("enviros: %(parts)s"))):
        got = [pair(case.name(team), n) for team in case.teams if (n := received(case, team, what))]
        if got:
            said.append(Words(msgid, {"parts": got}))
    title = Words(_("Nobody got anything of other teams' ТОР"))
    if said:
        title = Words(_("Of other teams' ТОР come %(parts)s"), {"parts": said[0]})
    if len(said) > 1:
        title = Words(_("Of other teams' ТОР come %(parts)s; %(more)s"), {"parts": said[0], "more": said[1]})
    return Bars(
        title=title,
        measure=Words(_("Who got how much of each ТОР, its owner included")),
        categories=[_label(case, token) for token in given],
        series=[
            Series(
                case.name(team),
                [token.gained if token.owner == team else token.others.get(team, 0) for token in given],
                team,
            )
            for team in case.teams
        ],
        stacked=True,
    )


def pressure(case: Case, team: str) -> int:
    """Return by how much the chips of others raised the starting prices of the chips a team bought."""
    return sum(sale.pressed for sale in case.sales if sale.buyer == team)


def _pressure_bars(case: Case, pressed: dict[str, int]) -> Bars:
    own = {
        team: sum(sale.normal - sale.pressed for sale in case.sales if sale.buyer == team and sale.lot.kind == "chip")
        for team in case.teams
    }
    said = [pair(case.name(team), pressed[team]) for team in case.teams]
    return Bars(
        title=Words(_("Starting prices raised by others' chips: %(parts)s"), {"parts": said}),
        measure=Words(_("Starting prices of the chips a team bought: by own chips only, and what others' chips added")),
        categories=[case.name(team) for team in case.teams],
        series=[
            Series(Words(_("own chips and events")), [own[team] for team in case.teams]),
            Series(Words(_("others' chips")), [pressed[team] for team in case.teams]),
        ],
        stacked=True,
        unit=Words(_("profits")),
    )


def received(case: Case, team: str, what: str) -> int:
    """Return what a team got of other teams' ТОР, in profits or enviros."""
    return sum(token.others.get(team, 0) for token in case.tokens if token.owner != team and token.unit == what)


def free_riding(case: Case) -> Table:
    """Return for each team what it got from others' ТОР, gave by its own, and what others' chips cost it."""
    rows: list[list[object]] = [
        [
            team,
            received(case, team, "profits"),
            received(case, team, "enviros"),
            sum(to_others(token) for token in case.tokens if token.owner == team and token.unit == "profits"),
            sum(to_others(token) for token in case.tokens if token.owner == team and token.unit == "enviros"),
            pressure(case, team),
        ]
        for team in case.teams
    ]
    generous = max(case.tokens, key=to_others, default=None)
    title = Words(_("No ТОР gave anything to other teams"))
    if generous is not None and to_others(generous):
        whole = generous.gained + to_others(generous)
        values = {"tor": tor_name(case.t, generous.tor), "others": to_others(generous), "all": whole}
        title = Words(_("“%(tor)s” gives other teams %(others)s of %(all)s"), values)
    return Table(
        title=title,
        measure=Words(_("Gifts of ТОР across teams, and by how much others' chips raised the prices of own chips")),
        columns=[
            TEAM,
            figures(_("profits got")),
            figures(_("enviros got")),
            figures(_("profits given")),
            figures(_("enviros given")),
            figures(_("prices raised by others")),
        ],
        rows=rows,
    )
