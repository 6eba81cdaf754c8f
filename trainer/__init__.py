"""The Django project and its app: workshops, sessions, the move log, refereeing."""

from trainer.celery import app as celery_app

__all__ = ["celery_app"]
