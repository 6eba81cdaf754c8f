"""Settings of both profiles. Every switch is an environment variable, listed in docs/settings.md.

laptop (default): plain http in a training room, SQLite, file broker, secrets made at the first start.
server: https behind a proxy, PostgreSQL, Redis or RabbitMQ, secrets from the environment.
"""

from pathlib import Path

import fontpkg_onest
import fontpkg_pt_sans
from environs import Env, validate

from trainer import profiles

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent
PROFILE: str = env.str("TRAINER_PROFILE", "laptop", validate=validate.OneOf(["laptop", "server"]))
LAPTOP = PROFILE == "laptop"
DATA_DIR = Path(env.str("TRAINER_DATA", str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = profiles.secret_key(DATA_DIR) if LAPTOP else env.str("SECRET_KEY")
ALLOWED_HOSTS: list[str] = profiles.laptop_hosts() if LAPTOP else env.list("ALLOWED_HOSTS")
# The address that people type or scan; empty: as the page was asked for.
SITE_URL: str = env.str("SITE_URL", "").rstrip("/")

INSTALLED_APPS = [
    "trainer",
    "reports",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "csp",
    "bootstrap",
]

MIDDLEWARE = [
    "trainer.middleware.own_addresses",
    # Before all others, so that files and errors carry their headers too.
    "csp.middleware.CSPMiddleware",
    "trainer.middleware.browser_rights",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "trainer.middleware.htmx_answers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "trainer.browser_sessions.SignedIn",
    "trainer.middleware.no_nulls",
    "trainer.middleware.limited_bodies",
    "trainer.middleware.personal_pages",
    "trainer.middleware.ended_sign_ins",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "trainer.urls"
WSGI_APPLICATION = "trainer.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "trainer.context_processors.page",
                "trainer.context_processors.form_token",
            ],
        },
    },
]
# Form and widget templates come from templates/django/forms/.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- data ---

DATABASES = {
    "default": env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}", conn_max_age=None),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that begins with a read and then writes fails at once under load unless it is IMMEDIATE.
        "transaction_mode": "IMMEDIATE",
        "timeout": profiles.PATIENCE,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
    }
    # Tests use a file as the product does: an in-memory database shared by threads locks whole tables.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A row or a database that somebody holds must end in words on the page, not in a page that never comes.
    patience = f"-c lock_timeout={profiles.PATIENCE}s -c idle_in_transaction_session_timeout=60s"
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": profiles.PATIENCE, "options": patience, **DATABASES["default"].get("OPTIONS", {})
    }  # fmt: skip

# Counts of failed sign-ins, shared by the web processes of one machine.
CACHES = {"default": {"TIMEOUT": 3600, **env.dj_cache_url("CACHE_URL", f"file://{DATA_DIR / 'cache'}")}}
if CACHES["default"]["BACKEND"].endswith("FileBasedCache"):
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 10_000}  # at 300 a guesser of names would push out his own counts

# --- jobs ---

CELERY_BROKER_URL: str = env.str("CELERY_BROKER_URL", "filesystem://localhost//")
if CELERY_BROKER_URL.startswith("filesystem:"):
    BROKER_DIR = DATA_DIR / "broker"
    BROKER_DIR.mkdir(exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR),
        "data_folder_out": str(BROKER_DIR),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.2,
    }
else:
    # A click must not wait for a broker that is down: a few short tries, then the page says so.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 2,
        "socket_timeout": 2,
        "max_retries": 1,
        "interval_start": 0.1,
        "interval_step": 0.1,
        "interval_max": 0.2,
    }
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_step": 0.1, "interval_max": 0.2}
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody asks, and it leaves files in the broker folder
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- people ---

AUTH_USER_MODEL = "trainer.User"
LOGIN_URL = "trainer:signin"
LOGIN_REDIRECT_URL = "trainer:workshops"
LOGOUT_REDIRECT_URL = "trainer:signin"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# A referee must not be thrown out in the middle of a day: two weeks, renewed once a day (trainer.middleware).
SESSION_ENGINE = "trainer.browser_sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
# Names of our own: cookies of all programs on one host name share a jar, whatever their port.
SESSION_COOKIE_NAME = "trainer_session"
CSRF_COOKIE_NAME = "trainer_csrf"
LANGUAGE_COOKIE_NAME = "trainer_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "trainer.views.errors.csrf_failure"

# --- words and time ---

LANGUAGE_CODE: str = env.str("LANGUAGE_CODE", "ru")
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale", *sorted(BASE_DIR.glob("games/*/locale"))]
TIME_ZONE: str = env.str("TIME_ZONE", "Europe/Moscow")
USE_TZ = True

# --- static files ---

STATIC_URL = "/static/"
STATIC_ROOT = None if LAPTOP else DATA_DIR / "static"
STATICFILES_DIRS = [
    ("fonts/onest", fontpkg_onest.ROOT / "files"),
    ("fonts/pt-sans", fontpkg_pt_sans.ROOT / "files"),
]
# A laptop serves the files from where they lie, so a start needs no collectstatic.
WHITENOISE_USE_FINDERS = LAPTOP
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".ttf": "font/ttf"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if LAPTOP
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- security ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],  # Bootstrap's own pictures are data: addresses
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
BEHIND_PROXY: bool = env.bool("BEHIND_PROXY", default=not LAPTOP)
if LAPTOP:
    # On plain http browsers report this header as an error.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
else:
    CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS: int = env.int("SECURE_HSTS_SECONDS", 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- the program's own log (not the game log) ---

LOG_HANDLERS = ["console"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "level": "WARNING"}},
    "root": {"handlers": LOG_HANDLERS, "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # It warns at every click that waits for a thread for some milliseconds.
        "waitress.queue": {"level": "ERROR"},
    },
}
if LAPTOP:
    # One file for each kind of process: Windows cannot rename a file that another process holds open.
    # A server's processes write to the console only, which the service manager keeps and rotates.
    (DATA_DIR / "logs").mkdir(exist_ok=True)
    LOGGING["handlers"]["file"] = {
        "class": "logging.handlers.RotatingFileHandler",
        "filename": DATA_DIR / "logs" / f"{env.str('TRAINER_PROCESS', 'manage')}.log",
        "maxBytes": 2_000_000,
        "backupCount": 5,
        "encoding": "utf-8",
        "delay": True,
        "formatter": "line",
    }
    LOG_HANDLERS.append("file")
