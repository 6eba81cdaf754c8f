"""The plan of a workshop's day, as the trainer types it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trainer", "0005_browser_sessions")]

    operations = [
        migrations.AddField(
            "workshop", "plan", models.TextField(blank=True, max_length=2000, verbose_name="plan of the day")
        ),
    ]
