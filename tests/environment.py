"""Loaded before the settings (`-p` in pyproject.toml): tests have a data folder and an environment of their own."""

import atexit
import os
import shutil
import tempfile

DATA = tempfile.mkdtemp(prefix="trainer-tests-")
atexit.register(shutil.rmtree, DATA, ignore_errors=True)

for name in (
    "ALLOWED_HOSTS",
    "CELERY_BROKER_URL",
    "DEBUG",
    "LANGUAGE_CODE",
    "SITE_URL",
    "TIME_ZONE",
    "TRAINER_PROFILE",
):
    os.environ.pop(name, None)
os.environ["TRAINER_DATA"] = DATA
os.environ["CACHE_URL"] = "locmem://"
# Playwright keeps an event loop in the test's thread; Django would take it for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
