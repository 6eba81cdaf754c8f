"""What the worker does: thin, everything else is in `jobs`."""

from celery import shared_task

from reports import jobs


@shared_task(ignore_result=True)
def build_report(job_id: int) -> None:
    """Build the files of a report job."""
    jobs.run(job_id)
