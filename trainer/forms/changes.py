"""What was typed on the page of the whole position, as values by their path."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from trainer.forms.position import Place, Position, Section, takes_none
from trainer.forms.texts import Unreadable
from trainer.words import say

#: sent for a row, or for what may be absent as a whole, that is taken out
GONE = "none"
_LEFT = object()


def changed(position: Position, typed: dict[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that differ from the state by path, and the problems of what cannot be read.

    A mapping gives one value for each entry that changed, so that the game may move what lies there.
    """
    reading = _Reading(position, typed)
    for section in position.sections():
        reading.section(section)
    return reading.values, reading.problems


class _Reading:
    def __init__(self, position: Position, typed: dict[str, str]) -> None:
        self.position, self.typed = position, typed
        self.values: dict[str, Any] = {}
        self.problems: dict[str, str] = {}

    def section(self, section: Section) -> None:
        """Read a part of the state."""
        if section.listed:
            self._list(section)
        elif section.absent:
            made = self._made(section)
            if made is not None:
                self.values[section.path] = made
        elif section.path and self.typed.get(section.path) == GONE:
            self.values[section.path] = None
        else:
            self._places(section.places)
            for inner in section.inner:
                self._list(inner)

    def _new(self, place: Place) -> Any:
        """Return what was typed, or _LEFT where nothing else was typed or it cannot be read."""
        text = self.typed.get(place.path)
        if text is None or " ".join(text.split()) == " ".join(place.text.split()):
            return _LEFT
        try:
            return self.position.read(place, text)
        except Unreadable as problem:
            self.problems[place.path] = say(problem.words)
            return _LEFT

    def _places(self, places: list[Place]) -> None:
        for place in places:
            new = self._new(place)
            if new is not _LEFT and new != place.value:
                self.values |= dict(_split(place, new))

    def _list(self, section: Section) -> None:
        """A list is sent whole where a row was taken out or added; else only what changed in its rows."""
        kept = [at for at in range(len(section.value)) if self.typed.get(f"{section.path}.{at}") != GONE]
        more = self._more(section)
        rows = [[place for place in row if place] for _title, row in section.rows[:-1]]
        if len(kept) == len(rows) and not more:
            for row in rows:
                self._places(row)
            return
        found = []
        for at in kept:
            whole = dict(section.value[at])
            for place in rows[at]:
                new = self._new(place)
                if new is not _LEFT:
                    _put(whole, place.path.removeprefix(f"{section.path}.{at}."), new)
            found.append(whole)
        self.values[section.path] = found + more

    def _more(self, section: Section) -> list[dict[str, Any]]:
        """Return the entry typed in the empty row of a list, if there is one."""
        row = [place for place in section.rows[-1][1] if place]
        made = self._whole(row, f"{section.path}.{len(section.rows) - 1}.")
        return [] if made is None else [made]

    def _made(self, section: Section) -> dict[str, Any] | None:
        """Return what was not there and is typed in now; None if nothing was."""
        lists = {one.path.removeprefix(f"{section.path}."): more for one in section.inner if (more := self._more(one))}
        made = self._whole(section.places, f"{section.path}.", bool(lists))
        return None if made is None else {**made, **lists}

    def _whole(self, places: list[Place], root: str, begun: bool = False) -> dict[str, Any] | None:
        """Return a struct from empty places: what says nothing keeps its default."""
        if not begun and not any(self.typed.get(place.path, "").strip() for place in places):
            return None
        whole: dict[str, Any] = {}
        for place in places:
            new = self._new(place)
            if new is not _LEFT:
                _put(whole, place.path.removeprefix(root), new)
            elif place.required and takes_none(place.info):
                _put(whole, place.path.removeprefix(root), None)
            elif place.required and place.path not in self.problems:
                self.problems[place.path] = _("Something is needed here.")
        return whole


def _put(whole: dict[str, Any], path: str, value: Any) -> None:
    """Set a value in a struct, or in one inside it, without touching what it was copied from."""
    name, _dot, below = path.partition(".")
    if below:
        whole[name] = dict(whole.get(name) or {})
        _put(whole[name], below, value)
    else:
        whole[name] = value


def _split(place: Place, new: Any) -> Iterator[tuple[str, Any]]:
    old = place.value
    lists = (
        isinstance(old, dict)
        and isinstance(new, dict)
        and all(isinstance(one, list) for one in (*old.values(), *new.values()))
    )
    if not isinstance(new, dict) or not isinstance(old, dict) or (set(old) - set(new) and not lists):
        yield place.path, new
        return
    for key in {**old, **new}:
        if old.get(key) != new.get(key):
            yield f"{place.path}.{key}", new.get(key, [])
