"""Parts of the table's pages that a game may draw itself."""

from django import template
from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def own_part(context: Context, name: str) -> list[str]:
    """The templates of a part: the game's own, else nothing. Parts: `head` (its styles), `now` (in the now strip)."""
    return [f"games/{context['meta'].slug}/{name}.html", "table/_nothing.html"]
