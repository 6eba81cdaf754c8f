"""What the list of games shows of «Титаны рекламы»."""

from games.engine.i18n import gettext_noop as _
from games.engine.meta import Meta

META = Meta(
    slug="titans",
    title=_("Titans of Advertising"),
    least=2,
    most=4,
    minutes=120,
    source=_("rulebook of the boxed edition with the Sostav rating of media magnates"),
    version="1",
    ink=True,
)
