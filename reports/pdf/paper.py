"""The sheet: A4, head and foot, «стр. N из M», bookmarks, title and language, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from reports import fonts
from reports.debrief import Debrief
from reports.pdf import styles
from reports.words import NBSP, date


class NumberedCanvas(Canvas):
    """Puts «стр. N из M» on every page: drawn last, when M is known, into a form that each page already names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pages = 0

    def showPage(self) -> None:
        """Name the form of this page and end it."""
        self.pages += 1
        self.doForm(f"page-{self.pages}")
        super().showPage()

    def save(self) -> None:
        """Draw the page numbers and finish the file."""
        if len(self._code):
            self.showPage()
        right, base = styles.PAGE[0] - styles.MARGIN, _foot_base()
        for page in range(1, self.pages + 1):
            self.beginForm(f"page-{page}")
            self.setFont(fonts.PLAIN, styles.FOOT_SIZE)
            self.setFillColor(styles.GREY)
            self.drawRightString(right, base, _("p. %(page)s of %(pages)s") % {"page": page, "pages": self.pages})
            self.endForm()
        super().save()


class Bookmark(Flowable):
    """A place in the outline; takes no room."""

    def __init__(self, title: str, key: str, level: int = 0) -> None:
        super().__init__()
        self.title = fonts.drawable(title)
        self.key = key
        self.level = level

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take no room."""
        return 0, 0

    def draw(self) -> None:
        """Add the bookmark to the outline at this height of the page."""
        self.canv.bookmarkHorizontal(self.key, 0, 12)
        self.canv.addOutlineEntry(self.title, self.key, self.level, closed=self.level > 0)


def sheet(debrief: Debrief, title: str, story: list[Flowable], covered: bool = False) -> bytes:
    """Return the PDF of a story; `covered`: it begins with page one, which wears the badge itself.

    The same debrief gives the same bytes.
    """
    fonts.register()
    stream = io.BytesIO()
    document = BaseDocTemplate(
        stream,
        pagesize=styles.PAGE,
        title=fonts.drawable(title),
        author=fonts.drawable(debrief.header.trainer),
        subject=fonts.drawable(debrief.game.title),
        creator=fonts.drawable(debrief.header.programme),
        keywords=[],
        lang="ru-RU" if debrief.language == "ru" else "en",
        displayDocTitle=1,
        initialFontName=fonts.PLAIN,
        invariant=1,
        pageCompression=1,
    )
    frame = Frame(
        styles.MARGIN, styles.MARGIN, styles.WIDTH, styles.HEIGHT,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip
    document.addPageTemplates([PageTemplate("page", [frame], onPage=_furniture(debrief, covered))])
    document.build(story, canvasmaker=NumberedCanvas)
    return stream.getvalue()


def _foot_base() -> float:
    return styles.MARGIN - 22


def _furniture(debrief: Debrief, covered: bool) -> Callable[[Canvas, Any], None]:
    """Return what draws the head and the foot of a page."""
    header = debrief.header
    left, right = styles.MARGIN, styles.PAGE[0] - styles.MARGIN
    whose = ", ".join(part for part in (header.client, header.workshop) if part)
    what = ", ".join(part for part in (_("“%(title)s”") % {"title": debrief.game.title}, header.table) if part)
    where = ", ".join(part for part in (header.place, date(header.date)) if part)
    facts = _foot_lines(debrief)

    def draw(canvas: Canvas, document: Any) -> None:
        canvas.saveState()
        top = styles.PAGE[1] - styles.MARGIN - styles.HEAD_SIZE
        canvas.setFillColor(styles.GREY)
        edge = right
        first = covered and document.page == 1
        if debrief.badge and not first:
            edge -= badge_box(canvas, debrief.badge, right - badge_width(debrief.badge), top) + 6
        text = f"{what}. {where}" if first and where else what
        own = fonts.width(whose, fonts.PLAIN, styles.HEAD_SIZE) + 18 if whose else 0
        text = _fit(text, styles.HEAD_SIZE, max(edge - left - own, (edge - left) * 0.5))
        _line(canvas, text, edge, top, styles.HEAD_SIZE, right=True)
        rest = edge - left - fonts.width(text, fonts.PLAIN, styles.HEAD_SIZE) - 12
        _line(canvas, _fit(whose, styles.HEAD_SIZE, rest), left, top, styles.HEAD_SIZE)
        canvas.setStrokeColor(styles.INK)
        canvas.setLineWidth(1.1)
        canvas.line(left, top - 6, right, top - 6)
        canvas.setStrokeColor(styles.LINE)
        canvas.setLineWidth(0.7)
        base = _foot_base()
        canvas.line(left, base + 12, right, base + 12)
        for line in facts:
            _line(canvas, line, left, base, styles.FOOT_SIZE)
            base -= 10.5
        if header.stale:
            canvas.setFillColor(styles.DANGER)
            _line(canvas, _("This report is older than a correction"), left, base - 1, styles.FOOT_SIZE, fonts.BOLD)
        canvas.restoreState()

    return draw


def _known_as(debrief: Debrief) -> tuple[str, str]:
    """Return session, programme and digest; and the rules with their version."""
    digest = NBSP.join(debrief.digest[at : at + 4] for at in range(0, len(debrief.digest), 4))
    parts = []
    if debrief.header.session:
        parts.append(_("Session %(key)s") % {"key": debrief.header.session})
    if debrief.header.programme:
        parts.append(_("programme %(version)s") % {"version": debrief.header.programme})
    parts.append(_("digest %(digest)s") % {"digest": digest})
    rules = _("rules: %(source)s, version %(version)s")
    return ", ".join(parts), rules % {"source": debrief.game.source, "version": debrief.game.version}


def footer(debrief: Debrief) -> str:
    """Return what a page is known by: session, programme, digest of the table, rules and their version."""
    text = ", ".join(_known_as(debrief))
    return text[:1].upper() + text[1:]


def _foot_lines(debrief: Debrief) -> list[str]:
    """Return the foot as one line, or as two where one is too long; the digest is never cut off."""
    most = styles.WIDTH - 62
    known, rules = (text[:1].upper() + text[1:] for text in _known_as(debrief))
    both = footer(debrief)
    if fonts.width(both, fonts.PLAIN, styles.FOOT_SIZE) <= most:
        return [both]
    return [_fit(known, styles.FOOT_SIZE, most), _fit(rules, styles.FOOT_SIZE, most)]


def _line(
    canvas: Canvas, text: str, x: float, y: float, size: float, font: str = fonts.PLAIN, right: bool = False
) -> None:
    """Draw one line of text that may need the spare face."""
    if right:
        x -= fonts.width(text, font, size)
    for spare, piece in fonts.runs(text):
        canvas.setFont(spare or font, size)
        canvas.drawString(x, y, piece)
        x += fonts.width(piece, font, size)


def _fit(text: str, size: float, most: float) -> str:
    """Return one line shortened by an ellipsis."""
    text = " ".join(text[:300].split(" "))
    while text and fonts.width(text, fonts.PLAIN, size) > most:
        text = text[: max(0, min(len(text) - 2, int(len(text) * 0.97)))].rstrip(" …") + "…" if len(text) > 2 else ""
    return text


def badge_width(text: str) -> float:
    """Return how wide the kit's badge is."""
    return fonts.width(text, fonts.PLAIN, styles.HEAD_SIZE) + 10


