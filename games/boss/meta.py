"""What a list of games shows of «Я босс!»."""

from games.engine.i18n import gettext_noop as _
from games.engine.meta import Meta

META = Meta(
    slug="boss",
    title=_("I'm the Boss!"),
    least=2,
    most=6,
    minutes=60,
    source=_("rulebook “I'm the Boss!”, Russian edition, 98 influence cards"),
    version="1",
    ink=True,
)
