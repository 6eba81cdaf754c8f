"""Forms of the pages around the table: a workshop, a new table, its teams, a file, a referee."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import registry
from games.engine.meta import Meta
from games.engine.paths import natural
from games.engine.table import Team
from trainer.agenda import BadPlan, parts_of
from trainer.models import Session, SessionTeam, TrainerKit, Workshop

#: Team names in seat order until somebody types better ones.
NAMES = (_("Alpha"), _("Beta"), _("Gamma"), _("Delta"), _("Epsilon"), _("Zeta"))
COLOURS = [
    (1, _("blue")), (2, _("orange")), (3, _("green")), (4, _("crimson")), (5, _("olive")), (6, _("graphite")),
]  # fmt: skip
#: Team ids in seat order: what stands in the log, so they never change with the name.
CODES = "ABCDEF"
MEGABYTE = 1024 * 1024


class Line(forms.CharField):
    """One line of text: line breaks and doubled spaces become one space."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())


class PlainForm(forms.Form):
    """Labels stand above their fields, so no colon follows them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class WorkshopForm(PlainForm, forms.ModelForm):
    """What a trainer says about a workshop."""

    title = Line(label=_("Title"), max_length=120)
    client = Line(label=_("Client"), max_length=120, required=False)
    place = Line(label=_("Place"), max_length=120, required=False)

    class Meta:
        model = Workshop
        fields = ("title", "client", "place", "held_on", "goals", "plan")
        widgets = {
            "held_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "goals": forms.Textarea(attrs={"rows": 3}),
            "plan": forms.Textarea(attrs={"rows": 6}),
        }
        help_texts = {
            "plan": _(
                "A line for each part, “10:00 introduction”; the last line is the time of the end. "
                "The part named “debrief” is watched over."
            ),
        }

    def clean_plan(self) -> str:
        """Return the plan as it was typed, if it can be read."""
        plan: str = self.cleaned_data["plan"]
        try:
            parts_of(plan)
        except BadPlan as bad:
            raise ValidationError(str(bad)) from bad
        return plan


class NewTableForm(PlainForm):
    """The first step of a table: which game, what it is called, how many teams."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    title = Line(label=_("Table"), max_length=60)
    teams = forms.TypedChoiceField(label=_("Teams"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games: list[Meta] = [registry.meta(slug) for slug in registry.SLUGS]
        self.fields["game"].choices = [(meta.slug, gettext(meta.title)) for meta in self.games]
        least = min(meta.least for meta in self.games)
        most = max(meta.most for meta in self.games)
        self.fields["teams"].choices = [(n, str(n)) for n in range(least, most + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "game" in data and "teams" in data:
            meta = registry.meta(data["game"])
            if not meta.least <= data["teams"] <= meta.most:
                text = _("“%(game)s” is for %(least)s to %(most)s teams.")
                figures = {"game": gettext(meta.title), "least": meta.least, "most": meta.most}
                self.add_error("teams", ValidationError(text, params=figures))
        return data


class TableForm(PlainForm):
    """The name of a table, and whether its referee may decide what the trainer decides."""

    title = Line(label=_("Table"), max_length=60)
    referee_rules = forms.BooleanField(label=_("The referee may overrule and correct kit and options"), required=False)


class TeamForm(PlainForm):
    """One place at the table; without a name nobody sits there."""

    name = Line(label=_("Team"), max_length=40, required=False)
    letter = Line(label=_("Letter"), max_length=2, required=False)
    colour = forms.TypedChoiceField(label=_("Colour"), choices=COLOURS, coerce=int)
    people = Line(label=_("People"), max_length=1000, required=False)

    def __init__(self, code: str, seat: int, **kwargs: Any) -> None:
        super().__init__(prefix=code, auto_id=f"id_{code}_%s", **kwargs)
        self.code, self.seat = code, seat
        self.fields["letter"].widget.attrs["size"] = 2

    @property
    def look(self) -> Team:
        """The team as its badge shows it."""
        name, letter, colour = (self[field].value() or "" for field in ("name", "letter", "colour"))
        return Team(self.code, name, letter, natural(str(colour)) or self.seat)


class TeamsForm:
    """All places of a table in seat order. `meta` says how many teams there may be; ink badges have no colour."""

    def __init__(self, session: Session, meta: Meta, data: Any = None) -> None:
        self.meta = meta
        self.error = ""
        teams = list(session.teams.all())
        free = [code for code in CODES if all(team.code != code for team in teams)]
        seats = [(team.code, team) for team in teams] + [(code, None) for code in free]
        self.rows = [
            TeamForm(code, seat, data=data, initial=_initial(team, seat))
            for seat, (code, team) in enumerate(seats[: meta.most], 1)
        ]
        for row in self.rows:
            if meta.ink:
                row.fields["colour"].required = False
                row.fields["colour"].widget = forms.HiddenInput()

    def is_valid(self) -> bool:
        """Check each row and the teams together; `error` is what is wrong with them together."""
        fine = not any(row.errors for row in self.rows)
        taken = [row for row in self.rows if row.is_valid() and row.cleaned_data["name"]]
        if not self.meta.least <= len(taken) <= self.meta.most:
            figures = {"least": self.meta.least, "most": self.meta.most}
            self.error = gettext("This game is for %(least)s to %(most)s teams.") % figures
        _refuse_repeated(taken, "name", lambda row: row.cleaned_data["name"].casefold(), _("This name is taken."))
        _refuse_repeated(taken, "letter", _letter, _("Another team has this letter."))
        if not self.meta.ink:
            _refuse_repeated(
                taken, "colour", lambda row: row.cleaned_data["colour"], _("Another team has this colour.")
            )
        return fine and not self.error and all(row.is_valid() for row in self.rows)

    def teams(self) -> list[dict[str, Any]]:
        """Return the teams in seat order, for `session_create` and `teams_set`."""
        taken = [row for row in self.rows if row.cleaned_data["name"]]
        return [
            {
                "code": row.code, "name": row.cleaned_data["name"], "letter": _upper(row.cleaned_data["letter"]),
                "colour": row.cleaned_data["colour"] or row.seat, "people": row.cleaned_data["people"],
            }
            for row in taken
        ]  # fmt: skip


def default_teams(count: int) -> list[dict[str, Any]]:
    """Return so many teams with the names of the alphabet."""
    return [{"code": CODES[at], "name": str(NAMES[at])} for at in range(count)]


def _initial(team: Any, seat: int) -> dict[str, Any]:
    if team is None:
        return {"colour": seat}
    return {"name": team.name, "letter": team.letter, "colour": team.colour or seat, "people": team.people}


def _letter(row: TeamForm) -> str:
    return _upper(row.cleaned_data["letter"] or row.cleaned_data["name"][:1])


def _upper(letter: str) -> str:
    """In capitals, of which some letters have more than they are themselves: «ß»."""
    most: int = SessionTeam._meta.get_field("letter").max_length
    return letter.upper()[:most]


def _refuse_repeated(rows: list[TeamForm], field: str, value: Any, text: Any) -> None:
    seen: set[Any] = set()
    for row in rows:
        if field in row.errors or "name" in row.errors:
            continue
        one = value(row)
        if one in seen:
            row.add_error(field, text)
        seen.add(one)


class FileForm(PlainForm):
    """One file from the trainer's disk, of at most `most` bytes."""

    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def __init__(self, *args: Any, most: int = MEGABYTE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = most

    def clean_file(self) -> bytes:
        """Return what is in the file."""
        file = self.cleaned_data["file"]
        if file.size > self.most:
            raise ValidationError(_("The file is larger than %(most)s MB."), params={"most": self.most // MEGABYTE})
        content: bytes = file.read()
        return content


class KitFileForm(FileForm):
    """A kit as a file; the game is asked since transcripts in the older spelling do not name it."""

    game = forms.ChoiceField(label=_("Game"))
    field_order = ("game", "file")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(slug, gettext(registry.meta(slug).title)) for slug in registry.SLUGS]


class KitTitleForm(PlainForm):
    """The name under which a trainer keeps a kit."""

    title = Line(label=_("Title"), max_length=TrainerKit._meta.get_field("title").max_length)


class RefereeForm(PlainForm):
    """Who gets a link to the table."""

    name = Line(label=_("Referee’s name"), max_length=60)
