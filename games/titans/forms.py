"""Forms of cards that are not in the kit, and the words for effects on buttons (§ 4.1, § 4.2)."""

from __future__ import annotations

from typing import get_args

from games.engine.fields import Choice, Each, Field, Number, Option, Rows, Text
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.cards import COLOURS, Exchange, LoseStaff, Manual, Metric, Money, Op, Points, Shield, TakeStaff
from games.titans.state import TitansTable
from games.titans.words import COLOUR_LABELS, COLOUR_WORDS

COLOUR_OPTIONS = [Option(colour, COLOUR_LABELS[colour]) for colour in COLOURS]
ANY_COLOUR_OPTIONS = [*COLOUR_OPTIONS, Option("any", COLOUR_LABELS["any"])]

_TEMPLATES: tuple[tuple[str, str], ...] = (
    ("money", _("money: n")),
    ("money_per", _("money: n for each employee (colour)")),
    ("money_pair", _("money: n for each pair (both colours)")),
    ("points", _("points: n")),
    ("staff", _("free employees: n (colour)")),
    ("lose_staff", _("give up employees: n (colour)")),
    ("discard_points", _("give up n from each agency, get m points")),
    ("pay_points", _("pay n, get m points")),
    ("extreme", _("money: n for the side with fewest or most")),
    ("shield", _("protection from a consequence")),
    ("manual", _("other: by hand")),
)

_METRICS: dict[str, str] = {
    "agencies": _("agencies"),
    "titans": _("titans"),
    "staff": _("employees"),
    "staff:creative": _("creative staff"),
    "staff:production": _("production staff"),
    "staff:strategy": _("strategy staff"),
    "staff:media": _("media staff"),
    "money": _("PR money"),
    "score": _("points"),
    "tenders_done": _("fulfilled tenders"),
    "tenders_todo": _("tenders to do"),
}


def _effect_fields() -> list[Field]:
    """Ask for a template and its one to three figures; the printed text is kept beside it."""
    extremes = [Option("fewest", Words(_("fewest"))), Option("most", Words(_("most")))]
    metrics = [Option(metric, Words(_METRICS[metric])) for metric in get_args(Metric)]
    return [
        Text(name="text", label=Words(_("Printed text")), long=True, optional=True),
        Choice(
            name="template", label=Words(_("Effect of the card")), optional=True,
            options=[Option(id, Words(text)) for id, text in _TEMPLATES],
        ),
        Number(name="n", label=Words(_("n")), optional=True),
        Number(name="m", label=Words(_("m")), optional=True),
        Choice(name="colour", label=Words(_("Colour")), options=ANY_COLOUR_OPTIONS, value="any", optional=True),
        Choice(name="colour2", label=Words(_("Second colour")), options=COLOUR_OPTIONS, optional=True),
        Choice(name="extreme", label=Words(_("Fewest or most")), options=extremes, value="fewest", optional=True),
        Choice(name="metric", label=Words(_("Of what")), options=metrics, optional=True),
    ]  # fmt: skip


def company_form() -> list[Field]:
    """Ask for an agency or a titan."""
    kinds = [Option("agency", Words(_("Agency"))), Option("titan", Words(_("Titan")))]
    cell = Number(name="", least=0, optional=True)
    return [
        Text(name="name", label=Words(_("Name")), optional=True),
        Choice(name="kind", label=Words(_("Kind")), options=kinds, value="agency", optional=True),
        Number(name="price", label=Words(_("Price")), least=0, optional=True),
        Choice(name="spec", label=Words(_("Specialisation")), options=COLOUR_OPTIONS, optional=True),
        Each(name="cells", label=Words(_("Cells or skills")), keys=COLOUR_OPTIONS, of=cell, optional=True),
    ]


