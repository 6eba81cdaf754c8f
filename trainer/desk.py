"""The desk: the buttons of what may be recorded now, the opened form of one of them, or what was not recorded."""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.template.loader import select_template
from django.utils.functional import SimpleLazyObject

from games.engine import fields as f
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.offers import tried
from games.engine.refusal import Refusal
from trainer.forms.moves import ListOf, MoveForm, key_of
from trainer.words import say

#: Under an open refusal so many other buttons of the same team stand beside it: «Пас».
MOST_BESIDE = 2


def sends_of(actor: str, move: str, params: dict[str, Any]) -> str:
    """Return a move as one button sends it (`do`): who, what, with which parameters."""
    return json.dumps([actor, move, params], sort_keys=True, ensure_ascii=False)


@dataclass
class Button:
    """An offer as a button: it records at once when nothing is asked, else it opens its form."""

    offer: f.Offer
    label: str
    why: str = ""
    number: int = 0

    @property
    def asks(self) -> bool:
        """Whether a form has to be opened first."""
        return bool(self.offer.fields) or len(self.offer.actors) > 1 or bool(self.why)

    @property
    def sends(self) -> str:
        """What the button records."""
        return sends_of(self.offer.actors[0], self.offer.move, self.offer.fixed)

    @property
    def query(self) -> str:
        """The address of its form."""
        query = {"move": self.offer.move, "fixed": fixed_key(self.offer.fixed)}
        if len(self.offer.actors) == 1:
            query["actor"] = self.offer.actors[0]
        return "?" + urlencode(query)


@dataclass
class Group:
    """Buttons that belong together: `key` is the msgid of the label, `aside` what is seldom needed."""

    key: str
    label: str
    buttons: list[Button] = field(default_factory=list)

    @property
    def aside(self) -> bool:
        """Whether the group is folded away."""
        return self.key == f.ASIDE


@dataclass
class Nearest:
    """The legal value next to the one that was refused: a button records it."""

    name: str
    value: int


@dataclass
class Open:
    """The form of one offer, opened in the desk. `refused`: it was sent; else `refusal` greys it beforehand."""

    offer: f.Offer
    form: MoveForm
    actor: str
    #: nothing was typed yet: then the fields look as the offer says, and may have been drawn before
    fresh: bool = False
    refusal: Words | None = None
    code: str = ""
    clause: str = ""
    rule: str = ""
    refused: bool = False
    nearest: Nearest | None = None
    beside: list[Button] = field(default_factory=list)
    #: what is unlikely about it: asked once more
    doubts: list[Words] = field(default_factory=list)
    #: draws its fields: the game's own template for this move, else the general one
    template: Any = None

    @property
    def tap_records(self) -> bool:
        """Whether a tap in its list records at once: the list is all it asks."""
        widgets = [field.widget for field in self.form.fields.values()]
        return len(widgets) == 1 and len(self.offer.actors) == 1 and isinstance(widgets[0], ListOf)

    @property
    def query(self) -> str:
        """The address of the form with the fields of a card that is not in the kit."""
        return "?" + urlencode({"move": self.offer.move, "fixed": fixed_key(self.offer.fixed), "new": "1"})

    @property
    def single(self) -> Any:
        """The only field that the form asks, if it is a number: then refusal and value stand in one row."""
        asked = [one for one in self.offer.fields if not one.optional]
        if len(self.offer.fields) == 1 and asked and isinstance(asked[0], f.Number):
            return self.form[asked[0].name]
        return None


@cache
def own_template(slug: str, name: str, general: str) -> Any:
    """Return the template of a part that a game may draw itself, else the general one; looked up once."""
    return select_template([f"games/{slug}/{name}.html", general])


def fixed_key(fixed: dict[str, Any]) -> str:
    """Return fixed parameters as an address or a hidden field carries them: equal things look equal."""
    return json.dumps(fixed, sort_keys=True, ensure_ascii=False)


def find_candidate(game: Game[Any], t: Any, move: str, fixed: str, actor: str = "") -> f.Offer | None:
    """Return the candidate with this move and these fixed parameters (JSON as sent), not tried.

    Where several teams may make the same move, each has an offer of his own: that of `actor` comes first.
    """
    found = [o for o in game.candidates(t) if o.move == move and key_of(o.fixed) == (fixed or "{}")]
    return next((o for o in found if actor in o.actors), found[0] if found else None)


def groups(
    game: Game[Any],
    t: Any,
    ways: tuple[str, ...] = (),
    way: str = "",
    own: tuple[str, ...] = (),
    aside: bool = False,
) -> list[Group]:
    """Return the offers as groups of buttons, numbered for the keyboard.

    Of several `ways` to record the same only the chosen one is tried and shown; moves that the game's panel draws
    itself (`own`) are left out. What is seldom needed is an empty group unless it is asked for (`aside`).
    """
    found: dict[str, Group] = {}
    number = 0
    for candidate in game.candidates(t):
        key = candidate.group if isinstance(candidate.group, str) else candidate.group.id
        if candidate.move in own or (key in ways and key != way):
            continue
        group = found.setdefault(key, Group(key, say(Words(key)) if key else ""))
        if group.aside and not aside:
            continue
        offer = tried(game, t, candidate)
        number += 1
        why = say(game.words(offer.refusal)) if offer.refusal else ""
        group.buttons.append(Button(offer, say(offer.label), why, number))
    return list(found.values())


