"""What the list of games shows of «Экологика»."""

from games.engine.i18n import gettext_noop as _
from games.engine.meta import Meta

META = Meta(
    slug="ecologic",
    title=_("EcoLogic"),
    least=2,
    most=4,
    minutes=120,
    source=_("fragment of the rulebook, edition with a landscape board and ТОР tokens"),
    version="1",
)
