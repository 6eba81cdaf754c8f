"""System checks of our own: `manage.py check`."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from trainer.folders import unsafe_for_database


@register()
def database_folder(**kwargs: Any) -> list[CheckMessage]:
    """trainer.W001: the SQLite file lies in a synchronised or network folder, where it gets damaged."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return []
    kind = unsafe_for_database(Path(database["NAME"]).parent)
    if not kind:
        return []
    hint = "Set TRAINER_DATA to a folder on a local disk that nothing synchronises."
    return [Warning(f"The database lies in a synchronised or network folder: {kind}.", hint=hint, id="trainer.W001")]


@register()
def file_broker_on_server(**kwargs: Any) -> list[CheckMessage]:
    """trainer.W002: a server that queues jobs in files; its processes may run on several machines."""
    if settings.LAPTOP or not settings.CELERY_BROKER_URL.startswith("filesystem:"):
        return []
    return [Warning("The server profile uses the file broker.", hint="Set CELERY_BROKER_URL.", id="trainer.W002")]
