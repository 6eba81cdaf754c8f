"""The Celery app. Jobs build reports; no broker is in the path of a move."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

app = Celery("trainer")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
