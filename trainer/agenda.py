"""The plan of a workshop's day: its parts, the debrief that is protected among them, and how the tables keep to it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.i18n import Words
from trainer.loglines import ROUND
from trainer.models import LogRow, Session, Workshop
from trainer.positions import game_of
from trainer.recording import Told
from trainer.words import say

_LINE = re.compile(r"(\d{1,2})[:.](\d\d)[\s–—-]*(.*)")
#: a part of the plan with one of these in its title is the debrief, in either language; many trainers write «дебрифинг»
_DEBRIEF = ("разбор", "дебриф", "debrief")
MOST_PARTS = 20
#: more rounds than that before the debrief, and nobody need hurry
MOST_ROUNDS = 20
#: the drawing: its left edge and width, the width of a letter and of a time
LEFT, WIDTH, LETTER, TIME = 16, 1116, 7.4, 44


class BadPlan(ValueError):
    """A line of the plan cannot be read; the message is for the trainer."""


@dataclass(frozen=True)
class Part:
    """One part of the day, in minutes since midnight."""

    begin: int
    end: int
    title: str

    @property
    def debrief(self) -> bool:
        """Whether it is the debrief, whose time is protected."""
        return any(word in self.title.casefold() for word in _DEBRIEF)

    @property
    def time(self) -> str:
        """When it begins, as people write it."""
        return clock_time(self.begin)


@dataclass(frozen=True)
class Block:
    """A part as it is drawn: `label` is its title cut to the block, `time` empty where there is no room for it."""

    part: Part
    x: float
    width: float
    status: str
    label: str
    time: str

    @property
    def text_x(self) -> float:
        return self.x + 8


@dataclass
class Agenda:
    """The plan as the page shows it. `says` are (warning, sentence); `now_x` is None outside the day."""

    blocks: list[Block]
    end: str
    today: bool
    now: str = ""
    now_x: float | None = None
    says: list[tuple[bool, str]] = field(default_factory=list)

    @property
    def right(self) -> int:
        return LEFT + WIDTH


def clock_time(minutes: int) -> str:
    """Return minutes since midnight as «9:05»."""
    return f"{minutes // 60}:{minutes % 60:02}"


def parts_of(text: str) -> list[Part]:
    """Read a plan: a line for each part, «10:00 ввод», and a last line with only the time of the end.

    Raises BadPlan for a line without a time, a time that does not grow, or too many lines.
    """
    marks: list[tuple[int, str]] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        found = _LINE.fullmatch(line)
        if found is None or int(found[1]) > 24 or int(found[2]) > 59:
            raise BadPlan(_("“%(line)s”: a line begins with the time, 10:00 for example.") % {"line": line})
        minutes = int(found[1]) * 60 + int(found[2])
        if marks and minutes <= marks[-1][0]:
            raise BadPlan(_("“%(line)s”: this time is not later than the one above.") % {"line": line})
        marks.append((minutes, found[3].strip()))
    if not marks:
        return []
    if len(marks) < 2 or marks[-1][1]:
        raise BadPlan(_("The last line is the time of the end alone, 17:30 for example."))
    if len(marks) > MOST_PARTS + 1:
        raise BadPlan(_("At most %(most)s parts.") % {"most": MOST_PARTS})
    return [Part(begin, end, title) for (begin, title), (end, _title) in pairwise(marks)]


def agenda_of(workshop: Workshop, tables: Sequence[Session], now: datetime) -> Agenda | None:
    """Return the plan of the day as it stands at `now` (local time), or None if there is none."""
    parts = parts_of(workshop.plan)
    if not parts:
        return None
    first, last = parts[0].begin, parts[-1].end
    minute = now.hour * 60 + now.minute if workshop.held_on == now.date() else None
    agenda = Agenda([], clock_time(last), minute is not None)
    if minute is not None and first <= minute <= last:
        agenda.now, agenda.now_x = clock_time(minute), _x(minute, first, last)
    free = 0.0
    for part in parts:
        x, right = _x(part.begin, first, last), _x(part.end, first, last)
        taken = [LEFT + WIDTH - TIME] if agenda.now_x is None else [agenda.now_x - TIME, LEFT + WIDTH - TIME]
        hidden = x < free or any(place < x + TIME and x < place + 2 * TIME for place in taken)
        if not hidden:
            free = x + TIME
        width = round(right - x - 2, 1)
        agenda.blocks.append(
            Block(part, x, width, _status(part, minute), _cut(part.title, width), "" if hidden else part.time)
        )
    agenda.says = _says(parts, [one for one in tables if one.status == Session.Status.RUNNING], minute, now)
    return agenda


def _x(minute: int, first: int, last: int) -> float:
    return round(LEFT + (minute - first) / (last - first) * WIDTH, 1)


def _cut(title: str, width: float) -> str:
    most = int((width - 12) / LETTER)
    return title if len(title) <= most else f"{title[: most - 1].rstrip()}…" if most > 2 else ""


def _status(part: Part, minute: int | None) -> str:
    if minute is None or minute < part.begin:
        return "to come"
    return "done" if minute >= part.end else "now"


def _says(parts: list[Part], running: list[Session], minute: int | None, now: datetime) -> list[tuple[bool, str]]:
    """What the trainer should know about the debrief: how long until it, who still plays, how many rounds go in."""
    debrief = next((part for part in parts if part.debrief), None)
    if debrief is None:
        return [(True, _("There is no debrief in the plan: name a part “debrief”."))]
    if minute is None or minute >= debrief.end:
        return []
    if minute >= debrief.begin:
        return [_begun(debrief, running, minute)]
    left = debrief.begin - minute
    paces = [_pace(session, left, now) for session in running]
    return [(False, _("%(time)s to the debrief.") % {"time": _span(left)}), *((False, one) for one in paces if one)]


def _begun(debrief: Part, running: list[Session], minute: int) -> tuple[bool, str]:
    if not running:
        return False, _("Time of the debrief, until %(time)s.") % {"time": clock_time(debrief.end)}
    text = _("The debrief should have begun at %(time)s, %(span)s ago. Still playing: %(tables)s.")
    tables = ", ".join(session.title for session in running)
    return True, text % {"time": debrief.time, "span": _span(minute - debrief.begin), "tables": tables}


def _span(minutes: int) -> str:
    figures = {"hours": minutes // 60, "minutes": minutes % 60}
    return (_("%(hours)s h %(minutes)s min") if minutes >= 60 else _("%(minutes)s min")) % figures


def _pace(session: Session, left: int, now: datetime) -> str:
    """How long a round takes at this table and how many go in before the debrief.

    Empty before two rounds are over, or where time is no question. The median: a lunch within a round does not count.
    """
    begun: dict[int, datetime] = {}
    rows = LogRow.objects.filter(session=session, kind="move").order_by("seq").values_list("told", "at")
    for told, at in rows:
        begun.setdefault(msgspec.json.decode(told, type=Told).round, at)
    rounds = [later - earlier for earlier, later in pairwise(begun.values())]
    if len(rounds) < 2 or now.date() != timezone.localdate(session.started_at):
        return ""
    usual = max(median(rounds), timedelta(minutes=1))
    count = timedelta(minutes=left) // usual
    if count > MOST_ROUNDS:
        return ""
    word = say(Words(game_of(session).terms.get("round", ROUND)))
    figures = {
        "table": session.title, "round": word[:1].lower() + word[1:],
        "minutes": round(usual / timedelta(minutes=1)), "count": count,
    }  # fmt: skip
    return _("%(table)s: %(round)s takes about %(minutes)s min, %(count)s more before the debrief.") % figures
