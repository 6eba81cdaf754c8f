"""Kits as trainers keep them: read from a file, shown as tables, corrected value by value."""

import copy
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext

from games.engine.game import Game
from games.engine.i18n import Words, number
from games.engine.i18n import gettext_noop as _
from games.engine.kit import FORMAT, Kit, origin, read_kit, write_kit
from games.engine.paths import value_at, with_value
from games.engine.refusal import Refusal
from trainer.forms.structs import term
from trainer.forms.values import holds_entries
from trainer.models import TrainerKit, User
from trainer.preparation import note_words
from trainer.recording import writing
from trainer.words import explained, say

#: What every kit says about itself: shown above its tables, not in them.
ABOUT = ("game", "id", "format", "title", "note", "sample", "source")
#: A line of a table shows so many values of a list; the whole list is one click away.
SHOWN = 12


class BadKit(Exception):
    """The kit cannot be used: for each thing that is wrong its place and the words. Nothing was written."""

    def __init__(self, findings: list[tuple[str, Words | str]]) -> None:
        super().__init__(len(findings))
        self.findings = findings


@dataclass
class Cell:
    """One value: its dotted path, in words, and where it comes from (text, box, sample; empty for a mixture)."""

    path: str
    text: str
    source: str
    #: holds further values: opened as a table of its own
    inner: bool = False
    number: bool = False


@dataclass
class Sheet:
    """A part of the kit as a table. `columns` is empty for a list of single values."""

    title: str
    path: str
    columns: list[str]
    rows: list[tuple[str, list[Cell | None]]] = field(default_factory=list)
    #: entries may be added: `names` (with a name of their own), `list`, or nothing
    grows: str = ""


def kit_from_file(rules: Game[Any], raw: bytes) -> Any:
    """Return the kit of a file. Raises BadKit with everything that is wrong in it."""
    if b"\\u0000" in raw:
        raise BadKit([("", Words(_("The file holds a null character.")))])
    try:
        kit = read_kit(rules, raw)
        findings = rules.check_kit(kit)
    except Refusal as refusal:
        message = str(refusal.figures.get("message", ""))
        place, words = explained(message)
        raise BadKit([(_exact(rules, raw, place, message), words)]) from None
    except RecursionError:
        raise BadKit([("", Words(_("The file is nested too deeply.")))]) from None
    blocking = [(note.path, note_words(rules.meta.slug, note)) for note in findings if note.blocks]
    if blocking:
        raise BadKit(blocking)
    return kit


def _exact(rules: Game[Any], raw: bytes, place: str, message: str) -> str:
    """Return the place with the names of the mappings, which the reader leaves open: `eco.E1.start`."""
    if "..." not in place:
        return place
    tree = msgspec.json.decode(raw)
    if tree.get("format") != FORMAT:
        return place
    parts = [part for part in place.replace("...", "*").split(".") if part]
    while "*" in parts:
        at = parts.index("*")
        parent = parts[:at]
        wrong = next((name for name in _names(tree, parent) if _fails(rules, tree, parent, name, message)), None)
        if wrong is None:
            return place
        parts[at] = wrong
    return ".".join(parts)


def _names(tree: Any, path: list[str]) -> list[str]:
    for part in path:
        tree = tree[int(part)] if isinstance(tree, list) else tree.get(part, {})
    return list(tree) if isinstance(tree, dict) else []


def _fails(rules: Game[Any], tree: Any, path: list[str], name: str, message: str) -> bool:
    """Whether the kit with this entry alone in the mapping at `path` fails in the same way."""
    tree = copy.deepcopy(tree)
    place = tree
    for part in path[:-1]:
        place = place[int(part)] if isinstance(place, list) else place[part]
    last = path[-1]
    key: Any = int(last) if isinstance(place, list) else last
    place[key] = {name: place[key][name]}
    try:
        msgspec.convert(tree, rules.kit_type)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


# ---- a trainer's kits -------------------------------------------------------------------------


def kit_keep(owner: User, rules: Game[Any], kit: Any, title: str) -> TrainerKit:
    """Keep a kit among the trainer's own; the same kit under the same title is kept once."""
    with writing():
        return TrainerKit.objects.get_or_create(
            owner=owner, game=rules.meta.slug, title=title[:120], body=write_kit(kit)
        )[0]


def kit_write(kept: TrainerKit, kit: Any) -> None:
    """Keep the changed kit in place of the old one."""
    kept.body = write_kit(kit)
    with writing():
        kept.save(update_fields=["body", "updated_at"])


def with_box_value(kit: Any, path: str, value: Any) -> Any:
    """Return the kit with a value typed from the box. Raises Refusal."""
    return with_source(with_value(kit, path, value), path)


def with_source(kit: Any, path: str, source: str = "box") -> Any:
    """Return the kit in which everything at `path` comes from `source`; what the rulebook says stays so."""
    kept = {
        name: found
        for name, found in kit.source.items()
        if not (name == path or name.startswith(f"{path}.")) or (found == "text" and name != path)
    }
    return msgspec.structs.replace(kit, source={**kept, path: source})


def all_from_box(kit: Any) -> Any:
    """Return the kit as compared with the box: nothing in it is invented any more."""
    source = {name: found for name, found in kit.source.items() if found == "text"}
    return msgspec.structs.replace(kit, sample=False, source=source)


