"""From a log to a debrief: one replay that feeds the game's collector, the ledger, the moves and the leader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine.evidence import Evidence, Findings, Moment, Moments, Table
from games.engine.game import Game
from games.engine.game import Standing as GamePlace
from games.engine.i18n import Words
from games.engine.kit import has_samples
from games.engine.log import Row
from games.engine.replay import Origin
from reports.corrections import corrections
from reports.debrief import (
    Debrief,
    Edits,
    GameFacts,
    Header,
    KitFacts,
    Listed,
    MoveLine,
    OptionLine,
    Place,
    QuestionEdit,
    QuestionSheet,
    Remark,
    TeamFacts,
    TeamSheet,
)
from reports.replayed import Pass
from reports.summary import effect_word, round_word, sentence, summary
from reports.words import NBSP, clock, number, say, spoken


def build_debrief(
    game: Game[Any],
    origin: Origin,
    rows: Sequence[Row],
    header: Header,
    *,
    marks: Sequence[Remark] = (),
    edits: Edits | None = None,
    by: Mapping[int, str] | None = None,
    refused: int = 0,
    language: str = "ru",
) -> Debrief:
    """Return the debrief of a session in `language`.

    `rows` is the whole log (corrections are told from it), `by` says who recorded a row. Pure: no database, no clock.
    Raises Broken if a standing entry is refused in replay, Refusal if the game cannot be set up.
    """
    edits = edits or Edits()
    by = by or {}
    with translation.override(language):
        seen = Pass(game, origin, rows, by)
        teams = [_team(seat, team) for seat, team in enumerate(seen.table.teams)]
        found: Findings = spoken(seen.findings)
        badge = _("Sample, not from the box") if has_samples(seen.table.kit) else ""
        status = _status(game, seen)
        listed = catalogue(found)
        return Debrief(
            language=language,
            header=header,
            game=GameFacts(game.meta.slug, _(game.meta.title), _(game.meta.source), game.meta.version, game.meta.ink),
            badge=badge,
            status=status,
            status_words=STATUS[status](),
            digest=game.digest(seen.table),
            round_word=round_word(seen, found),
            effect_word=effect_word(seen, found),
            rows=len(rows),
            refused=refused,
            teams=teams,
            places=_places(game, seen.places, found),
            summary=summary(seen, found, teams, edits, status, badge),
            results=found.results,
            course=found.course,
            questions=_questions(found, edits, listed, seen.moves),
            catalogue={name: Listed(str(piece.title), type(piece).__name__) for name, piece in listed.items()},
            stars=[_star(mark, seen.moves) for mark in marks if mark.kind == "star"],
            notes=_remarks(marks, "note"),
            sheets=[_sheet(team, found) for team in teams],
            corrections=corrections(game, origin, rows, by),
            rulings=seen.rulings,
            disputes=_remarks(marks, "dispute"),
            options=_options(game, seen.table.options),
            kit=_kit(seen.table.kit),
            method=_method(found),
            ledger=seen.ledger,
            moves=seen.moves,
            bids=found.bids,
        )


STATUS = {
    "finished": lambda: _("The game is finished"),
    "stopped": lambda: _("Stopped by the trainer before its end"),
    "running": lambda: _("The game is not finished: figures as they stand"),
}


def _status(game: Game[Any], seen: Pass) -> str:
    if any(entry.action == "stop_game" for entry in seen.entries.values()):
        return "stopped"
    return "finished" if game.finished(seen.table) else "running"


def _team(seat: int, team: Any) -> TeamFacts:
    letter = team.letter or next((c for c in team.name if c.isalnum()), "").upper()
    colour = team.colour if 1 <= team.colour <= 6 else seat % 6 + 1
    return TeamFacts(team.id, team.name, letter, seat, colour)


def _places(game: Game[Any], places: list[GamePlace], found: Findings) -> list[Place]:
    columns = _columns(found)
    made = []
    for place in places:
        parts = []
        for part, figure in place.parts.items():
            same = {one.team: one.parts.get(part) for one in places}
            label = say(Words(game.whats.get(part) or part))
            if label == part:
                label = next((name for name, values in columns if values == same), part)
            parts.append((label, figure))
        made.append(Place(place.team, place.rank, place.total, parts))
    return made


def _columns(found: Findings) -> list[tuple[str, dict[str, Any]]]:
    """Return the columns of the results with their figures by team: a part of the total may be named by one."""
    columns = []
    for piece in found.results:
        if isinstance(piece, Table):
            team = next((at for at, one in enumerate(piece.columns) if one.kind == "team"), None)
            if team is not None:
                columns += [
                    (str(one.label), {row[team]: row[at] for row in piece.rows if row[team]})
                    for at, one in enumerate(piece.columns)
                ]
    return columns


# ---- questions, teams -------------------------------------------------------------------------


def catalogue(found: Findings) -> dict[str, Evidence]:
    """Return every piece of evidence under a key that stays the same: what a trainer picks from for own questions."""
    pieces: dict[str, Evidence] = {}
    groups = {"results": found.results, "course": found.course, "bids": found.bids}
    groups |= {f"question.{key}": value for key, value in found.answers.items()}
    groups |= {f"team.{key}": value for key, value in found.teams.items()}
    for group, members in groups.items():
        pieces |= {f"{group}.{at}": piece for at, piece in enumerate(members)}
    return pieces


def _questions(
    found: Findings, edits: Edits, pieces: Mapping[str, Evidence], moves: list[MoveLine]
) -> list[QuestionSheet]:
    given = {question.id: question for question in found.questions}
    ids = [*given, *(key for key in edits.questions if key not in given)]
    ids.sort(key=lambda key: edits.order.index(key) if key in edits.order else len(edits.order))
    lines = {line.n: line for line in moves}
    sheets: list[QuestionSheet] = []
    count = 0
    for key in ids:
        edit = edits.questions.get(key) or QuestionEdit()
        question = given.get(key)
        text = edit.text or (str(question.text) if question else "")
        if not text:
            continue
        count += not edit.hidden
        evidence: list[Evidence] = []
        moments: list[Moment] = []
        for piece in [*found.answers.get(key, []), *(pieces[name] for name in edit.evidence if name in pieces)]:
            if isinstance(piece, Moments):
                moments += piece.moments
            else:
                evidence.append(piece)
        moments += [_moment(lines[n]) for n in edit.moments if n in lines]
        sheets.append(
            QuestionSheet(
                number=0 if edit.hidden else count,
                id=key,
                text=text,
                printed=bool(question and question.printed),
                own=question is None,
                theory=str(question.theory or "") if question else "",
                evidence=evidence,
                moments=_in_order(moments),
                answer=edit.answer,
                hidden=edit.hidden,
            )
        )
    return sheets


def _remarks(marks: Sequence[Remark], kind: str) -> list[Remark]:
    return [msgspec.structs.replace(mark, at=clock(mark.at)) for mark in marks if mark.kind == kind]


def _in_order(moments: list[Moment]) -> list[Moment]:
    """Return moments in order of play, each once."""
    unique = {(moment.n, str(moment.words)): moment for moment in moments}
    return sorted(unique.values(), key=lambda moment: moment.n)


def _moment(line: MoveLine) -> Moment:
    return Moment(line.n, line.round, line.words, line.team)


def _star(mark: Remark, moves: list[MoveLine]) -> Moment:
    line = next((line for line in moves if line.n == mark.n), None)
    if line is None:
        return Moment(mark.n, 0, mark.text)
    words = f"{line.words} ({mark.text})" if mark.text else line.words
    return Moment(line.n, line.round, words, line.team)


def _sheet(team: TeamFacts, found: Findings) -> TeamSheet:
    pieces = found.teams.get(team.id, [])
    # A game that chose the moments of a team is not overruled.
    chosen = [moment for piece in pieces if isinstance(piece, Moments) for moment in piece.moments]
    moments = chosen or [moment for moment in found.moments if moment.team == team.id]
    return TeamSheet(team.id, [piece for piece in pieces if not isinstance(piece, Moments)], _in_order(moments))


# ---- rules, kit, method -----------------------------------------------------------------------


def _options(game: Game[Any], options: Any) -> list[OptionLine]:
    lines = []
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        helped = game.option_help.get(field.name, "")
        term = game.terms.get(f"{field.name}.{value}") or game.terms.get(str(value))
        words = say(Words(term)) if term and isinstance(value, str) else _option_value(value)
        code = isinstance(value, str) and words == value
        changed = not _is_default(field, value)
        name = game.terms.get(field.name)
        told, help_text = (say(Words(one)) if one else "" for one in (name, helped))
        lines.append(OptionLine(told or field.name, words, help_text, changed, code))
    return lines


def _is_default(field: msgspec.structs.FieldInfo, value: Any) -> bool:
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(field.default_factory() == value)
    return bool(field.default == value)


def _option_value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, (int, float)):
        return number(value, 0 if float(value).is_integer() else 2)
    if isinstance(value, (list, tuple)):
        return ", ".join(_option_value(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}{NBSP}= {_option_value(one)}" for key, one in value.items())
    return _(str(value)) if value else "–"


def _kit(kit: Any) -> KitFacts:
    words = {"text": _("from the rulebook"), "box": _("typed from the box"), "sample": _("invented")}
    counts = [(label, sum(source == key for source in kit.source.values())) for key, label in words.items()]
    return KitFacts(kit.title, kit.id, kit.note, [(label, n) for label, n in counts if n])


def _method(found: Findings) -> list[tuple[str, str]]:
    """Return how figures are counted, each way once, with the title of the first piece that is counted so."""
    lines: dict[str, str] = {}
    for piece in catalogue(found).values():
        text = " ".join(sentence(str(part)) for part in (piece.measure, piece.note) if part)
        if " " in text:  # a measure that only names the unit is no method
            lines.setdefault(text, str(piece.title))
    return [(title, text) for text, title in lines.items()]