def tender_form() -> list[Field]:
    """Ask for a tender."""
    whens = [Option("one_off", Words(_("one-off"))), Option("permanent", Words(_("permanent")))]
    cube = Number(name="", least=0, optional=True)
    return [
        Text(name="name", label=Words(_("Advertiser")), optional=True),
        Number(name="cost", label=Words(_("Cost")), least=0, optional=True),
        Number(name="profit", label=Words(_("Profit")), least=0, optional=True),
        Each(name="req", label=Words(_("Employees needed")), keys=ANY_COLOUR_OPTIONS, of=cube, optional=True),
        Choice(name="when", label=Words(_("Effect works")), options=whens, value="one_off", optional=True),
        *_effect_fields(),
    ]


def news_form() -> list[Field]:
    """Ask for a news card; of a crisis n is what it asks for."""
    kinds = [
        Option("neutral", Words(_("neutral"))),
        Option("positive", Words(_("positive"))),
        Option("crisis", Words(_("crisis: n is asked for"))),
    ]
    resources = [Option("money", Words(_("PR money"))), Option("staff", Words(_("employees")))]
    modes = [Option("sum", Words(_("in total"))), Option("each", Words(_("from each")))]
    return [
        Choice(name="kind", label=Words(_("Kind")), options=kinds, value="neutral", optional=True),
        Text(name="headline", label=Words(_("Headline")), optional=True),
        Choice(name="resource", label=Words(_("Crisis: what")), options=resources, value="money", optional=True),
        Choice(name="mode", label=Words(_("Crisis: how")), options=modes, value="sum", optional=True),
        *_effect_fields(),
    ]


def consequence_form() -> list[Field]:
    """Ask for a consequence: n is what all but the leader lose if the crisis failed."""
    return [
        Text(name="name", label=Words(_("Name")), optional=True),
        Number(name="success_money", label=Words(_("Met: money for each")), optional=True),
        *_effect_fields(),
    ]


def totem_form() -> list[Field]:
    """Ask for a totem."""
    return [Text(name="name", label=Words(_("Name")), optional=True), *_effect_fields()]


def cubes_field(t: TitansTable, side: str, name: str, label: str, value: list[dict[str, object]]) -> Rows:
    """Ask for employees by agency and colour."""
    agencies = [Option(id, t.card_name("agency", id)) for id in t.state.staff[side]]
    fields: list[Field] = [
        Choice(name="agency", label=Words(_("Agency")), options=agencies),
        Choice(name="colour", label=Words(_("Colour")), options=COLOUR_OPTIONS),
        Number(name="n", label=Words(_("Number of employees")), least=0),
    ]
    return Rows(name=name, label=Words(label), fields=fields, value=value, optional=True)


# ---- effects in words -------------------------------------------------------------------------


def op_words(op: Op) -> Words | str:
    """Return one effect in words, short enough for a button."""
    match op:
        case Money() | Points():
            n = op.n if isinstance(op.n, int) else op.n.rate
            if isinstance(op, Money):
                text = _("%(n)s money") if isinstance(op.n, int) else _("%(n)s money for each counted")
            else:
                text = _("%(n)s points") if isinstance(op.n, int) else _("%(n)s points for each counted")
            return Words(text, {"n": n})
        case TakeStaff() | LoseStaff():
            n = op.n if isinstance(op.n, int) else op.n.rate
            text = _("free employees: %(n)s (%(colour)s)") if isinstance(op, TakeStaff) else (
                _("give up employees: %(n)s (%(colour)s)")
            )  # fmt: skip
            if isinstance(op, LoseStaff) and op.from_ == "each_agency":
                text = _("give up employees from each agency: %(n)s (%(colour)s)")
            return Words(text, {"n": n, "colour": COLOUR_WORDS[op.colour]})
        case Exchange():
            return Words(
                _("%(cost)s → %(gain)s"), {"cost": [*map(op_words, op.cost)], "gain": [*map(op_words, op.gain)]}
            )
        case Shield():
            return Words(_("protection from the consequence"))
        case Manual():
            return op.text or Words(_("by hand"))
    return Words(_("a choice"))


def ops_words(ops: list[Op]) -> list[Words | str]:
    """Return several effects in words."""
    return [op_words(op) for op in ops]
