"""The reports app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Debrief pages, PDF and Excel."""

    name = "reports"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Add what the trainer wrote into a debrief to session files."""
        from reports import adapter  # needs loaded apps
        from trainer.transfer import EXTRAS, Extra

        EXTRAS["debrief"] = Extra(adapter.written_edits, adapter.read_edits)
