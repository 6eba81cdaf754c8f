"""WSGI entry point: waitress on a laptop, gunicorn on a server."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from games import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

application = get_wsgi_application()

# Before the first click, which would wait for it; and with gunicorn --preload once for all processes.
_PAGES = get_resolver().url_patterns
_GAMES = [registry.game(slug) for slug in registry.SLUGS]

# What is loaded by now lives as long as the process, and a request makes thousands of objects that fall away by
# themselves: looking through them all as often as Python does by default takes a tenth of each answer.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)