def badge_box(canvas: Canvas, text: str, left: float, base: float) -> float:
    """Draw the kit's badge in a dashed frame and return its width."""
    width = badge_width(text)
    canvas.saveState()
    canvas.setStrokeColor(styles.GREY)
    canvas.setDash(2, 2)
    canvas.setLineWidth(0.8)
    canvas.roundRect(left, base - 4, width, styles.HEAD_SIZE + 5.5, 2)
    canvas.setFillColor(styles.INK)
    _line(canvas, text, left + 5, base, styles.HEAD_SIZE)
    canvas.restoreState()
    return width


class About(Flowable):
    """One grey line that says what this is, with the kit's badge behind it."""

    def __init__(self, text: str, badge: str) -> None:
        super().__init__()
        self.text = text
        self.badge = badge

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take one line."""
        self.width, self.height = width, 17
        return self.width, self.height

    def draw(self) -> None:
        """Draw the line and the badge."""
        most = self.width - (badge_width(self.badge) + 8 if self.badge else 0)
        self.canv.setFillColor(styles.GREY)
        text = _fit(self.text, styles.HEAD_SIZE, most)
        _line(self.canv, text, 0, 5, styles.HEAD_SIZE)
        if self.badge:
            badge_box(self.canv, self.badge, fonts.width(text, fonts.PLAIN, styles.HEAD_SIZE) + 8, 5)
