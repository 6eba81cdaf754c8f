"""The board as the panel draws it: two rings with what lies and stands on them."""

from __future__ import annotations

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.kit import COMPANIES, Space
from games.market.names import Label, place
from games.market.state import MarketTable

WIDTH, HEIGHT = 368, 350
#: (left, top, width, height) of the line through the spaces of a ring, and the size of a space on it.
RINGS: dict[str, tuple[int, int, int, int]] = {"outer": (38, 40, 292, 270), "inner": (104, 98, 160, 154)}
SIZES: dict[str, tuple[int, int]] = {"outer": (34, 22), "inner": (28, 20)}
#: How far from the middle of a space a token stands, and how wide it is.
AWAY, TOKEN = {"outer": 26, "inner": 23}, 26.0
#: A marker of a share or a plot.
MARKER = 10.0

SHORT: dict[str, str] = {
    "start": _("St."),
    "deal": _("Dl."),
    "surprise": _("Sur."),
    "consultation": _("Con."),
    "dividends": _("Div."),
    "enterprise_income": _("Inc."),
    "antimonopoly": _("A.c."),
    "tax": _("Tax."),
    "exchange": _("Ex."),
    "agency": _("Ag."),
    "trade": _("Tr."),
    "bank": _("Bk."),
    "insurance": _("Ins."),
    "consulting": _("Cst."),
    "school": _("Sch."),
    "realtor": _("Rl."),
}


class Marker(msgspec.Struct, frozen=True):
    """A marker of a player: upper left corner."""

    team: str
    x: float
    y: float


class Station(msgspec.Struct, frozen=True):
    """A space: middle, size, what it is (company, plot or other), its short and its full name, markers on it."""

    x: float
    y: float
    left: float
    top: float
    width: float
    height: float
    kind: str
    label: Label
    title: Label
    markers: list[Marker]
    here: bool


class Token(msgspec.Struct, frozen=True):
    """A player's token: upper left corner and size against 32."""

    team: str
    x: float
    y: float
    scale: float


class Board(msgspec.Struct, frozen=True):
    """The whole drawing. `links` join the rings at the tax office, `go` is the way of the last move."""

    width: int
    height: int
    tracks: list[tuple[int, int, int, int]]
    links: list[str]
    go: str
    stations: list[Station]
    tokens: list[Token]
    pot: int
    said: Words


def board_of(t: MarketTable) -> Board:
    """Return the board as it stands."""
    path = t.kit.path
    places = spots(path)
    way = t.state.way
    here = t.state.pos.get(t.state.current, -1)
    rings = [ring for ring in RINGS if any(space.ring == ring for space in path)]
    stops = [way.start, *(stop.at for stop in way.stops)] if way else []
    said = [
        Words(_("%(name)s: %(space)s"), {"name": t.name(one), "space": _numbered(t, t.state.pos[one])})
        for one in t.alive()
    ]
    return Board(
        WIDTH, HEIGHT, [RINGS[ring] for ring in rings], _links(path, places),
        _line([places[at] for at in stops if at in places]),
        [_station(t, space, places[space.i], space.i == here) for space in path],
        _tokens(t, places), t.state.insurance_pot, Words(_("Board. %(tokens)s"), {"tokens": said}),
    )  # fmt: skip


def spots(path: list[Space]) -> dict[int, tuple[float, float]]:
    """Return index -> middle of its space: each ring clockwise from its upper left corner."""
    found: dict[int, tuple[float, float]] = {}
    for ring, (left, top, width, height) in RINGS.items():
        spaces = [space.i for space in path if space.ring == ring]
        base, more = divmod(len(spaces), 4)
        across, down, back, up = base + (more > 0), base, base + (more > 1), base + (more > 2)
        middles = [(left + width * k / across, float(top)) for k in range(across)]
        middles += [(float(left + width), top + height * k / down) for k in range(down)]
        middles += [(left + width - width * k / back, float(top + height)) for k in range(back)]
        middles += [(float(left), top + height - height * k / up) for k in range(up)]
        found |= {i: (round(x, 1), round(y, 1)) for i, (x, y) in zip(spaces, middles, strict=True)}
    return found


def _line(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points) if points else ""


def _links(path: list[Space], places: dict[int, tuple[float, float]]) -> list[str]:
    """Return the line that joins the two copies of the tax office: on the board it is one space."""
    offices = [places[space.i] for space in path if space.kind == "tax"]
    return [_line(offices)] if len(offices) > 1 else []


def _numbered(t: MarketTable, at: int) -> Words:
    return Words(_("%(no)s. %(space)s"), {"no": str(at), "space": place(t, at)})


def _station(t: MarketTable, space: Space, spot: tuple[float, float], here: bool) -> Station:
    x, y = spot
    width, height = SIZES[space.ring]
    kind = "company" if space.kind in COMPANIES else "plot" if space.kind == "plot" else "other"
    label: Label = str(space.no) if kind == "plot" else Words(SHORT[space.kind])
    held: list[str] = []
    if kind == "company":
        held = [team for team, count in t.holders(space.kind).items() for _share in range(count)]
    elif owner := t.state.plots.get(str(space.no)) if kind == "plot" else None:
        held = [owner]
    first = x - (MARKER + 1) * len(held) / 2
    edge = y - height / 2 - MARKER + 3 if _outside(space.ring, y) > 0 else y + height / 2 - 3
    markers = [Marker(team, round(first + (MARKER + 1) * k, 1), round(edge, 1)) for k, team in enumerate(held)]
    owners: list[Label] = [t.name(team) for team in held]
    title = _numbered(t, space.i)
    if owners:
        title = Words(_("%(no)s. %(space)s: %(owners)s"), {**title.values, "owners": owners})
    return Station(
        x, y, round(x - width / 2, 1), round(y - height / 2, 1), width, height, kind, label, title, markers, here
    )  # fmt: skip


def _outside(ring: str, y: float) -> int:
    """Return on which side of its space a token stands: −1 above, 1 below, 0 beside it."""
    _left, top, _width, height = RINGS[ring]
    side = {float(top): -1, float(top + height): 1}.get(y, 0)
    return side if ring == "outer" else -side


def _tokens(t: MarketTable, places: dict[int, tuple[float, float]]) -> list[Token]:
    """Return the tokens, side by side where several stand on one space; the upper and lower rows have them outside."""
    found = []
    for at, (x, y) in places.items():
        here = [team for team in t.alive() if t.state.pos[team] == at]
        ring = t.kit.path[at].ring
        size = TOKEN if len(here) < 2 else TOKEN * 0.72
        side = _outside(ring, y)
        for k, team in enumerate(here):
            along = (k - (len(here) - 1) / 2) * (size + 1)
            if side:
                cx, cy = x + along, y + side * AWAY[ring]
            else:
                cx, cy = x + (1 if x < WIDTH / 2 else -1) * (AWAY[ring] + 6), y + along
            found.append(Token(team, round(cx - size / 2, 1), round(cy - size / 2, 1), round(size / 32, 3)))
    return found
