"""The reports app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Debrief pages, PDF and Excel."""

    name = "reports"
    default_auto_field = "django.db.models.BigAutoField"
