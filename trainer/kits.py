"""Kits as trainers keep them: read from a file, corrected value by value."""

from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import FORMAT, read_kit, write_kit
from games.engine.paths import value_at, with_value
from games.engine.refusal import Refusal
from trainer.models import TrainerKit, User
from trainer.preparation import note_words
from trainer.recording import writing
from trainer.words import explained

#: entries of a file at all depths; the largest box has two thousand
MOST_PARTS = 20_000


class BadKit(Exception):
    """The kit cannot be used: for each thing that is wrong its place and the words. Nothing was written."""

    def __init__(self, findings: list[tuple[str, Words | str]]) -> None:
        super().__init__(len(findings))
        self.findings = findings


def kit_from_file(rules: Game[Any], raw: bytes) -> Any:
    """Return the kit of a file. Raises BadKit with everything that is wrong in it."""
    if b"\\u0000" in raw:
        raise BadKit([("", Words(_("The file holds a null character.")))])
    try:
        tree = msgspec.json.decode(raw)
        if sum(raw.count(sign) for sign in b"{[,") > MOST_PARTS:
            raise BadKit([("", Words(_("The file has too many entries.")))])
        if not isinstance(tree, dict) or tree.get("format", FORMAT) != FORMAT:
            raise BadKit([("format", Words(_("This is not the file of a kit.")))])
        if tree.get("game", rules.meta.slug) != rules.meta.slug:
            raise BadKit(
                [("game", Words(_("This is a kit of another game: %(game)s."), {"game": str(tree["game"])[:60]}))]
            )
        kit = read_kit(rules, tree)
        findings = rules.check_kit(kit)
    except Refusal as refusal:
        raise _bad(rules, tree, str(refusal.figures.get("message", ""))) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadKit([explained(str(error))]) from None
    except RecursionError:
        raise BadKit([("", Words(_("The file is nested too deeply.")))]) from None
    blocking = [(note.path, note_words(rules.meta.slug, note)) for note in findings if note.blocks]
    if blocking:
        raise BadKit(blocking)
    return kit


def _bad(rules: Game[Any], tree: dict[str, Any], message: str) -> BadKit:
    """Return what the engine says about a kit, in words and with the exact place."""
    place, words = explained(message)
    if words == message:
        return BadKit([("", Words(_("This is not a kit of this game: %(message)s."), {"message": message}))])
    return BadKit([(_exact(rules, tree, place, message), words)])


def _exact(rules: Game[Any], tree: dict[str, Any], place: str, message: str) -> str:
    """Return the place with the names of the mappings, which the reader leaves open: `eco.E1.start`."""
    if "*" not in place or "format" not in tree:
        return place
    parts = place.split(".")
    while "*" in parts:
        at = parts.index("*")
        mapping: Any = tree
        for part in parts[:at]:
            mapping = mapping[int(part)] if isinstance(mapping, list) else mapping.get(part, {})
        name = _first_wrong(rules, tree, mapping, message) if isinstance(mapping, dict) else None
        if name is None:
            return place
        parts[at] = name
    return ".".join(parts)


def _first_wrong(rules: Game[Any], tree: dict[str, Any], mapping: dict[str, Any], message: str) -> str | None:
    """Return the first entry of this mapping of the kit about which the message is, found by halving; the kit stays."""
    entries = list(mapping.items())
    fine, wrong = 0, len(entries)
    try:
        while wrong - fine > 1:
            half = (fine + wrong) // 2
            mapping.clear()
            mapping.update(entries[:half])
            fine, wrong = (fine, half) if _fails(rules, tree, message) else (half, wrong)
        mapping.clear()
        mapping.update(entries[fine:wrong])
        return entries[fine][0] if entries and _fails(rules, tree, message) else None
    finally:
        mapping.clear()
        mapping.update(entries)


def _fails(rules: Game[Any], tree: dict[str, Any], message: str) -> bool:
    """Whether the kit fails with this message."""
    try:
        msgspec.convert(tree, rules.kit_type)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


# ---- a trainer's kits -------------------------------------------------------------------------


def kit_keep(owner: User, rules: Game[Any], kit: Any, title: str) -> TrainerKit:
    """Keep a kit among the trainer's own; the same kit under the same title is kept once."""
    about = {"owner": owner, "game": rules.meta.slug, "title": title[:120], "body": write_kit(kit)}
    with writing():
        # Not get_or_create: renamed or edited, two kits may have become the same.
        return TrainerKit.objects.filter(**about).first() or TrainerKit.objects.create(**about)


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