def open_form(
    game: Game[Any],
    offer: f.Offer,
    actor: str = "",
    data: Any = None,
    refusal: Refusal | f.Refused | None = None,
    new: bool = False,
) -> Open:
    """Return the opened form of an offer, with the refusal it met (or would meet).

    `new`: with the fields of a card that is not in the kit; a form that was sent has them if they were asked.
    """
    new = new or (data is not None and any("__new__" in name for name in data))
    # Made when it is asked for: the fields of a fresh form are seldom drawn anew.
    form: Any = SimpleLazyObject(lambda: MoveForm(offer, data, words=lambda no: say(game.words(no)), new=new))
    opened = Open(offer, form, actor if actor in offer.actors else offer.actors[0], fresh=data is None and not new)
    found = refusal or offer.refusal
    if found is not None:
        rule = game.rule(found.code)
        opened.refusal, opened.code, opened.refused = game.words(found), found.code, refusal is not None
        opened.clause, opened.rule = rule.clause, rule.rule
    return opened


def refused_form(
    game: Game[Any], t: Any, offer: f.Offer, actor: str, data: Any, params: dict[str, Any], refusal: Refusal
) -> Open:
    """Return the form with what was typed, the refusal, the nearest legal value and what else the team may do."""
    opened = open_form(game, offer, actor, data, refusal)
    opened.nearest = _nearest(game, t, offer, opened.actor, params, refusal)
    siblings = [button for group in groups(game, t) if not group.aside for button in group.buttons]
    opened.beside = [
        one for one in siblings
        if not one.asks and one.offer.actors == [opened.actor] and one.offer.group == offer.group
    ][:MOST_BESIDE]  # fmt: skip
    return opened


def _nearest(
    game: Game[Any], t: Any, offer: f.Offer, actor: str, params: dict[str, Any], refusal: Refusal
) -> Nearest | None:
    """Try the ends of the refused number and the figures of the refusal: the legal one next to what was typed."""
    number = next((one for one in offer.fields if isinstance(one, f.Number) and one.name == refusal.field), None)
    typed = params.get(refusal.field)
    if number is None or not isinstance(typed, int):
        return None
    values = {number.least, number.most, *refusal.figures.values()}
    whole = sorted({one for one in values if isinstance(one, int) and one != typed}, key=lambda one: abs(one - typed))
    for value in whole:
        try:
            game.attempt(t, 0, actor, offer.move, {**params, number.name: value})
        except Refusal:
            continue
        return Nearest(number.name, value)
    return None


def desk_context(
    context: dict[str, Any], opened: Open | None = None, clash: Any = None, way: str = "", aside: bool = False
) -> dict[str, Any]:
    """Add the desk: the buttons of what may be recorded, or one opened form, or a clash.

    `way` is how this referee likes to record where a game's panel knows several ways; `aside` shows what is seldom
    needed too.
    """
    panel = context["panel"]
    ways = getattr(panel, "ways", ())
    way = way if way in ways else getattr(panel, "way", "")
    busy = opened or clash or context.get("asking") or not context["records"]
    own = getattr(panel, "own", ())
    found = [] if busy else groups(context["game"], context["t"], ways, way, own, aside)
    aside = aside and any(group.aside for group in found)
    expected = _expected(context["game"], found) if "refusal" not in context and not aside else None
    for one in (opened, expected):
        if one is not None:
            one.template = own_template(context["game"].meta.slug, f"form_{one.offer.move}", "table/_fields.html")
    return context | {
        "opened": opened, "clash": clash, "groups": found, "aside": aside, "expected": expected,
        "picks": _picks(opened or expected),
        "ways": [(key, say(Words(key))) for key in ways], "way": way,
        "lots": next((group.buttons for group in found if group.key in ways), []),
        "call_off": _began(context, getattr(panel, "began", "")),
    }  # fmt: skip


def _began(context: dict[str, Any], move: str) -> Any:
    """Return the entry with which what is running began: it may be called off by taking back up to it."""
    return next((line for line in context["lines"] if line.action == move), None) if move else None


def _expected(game: Game[Any], found: list[Group]) -> Open | None:
    """Open the form of the one expected action if it asks something: a tap less. Its button is taken away."""
    main = [(group, button) for group in found for button in group.buttons if button.offer.main and not button.why]
    if len(main) != 1 or not main[0][1].offer.fields:
        return None
    group, button = main[0]
    group.buttons.remove(button)
    return open_form(game, button.offer)


def _picks(opened: Open | None) -> list[str]:
    """Return the sectors an open form lets choose: a panel with a map marks them."""
    if opened is None:
        return []
    return [
        option.value
        for field in opened.offer.fields
        if field.name == "sector" and isinstance(field, (f.Choice, f.Card))
        for option in field.options
        if option.refusal is None
    ]
