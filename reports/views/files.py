"""The files of a report: asked for, watched, built here if there is no worker, downloaded."""

from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from reports import jobs
from reports.files import LABELS, file_name
from reports.models import ReportJob
from trainer.access import session_for, user_of
from trainer.limits import Limit
from trainer.models import Session
from trainer.views.errors import too_many

# Each takes seconds of a core that the tables need too.
BUILDS = Limit("reports", tries=30, seconds=10 * 60)


def files_context(session: Session) -> dict[str, Any]:
    """Return the newest job and what can be downloaded."""
    job = session.report_jobs.first()
    done = session.report_jobs.filter(status=ReportJob.Status.DONE).first()
    # Asked only where it is shown: while a job is open the panel polls every second.
    edited = done is not None and not job.is_open and done.is_edited
    return {"session": session, "job": job, "done": done, "edited": edited, "files": LABELS if done else []}


@require_POST
def build(request: HttpRequest, key: str) -> HttpResponseBase:
    """Ask for the files of the session as it is now."""
    session = session_for(request, key)
    who = str(user_of(request).pk)
    if BUILDS.is_reached(who):
        return too_many(request, BUILDS.minutes)
    BUILDS.count(who)
    job = jobs.job_create(session, get_language() or "ru")
    jobs.send(job)
    return _panel(request, session)


@require_safe
def progress(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the panel of the files; it polls itself while a job is open."""
    return _panel(request, session_for(request, key))


@require_POST
def build_here(request: HttpRequest, key: str, job: str) -> HttpResponseBase:
    """«Собрать здесь»: the same work in the web process, when no worker took the job."""
    session = session_for(request, key)
    jobs.run(_job(session, job).pk, here=True)
    return _panel(request, session)


@require_POST
def cancel(request: HttpRequest, key: str, job: str) -> HttpResponseBase:
    """Cancel an open job."""
    session = session_for(request, key)
    jobs.job_cancel(_job(session, job))
    return _panel(request, session)


@require_safe
def download(request: HttpRequest, key: str, job: str, name: str) -> HttpResponseBase:
    """A file of a finished job, under a name that says whose and when."""
    session = session_for(request, key)
    found = _job(session, job)
    done = found.status == ReportJob.Status.DONE and name in dict(LABELS)
    path = jobs.file_of(found, name) if done else None
    if path is None:
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=file_name(session, name))


def _job(session: Session, key: str) -> ReportJob:
    job = session.report_jobs.filter(key=key).first()
    if job is None:
        raise Http404
    return job


def _panel(request: HttpRequest, session: Session) -> HttpResponse | HttpResponseBase:
    if not request.htmx:
        return redirect("reports:session", session.key)
    return render(request, "reports/_files.html", files_context(session))
