"""What the set-up form asks: who begins, start resources, and what lies on the map already."""

from __future__ import annotations

from games.ecologic.kit import RESOURCES, EcoKit, chip_counts
from games.ecologic.words import TYPES
from games.engine.fields import Choice, Each, Field, Number, Option, Rows
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.table import Team


def setup_fields(kit: EcoKit, teams: tuple[Team, ...]) -> list[Field]:
    """Return the fields of `Setup`, filled with what the kit says."""
    sides = [Option(team.id, team.name) for team in teams]
    sectors = [Option(name, sector.name or name) for name, sector in kit.sectors.items()]
    amount = Number(name="amount", least=0, most=1000)
    team = Choice(name="team", label=Words(_("Team")), options=sides)
    sector = Choice(name="sector", label=Words(_("Sector")), options=sectors)
    type = Choice(name="type", label=Words(_("Type")), options=[Option(one, TYPES[one]) for one in RESOURCES])
    tor = Choice(name="tor", label=Words(_("ТОР")), options=[Option(name, one.name) for name, one in kit.tors.items()])
    eco = Choice(
        name="card",
        label=Words(_("Eco-initiative")),
        options=[Option(name, one.name) for name, one in kit.eco.items()],
    )
    return [
        Choice(
            name="initiator",
            label=Words(_("First initiator")),
            help=Words(_("Draws the first event.")),
            options=sides,
            value=teams[0].id if teams else None,
        ),
        Each(
            name="start_profits",
            label=Words(_("Profits at the start")),
            keys=sides,
            of=amount,
            value={one.id: kit.start.profits for one in teams},
        ),
        Each(
            name="start_enviros",
            label=Words(_("Enviros at the start")),
            keys=sides,
            of=amount,
            value={one.id: kit.start.enviros for one in teams},
        ),
        Each(
            name="chips_per_player",
            label=Words(_("Chips per player")),
            keys=[Option(one, TYPES[one]) for one in RESOURCES],
            of=amount,
            value={**chip_counts(kit.chips)},
        ),
        Rows(
            name="start_chips",
            label=Words(_("Chips on the map")),
            help=Words(_("A production of level 2 is two rows. A row left empty is none.")),
            fields=[team, type, sector],
            value=[{"team": one, "type": of, "sector": at} for one, of, at in kit.start.chips],
            optional=True,
        ),
        Rows(name="start_tors", label=Words(_("ТОР on the map")), fields=[team, tor, sector], optional=True),
        Rows(name="start_eco", label=Words(_("Eco-initiatives in hand")), fields=[team, eco], optional=True),
    ]
