"""The files of a report: what is built, what each is called, and under which name it is saved."""

import re
import unicodedata

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.registry import meta
from trainer.models import Session

#: file name -> its label, in the order of the page
LABELS = (
    ("report.pdf", _("Report, PDF")),
    ("one-page.pdf", _("One page for the client, PDF")),
    ("teams.pdf", _("A page for each team, PDF")),
    ("report.xlsx", _("Workbook, Excel")),
)
#: letters before the ending: those of a long client or table go, day and kind stay
MOST = 115
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


def file_name(session: Session, name: str) -> str:
    """Return the name a file is saved under: game, client, date, what it is; at most 120 letters, safe anywhere."""
    stem, _dot, ending = name.rpartition(".")
    workshop = session.workshop
    day = f"{workshop.held_on or session.created_at:%Y-%m-%d}"
    labels = {"report": gettext("report"), "one-page": gettext("one page"), "teams": gettext("teams")}
    last = f" — {day} — {labels[stem]}"
    parts = [gettext(meta(session.game).title), workshop.client, session.title]
    text = unicodedata.normalize("NFC", " — ".join(part for part in parts if part))
    return f"{_FORBIDDEN.sub(' ', text).strip(' .')[: MOST - len(last)].rstrip()}{last}.{ending}"
