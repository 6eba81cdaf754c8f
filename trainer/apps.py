"""The trainer app."""

from django.apps import AppConfig


class TrainerConfig(AppConfig):
    """Workshops, sessions, teams, the move log, refereeing."""

    name = "trainer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks and what happens when somebody signs in."""
        from trainer import browser_sessions, checks  # noqa: F401  registering needs loaded apps
