"""A sign-in that ended while a form was open: nothing typed is lost, the form is sent again after signing in."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import reswap, retarget

from trainer.views.signin import SignIn


def signed_out(request: HttpRequest, key: str = "", *, ruling: bool = False) -> HttpResponseBase:
    """Ask to sign in. What was sent stays: htmx leaves the form as it is, a plain form is shown for sending again.

    `ruling`: signed in, but this is for the trainer to decide.
    """
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    kept = [(name, one) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for one in values]
    context = {"kept": kept, "path": request.get_full_path(), "ruling": ruling}
    if request.htmx:
        get_token(request)
        # Not 200: a page that keeps what was typed until it is saved must not take this for saved.
        return reswap(retarget(render(request, "table/_again.html", context, status=422), "#again"), "innerHTML")
    return render(request, "table/again.html", context, status=403)


class SignInHere(SignIn):
    """Signing in beside a form that waits: afterwards it is sent again by hand, with all that was typed."""

    template_name = "table/_again.html"
    redirect_authenticated_user = False

    def form_valid(self, form: Any) -> HttpResponse:
        """Signed in: htmx gets the dialog that sends again, a plain page the form with what was kept."""
        super().form_valid(form)
        return self._page("table/_again_done.html", 200)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Wrong: counted as everywhere; what was kept stays."""
        super().form_invalid(form)
        return self._page("table/_again.html", 422, form=form)

    def _page(self, fragment: str, status: int, **more: Any) -> HttpResponse:
        post = self.request.POST
        kept = [(name[5:], one) for name, values in post.lists() if name.startswith("kept.") for one in values]
        path = post.get("path", "")
        context = {"kept": kept, "path": path if url_has_allowed_host_and_scheme(path, None) else "/"} | more
        template = fragment if self.request.htmx else "table/again.html"
        return render(self.request, template, context, status=status)
