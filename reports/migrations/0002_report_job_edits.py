"""A report remembers which of the trainer's edits it tells. One built before tells nothing of it, so it is not called old."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial")]

    operations = [
        migrations.AddField("reportjob", "edits", models.CharField(blank=True, editable=False, max_length=16)),
    ]
