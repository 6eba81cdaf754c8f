"""A kit of any game as tables: what is in it stands in rows and columns, made from its own form."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.engine.game import Game
from games.engine.i18n import number
from games.engine.kit import Kit, origin
from games.engine.paths import plain
from games.engine.refusal import Refusal
from trainer.forms.structs import term
from trainer.forms.values import holds_entries
from trainer.words import say

#: What every kit says about itself: shown above its tables, not in them.
ABOUT = ("game", "id", "format", "title", "note", "sample", "source")
#: A cell shows so many values of a list or mapping; the whole is one click away.
SHOWN = 12


@dataclass
class Cell:
    """One value: its dotted path, in words. `source` (text, box, sample) is said where it differs from its row's."""

    path: str
    text: str
    source: str
    #: holds further values: opened as a table of its own
    inner: bool = False
    number: bool = False


@dataclass
class Row:
    """A line of a table: an entry of the kit, or one value of it."""

    title: str
    path: str
    cells: list[Cell | None]
    source: str = ""
    #: may be opened by itself
    opens: bool = False

    def __post_init__(self) -> None:
        sources = Counter(cell.source for cell in self.cells if cell)
        self.source = sources.most_common(1)[0][0] if sources else ""
        for cell in self.cells:
            if cell and cell.source == self.source:
                cell.source = ""


@dataclass
class Sheet:
    """A part of the kit as a table. `columns` is empty for single values."""

    title: str
    path: str
    columns: list[str]
    rows: list[Row] = field(default_factory=list)
    #: entries may be added: `names` (with a name of their own), `list`, or nothing
    grows: str = ""


def sheets(rules: Game[Any], kit: Kit, path: str = "") -> list[Sheet]:
    """Return the kit, or what is at `path` in it, as tables. Raises Refusal(E_UNKNOWN) if there is no such place."""
    tree = plain(kit)
    if not path:
        return _whole(rules, kit, {name: one for name, one in tree.items() if name not in ABOUT})
    keys = path.split(".")
    for key in keys:
        tree = _inside(tree, key)
        if tree is None:
            raise Refusal("E_UNKNOWN", "path", value=path)
    if _is_table(tree):
        return [_table(rules, kit, keys[-1], path, tree)]
    return [_values(rules, kit, keys[-1], path, _entries(tree), isinstance(tree, list))]


def word(rules: Game[Any], name: str, parent: str = "") -> str:
    """Return the word for a name in a kit, in the sense it has under `parent`; an id has none and stays as it is."""
    of = next((one for one in reversed(parent.split(".")) if f"{one}.{name}" in rules.terms), "")
    return say(term(rules, name, of)) if of or name in rules.terms else name


def crumbs(rules: Game[Any], path: str) -> list[tuple[str, str]]:
    """Return (path, words) of each step down to `path`."""
    parts = path.split(".") if path else []
    return [(".".join(parts[: at + 1]), word(rules, part, ".".join(parts[:at]))) for at, part in enumerate(parts)]


def _whole(rules: Game[Any], kit: Kit, tree: dict[str, Any]) -> list[Sheet]:
    """The single values first, then a table for each part."""
    single = {name: one for name, one in tree.items() if not _entries(one) or not _is_part(one)}
    found = [_values(rules, kit, "", "", list(single.items()), False)] if single else []
    for name, one in tree.items():
        if name in single:
            continue
        if _is_table(one):
            found.append(_table(rules, kit, name, name, one))
        else:
            found.append(_values(rules, kit, name, name, _entries(one), isinstance(one, list)))
    return found


def _is_part(tree: Any) -> bool:
    return isinstance(tree, dict) or _is_table(tree)


def _is_table(tree: Any) -> bool:
    """Whether every entry has entries of its own: then they are the columns."""
    entries = _entries(tree)
    return bool(entries) and all(isinstance(one, (dict, list)) for _name, one in entries)


def _entries(tree: Any) -> list[tuple[str, Any]]:
    if isinstance(tree, dict):
        return list(tree.items())
    if isinstance(tree, list):
        return [(str(at), one) for at, one in enumerate(tree)]
    return []


def _values(rules: Game[Any], kit: Kit, name: str, path: str, entries: list[tuple[str, Any]], numbered: bool) -> Sheet:
    sheet = Sheet(word(rules, name) if name else _("Values"), path, [], grows=_grows(rules, path))
    for key, one in entries:
        here = f"{path}.{key}".strip(".")
        sheet.rows.append(Row(_title(rules, key, path, numbered), here, [_cell(rules, kit, here, one)]))
    return sheet


def _table(rules: Game[Any], kit: Kit, name: str, path: str, tree: Any) -> Sheet:
    entries = _entries(tree)
    keys: dict[str, None] = {}
    for _key, one in entries:
        keys |= dict.fromkeys(key for key, _value in _entries(one))
    listed = all(isinstance(one, list) for _key, one in entries)
    columns = [_title(rules, key, path, listed) for key in keys]
    sheet = Sheet(word(rules, name), path, columns, grows=_grows(rules, path))
    for entry, one in entries:
        here = f"{path}.{entry}"
        values = dict(_entries(one))
        cells = [_cell(rules, kit, f"{here}.{key}", values[key]) if key in values else None for key in keys]
        sheet.rows.append(Row(_title(rules, entry, path, isinstance(tree, list)), here, cells, opens=True))
    return sheet


def _grows(rules: Game[Any], path: str) -> str:
    return holds_entries(rules, path) if path else ""


def _title(rules: Game[Any], key: str, parent: str, numbered: bool) -> str:
    return str(int(key) + 1) if numbered else word(rules, key, parent)


def _inside(tree: Any, key: str) -> Any:
    return dict(_entries(tree)).get(key)


def _cell(rules: Game[Any], kit: Kit, path: str, value: Any) -> Cell:
    inner = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value))
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return Cell(path, brief(rules, value), origin(kit, path), inner, is_number)


def brief(rules: Game[Any], value: Any) -> str:
    """Return a value in one line: lists and mappings are shortened, what is empty in them is left out."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value == "":
        return "—"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        items = [f"{word(rules, name)}: {brief(rules, one)}" for name, one in value.items() if one]
    elif isinstance(value, list):
        items = [brief(rules, one) for one in value]
    else:
        return word(rules, str(value))
    return ", ".join([*items[:SHOWN], *(["…"] if len(items) > SHOWN else [])]) or "—"
