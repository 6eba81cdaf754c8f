"""The Django project and its app: workshops, sessions, the move log, refereeing."""

from trainer.celery import app as celery_app

__version__ = "0.1.0"

__all__ = ["__version__", "celery_app"]
