"""Signing in: by a one-time link (laptop, invitations) or by user name and password; out; change of password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trainer.limits import Limit, client_address
from trainer.models import SignInLink, User
from trainer.views.errors import too_many

# Keyed by user name and address together: one person's typos lock out nobody else behind the same router.
FAILED_SIGN_INS = Limit("signin", tries=10, seconds=15 * 60)
BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(auth_views.LoginView):
    """User name and password; on a laptop the page says first where the sign-in link is."""

    template_name = "registration/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in, unless this user name has failed too often from this address."""
        if FAILED_SIGN_INS.is_reached(*self._limit_key()):
            return too_many(request, FAILED_SIGN_INS.minutes)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Right: the count of failures starts again."""
        FAILED_SIGN_INS.forget(*self._limit_key())
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Wrong: counted; the answer is 422, as for every refused form."""
        FAILED_SIGN_INS.count(*self._limit_key())
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Adds `laptop`: whether to tell about the printed link, and `at_table`: whether a referee may have come."""
        at_table = self.get_redirect_url().startswith("/s/")
        return super().get_context_data(laptop=settings.LAPTOP, at_table=at_table, **kwargs)

    def _limit_key(self) -> tuple[str, str]:
        return self.request.POST.get("username", "").lower()[:150], client_address(self.request)


@never_cache
@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link: GET shows a button, POST signs in.

    The button is there because chat programs open the links they show; opening alone must not spend one.
    """
    found = SignInLink.find(token)
    if found is None:
        raise Http404
    if request.user == found.user:
        return redirect(settings.LOGIN_REDIRECT_URL)
    if request.method == "POST" and found.use():
        login(request, found.user, BACKEND)
        return redirect(settings.LOGIN_REDIRECT_URL)
    context = {"link": found, "laptop": settings.LAPTOP}
    return render(request, "registration/link.html", context, status=200 if found.is_open else 410)


@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the password, or set the first one: who came by a link has none."""
    user = request.user
    assert isinstance(user, User)
    form_class = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = form_class(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        messages.success(request, _("The password is changed."))
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "registration/password.html", {"form": form}, status=422 if form.errors else 200)
