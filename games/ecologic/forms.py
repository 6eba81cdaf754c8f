"""Forms for what the kit does not know, and for corrections by hand."""

from __future__ import annotations

from games.ecologic.kit import RESOURCES
from games.ecologic.moves_table import AdjustMarkers
from games.ecologic.state import EcoTable
from games.ecologic.words import PHASES, TYPES, sector_name
from games.engine.fields import ASIDE, Choice, Field, Flag, Many, Number, Offer, Option, Rows, Text
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE


def event_form() -> list[Field]:
    """Ask for an event card that is not in the kit; without effects the referee records them by hand."""
    phases = [Option(phase, words) for phase, words in PHASES.items() if phase != "finished"]
    scopes = [Option("all", Words(_("all players"))), Option("drawer", Words(_("who draws it")))]
    markers = [Option("profits", Words(_("Profits"))), Option("enviros", Words(_("Enviros")))]
    effect: list[Field] = [
        Choice(name="op", label=Words(_("Effect")), options=markers, value="profits"),
        Number(name="amount", label=Words(_("Change of the marker")), value=1),
    ]
    return [
        Text(name="name", label=Words(_("Name"))),
        Choice(name="phase", label=Words(_("Phase")), options=phases, value="events"),
        Choice(name="scope", label=Words(_("For whom")), options=scopes, value="all"),
        Text(name="text", label=Words(_("Text")), long=True, optional=True),
        Rows(name="ops", label=Words(_("Effects")), fields=effect, optional=True),
        Flag(name="final", label=Words(_("Ends the game"))),
    ]


def eco_form() -> list[Field]:
    """Ask for an eco-initiative that is not in the kit."""
    values = [Option(value, str(value)) for value in (1, 2, 3, 5)]
    return [
        Text(name="name", label=Words(_("Name"))),
        Number(name="start", label=Words(_("Starting price")), least=0, value=1),
        Choice(name="enviros", label=Words(_("Enviros each Ecology phase")), options=values, value=1),
        Number(name="upkeep", label=Words(_("Upkeep each Income phase")), least=0, value=0),
    ]


def sector_form(t: EcoTable) -> list[Field]:
    """Ask for a sector that is not in the kit."""
    types = [Option(type, TYPES[type]) for type in RESOURCES]
    sectors = [Option(sector, sector_name(t, sector)) for sector in t.kit.sectors]
    return [
        Text(name="name", label=Words(_("Name"))),
        Many(name="resources", label=Words(_("May be produced here")), options=types, value=list(RESOURCES)),
        Many(name="adj", label=Words(_("Neighbours")), options=sectors),
    ]


def adjust_offer(t: EcoTable) -> Offer:
    """Correct the markers of a player by hand; while a `manual` event lies there, as its effect."""
    event = t.active
    fixed = {"event": t.state.event} if event is not None and event.manual else {}
    teams = [Option(team.id, team.name) for team in t.teams]
    yes_no = [Option(True, Words(_("to “minus”"))), Option(False, Words(_("out of “minus”")))]
    chips = list(dict.fromkeys(sector for sector in t.state.board))
    fields: list[Field] = [
        Choice(name="player", label=Words(_("Team")), options=teams),
        Number(name="dP", label=Words(_("Profits, change")), value=0),
        Number(name="dE", label=Words(_("Enviros, change")), value=0),
        Choice(name="minus", label=Words(_("“minus”")), options=yes_no, optional=True),
        Choice(
            name="remove",
            label=Words(_("A chip off the board")),
            options=[Option(sector, sector_name(t, sector)) for sector in chips],
            optional=True,
        ),
        Text(name="reason", label=Words(_("Reason"))),
    ]
    label = Words(_("Record the effect of the event")) if fixed else Words(AdjustMarkers.label)
    return Offer("adjust", [REFEREE], label, fixed, fields, ASIDE)
