"""A drawing as SVG for the page: attributes only, texts aligned by the browser.

reportlab's own writer puts `style` attributes on everything and aligns texts by the width of a face that the page
does not have, so this one writes the few shapes that charts are made of.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.graphics import shapes

from reports import fonts

FACES = "PT Sans, Segoe UI, Arial, sans-serif"
#: a picture knows no face of the page, only those of the machine: whichever it is, a text is set this much wider than
#: PT Sans, so that it stays in the room that was measured for it
_WIDER = 1.05


def svg(drawing: shapes.Drawing, title: str) -> str:
    """Return the drawing as an SVG document whose title is read out. Raises TypeError for a shape charts do not use."""
    height = drawing.height
    body = "".join(_shape(shape, height) for shape in drawing.contents)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(drawing.width)} {_n(height)}" '
        f'font-family="{FACES}" role="img"><title>{escape(_clean(title))}</title>{body}</svg>'
    )


def _shape(shape: Any, height: float) -> str:
    match shape:
        case shapes.String():
            return _text(shape, height)
        case shapes.Line():
            where = f'x1="{_n(shape.x1)}" y1="{_n(height - shape.y1)}" x2="{_n(shape.x2)}" y2="{_n(height - shape.y2)}"'
            return f"<line {where}{_paint(shape)}/>"
        case shapes.Circle():
            return f'<circle cx="{_n(shape.cx)}" cy="{_n(height - shape.cy)}" r="{_n(shape.r)}"{_paint(shape)}/>'
        case shapes.Rect():
            where = f'x="{_n(shape.x)}" y="{_n(height - shape.y - shape.height)}"'
            round_ = f' rx="{_n(shape.rx)}"' if shape.rx else ""
            return f'<rect {where} width="{_n(shape.width)}" height="{_n(shape.height)}"{round_}{_paint(shape)}/>'
        case shapes.Path():
            return f'<path d="{_path(shape, height)}"{_paint(shape)}/>'
        case shapes.Polygon() | shapes.PolyLine():
            flat = shape.points
            where = " ".join(f"{_n(flat[at])},{_n(height - flat[at + 1])}" for at in range(0, len(flat), 2))
            name = "polygon" if isinstance(shape, shapes.Polygon) else "polyline"
            return f'<{name} points="{where}"{_paint(shape)}/>'
    raise TypeError(f"charts do not use {type(shape).__name__}")


def _text(shape: shapes.String, height: float) -> str:
    anchor = f' text-anchor="{shape.textAnchor}"' if shape.textAnchor != "start" else ""
    weight = ' font-weight="700"' if shape.fontName.endswith("Bold") else ""
    colour = f' fill="{_colour(shape.fillColor)}"'
    where = f'x="{_n(shape.x)}" y="{_n(height - shape.y)}" font-size="{_n(shape.fontSize)}"'
    length = fonts.width(shape.text, shape.fontName, shape.fontSize) * _WIDER
    if length > 0:
        where += f' textLength="{_n(length)}" lengthAdjust="spacingAndGlyphs"'
    return f"<text {where}{weight}{anchor}{colour}>{escape(_clean(shape.text))}</text>"


def _path(shape: shapes.Path, height: float) -> str:
    """Return path data: charts draw straight lines only."""
    parts: list[str] = []
    points = iter(shape.points)
    for operator in shape.operators:
        letter = {0: "M", 1: "L"}[operator]
        parts.append(f"{letter}{_n(next(points))} {_n(height - next(points))}")
    return "".join(parts)


def _paint(shape: Any) -> str:
    fill = getattr(shape, "fillColor", None)
    stroke = shape.strokeColor
    parts = [f' fill="{_colour(fill) if fill is not None else "none"}"']
    if stroke is not None and shape.strokeWidth:
        parts.append(f' stroke="{_colour(stroke)}" stroke-width="{_n(shape.strokeWidth)}"')
        if shape.strokeDashArray:
            parts.append(f" stroke-dasharray={quoteattr(' '.join(_n(one) for one in shape.strokeDashArray))}")
        if shape.strokeLineJoin == 1:
            parts.append(' stroke-linejoin="round"')
        if shape.strokeLineCap == 1:
            parts.append(' stroke-linecap="round"')
    return "".join(parts)


def _colour(colour: Any) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(round(part * 255) for part in (colour.red, colour.green, colour.blue)))


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _clean(text: str) -> str:
    """Drop what XML cannot hold: control characters and lone surrogates."""
    return "".join(
        c for c in text if c in "\t\n" or (c >= " " and not 0xD800 <= ord(c) <= 0xDFFF and c not in "\ufffe\uffff")
    )