def with_copy(kit: Any, path: str, name: str) -> Any:
    """Return the kit with a further entry in the mapping (or list) at `path`, a copy of its last one.

    Raises Refusal: E_UNKNOWN for a name that is taken or empty, or a place that is no mapping or list.
    """
    here = value_at(kit, path)
    if isinstance(here, list) and here:
        return with_source(with_value(kit, path, [*here, here[-1]]), f"{path}.{len(here)}")
    if not isinstance(here, dict) or not here or not name or name in here or "." in name:
        raise Refusal("E_UNKNOWN", "name", value=name)
    return with_box_value(kit, f"{path}.{name}", list(here.values())[-1])


def without(kit: Any, path: str) -> Any:
    """Return the kit without the entry at `path`. Raises Refusal where it is needed or not there."""
    parent, _dot, name = path.rpartition(".")
    if not parent:
        raise Refusal("E_UNKNOWN", "path", value=path)
    here = value_at(kit, parent)
    value_at(kit, path)
    rest = [one for at, one in enumerate(here) if str(at) != name] if isinstance(here, list) else dict(here)
    if isinstance(rest, dict):
        del rest[name]
    changed = with_value(kit, parent, rest)
    source = {key: found for key, found in kit.source.items() if key != path and not key.startswith(f"{path}.")}
    return msgspec.structs.replace(changed, source=source)


# ---- as tables --------------------------------------------------------------------------------


def sheets(rules: Game[Any], kit: Kit, path: str = "") -> list[Sheet]:
    """Return the kit, or what is at `path` in it, as tables. Raises Refusal(E_UNKNOWN) if there is no such place."""
    tree = msgspec.to_builtins(kit) if not path else value_at(kit, path)
    if not path:
        tree = {name: getattr(kit, name) for name in kit.__struct_fields__ if name not in ABOUT}
        tree = msgspec.to_builtins(tree)
    parts = _parts(tree)
    single = Sheet(word(rules, path.rpartition(".")[2]) if path else gettext("Values"), path, [])
    single.grows = holds_entries(rules, path) if path else ""
    found = []
    for name, value in parts:
        here = f"{path}.{name}".strip(".")
        if not path and _parts(value):
            found.append(_sheet(rules, kit, name, here, value))
        else:
            single.rows.append((_title(rules, kit, here, name), [_cell(rules, kit, here, value)]))
    if path and all(_parts(value) for _name, value in parts) and parts:
        return [_sheet(rules, kit, path.rpartition(".")[2], path, tree)]
    return ([single] if single.rows else []) + found


def word(rules: Game[Any], name: str) -> str:
    """Return the word for a name in a kit; an id has none and stays as it is."""
    return say(term(rules, name)) if name in rules.terms else name


def _parts(tree: Any) -> list[tuple[str, Any]]:
    if isinstance(tree, dict):
        return list(tree.items())
    if isinstance(tree, list) and any(isinstance(one, (dict, list)) for one in tree):
        return [(str(at), one) for at, one in enumerate(tree)]
    return []


def _sheet(rules: Game[Any], kit: Kit, name: str, path: str, tree: Any) -> Sheet:
    """A row for each entry; its own entries are the columns."""
    parts = _parts(tree)
    names: list[str] = []
    for _name, value in parts:
        if isinstance(value, dict):
            names += [one for one in value if one not in names]
    sheet = Sheet(word(rules, name), path, [say(term(rules, one)) for one in names])
    sheet.grows = holds_entries(rules, path)
    for entry, value in parts:
        here = f"{path}.{entry}"
        if isinstance(value, dict):
            cells = [_cell(rules, kit, f"{here}.{one}", value[one]) if one in value else None for one in names]
        else:
            cells = [_cell(rules, kit, here, value), *[None] * (len(names) - 1)]
        sheet.rows.append((_title(rules, kit, here, entry), cells))
    return sheet


def _title(rules: Game[Any], kit: Kit, path: str, name: str) -> str:
    """What stands at the head of a row: the word for it, or the id, or the number in a list from 1."""
    if isinstance(value_at(kit, path.rpartition(".")[0]) if "." in path else {}, list):
        return str(int(name) + 1)
    return word(rules, name)


def _cell(rules: Game[Any], kit: Kit, path: str, value: Any) -> Cell:
    inner = bool(_parts(value))
    return Cell(path, _brief(rules, value), origin(kit, path), inner, isinstance(value, int) and value is not True)


def _brief(rules: Game[Any], value: Any) -> str:
    """A value in one line: lists and mappings are shortened."""
    if isinstance(value, bool):
        return say(Words("yes" if value else "no"))
    if value is None or value == "":
        return "—"
    if isinstance(value, dict):
        items = [f"{word(rules, name)}: {_brief(rules, one)}" for name, one in list(value.items())[:SHOWN]]
    elif isinstance(value, list):
        items = [_brief(rules, one) for one in value[:SHOWN]]
    else:
        return number(value) if isinstance(value, int) else word(rules, str(value))
    more = ["…"] if len(value) > SHOWN else []
    return ", ".join([*items, *more]) or "—"
