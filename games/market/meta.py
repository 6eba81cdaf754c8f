"""What a list of games shows of «Рынок»."""

from games.engine.i18n import gettext_noop as _
from games.engine.meta import Meta

META = Meta(
    slug="market",
    title=_("Market"),
    least=2,
    most=4,
    minutes=120,
    source=_("rulebook of the board game «Рынок» by ЮНСИ"),
    version="1",
)
