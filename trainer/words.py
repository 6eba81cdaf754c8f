"""Words of the engine in the reader's language."""

from django.utils.translation import gettext, ngettext

from games.engine.i18n import Words, render


def say(words: Words | str) -> str:
    """Return a message of the engine in the active language; a name that somebody typed stays as it is."""
    return render(words, gettext, ngettext)
