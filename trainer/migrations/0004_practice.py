"""Workshops for trying out are marked, so that nobody takes their tables for real ones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trainer", "0003_clock_and_wall_note")]

    operations = [
        migrations.AddField("workshop", "practice", models.BooleanField(default=False, editable=False)),
    ]
