"""What start.py runs inside .venv: checks, migrates, starts web server and worker, prints the sign-in link."""

import contextlib
import errno
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from argparse import Namespace
from pathlib import Path

import start
from trainer.serve import when_parent_ends

LOOPBACK = "127.0.0.1"
ROOM = 50  # megabytes without which a training day should not begin
START_SECONDS = 30
STOP_SECONDS = 10
RESTART_SECONDS = 10


class Stop(Exception):
    """The program cannot run; the text is the one line that is printed."""


def main() -> int:
    """Run until Ctrl+C or until start.py is gone; return the exit code."""
    options = start.parser().parse_args()
    try:
        link = prepare(options)
        return run(options, link)
    except Stop as stop:
        print(stop, file=sys.stderr)
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        print(words_for(error), file=sys.stderr)
    return 1


def prepare(options: Namespace) -> str:
    """Check the machine, bring the database up to date, return the path of a fresh sign-in link."""
    need_port(host(options), options.port)
    set_up_django()
    from django.conf import settings
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError

    from trainer.management.commands.signin_link import new_link

    need_local_folder(settings.DATA_DIR, settings.DATABASES["default"]["ENGINE"])
    need_room(settings.DATA_DIR)
    try:
        call_command("migrate", verbosity=0)
        if options.demo:
            call_command("demo")
        return new_link(site=f"http://{LOOPBACK}:{options.port}")
    except DatabaseError as error:
        raise Stop(words_for(error)) from error
    except CommandError as error:
        raise Stop(str(error)) from error


def host(options: Namespace) -> str:
    """The address to listen on: the whole network only with --lan."""
    return "0.0.0.0" if options.lan else LOOPBACK  # noqa: S104


def set_up_django() -> None:
    """Read the settings; a wrong environment variable is one line."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except (ValueError, ImproperlyConfigured) as error:  # environs and Django: what is wrong with which variable
        raise Stop(f"Ошибка в настройках: {error}") from error


def need_port(host: str, port: int) -> None:
    """Refuse a port that another program holds."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        if os.name == "nt":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
        try:
            sock.bind((host, port))
        except PermissionError as error:
            raise Stop(f"Порт {port} система не даёт занять. Обычный порт: python3 start.py --port 8000") from error
        except OSError as error:
            raise Stop(
                f"Порт {port} занят. Может быть, программа уже запущена: http://{LOOPBACK}:{port}. "
                f"Другой порт: python3 start.py --port {port + 1}"
            ) from error


def need_local_folder(folder: Path, engine: str) -> None:
    """Refuse a SQLite database in a folder that damages it."""
    from trainer.folders import unsafe_for_database

    kind = unsafe_for_database(folder) if engine == "django.db.backends.sqlite3" else None
    if kind:
        raise Stop(
            f"Папка с данными лежит в «{kind}» ({folder}), там база портится. Перенесите программу в обычную папку "
            "или укажите папку для данных в переменной TRAINER_DATA."
        )


def need_room(folder: Path) -> None:
    """Refuse a disk that is nearly full."""
    if shutil.disk_usage(folder).free < ROOM * 1_000_000:
        raise Stop(start.NO_ROOM % ROOM)


def words_for(error: Exception) -> str:
    """One line for what the system or the database says."""
    if getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error):
        return start.NO_ROOM % ROOM
    return f"Не получается: {error}"


def run(options: Namespace, link: str) -> int:
    """Start both processes, say where to go, wait."""
    from django.conf import settings

    addresses = lan_addresses(options.port) if options.lan else []
    site = addresses[0] if addresses else f"http://{LOOPBACK}:{options.port}"
    logs: Path = settings.DATA_DIR / "logs"
    stop = threading.Event()
    when_parent_ends(stop.set)
    web = Child("web", [host(options), str(options.port)], site, logs)
    worker = Child("worker", [], site, logs)
    try:
        wait_for_web(web, options.port, stop)
        greet(link, addresses)
        if not options.no_browser and can_open_browser():
            webbrowser.open(link)
        watch(web, worker, stop)
    except KeyboardInterrupt:
        pass
    finally:
        print("Заканчиваю…", flush=True)
        for child in (web, worker):
            child.process.stdin.close()  # type: ignore[union-attr]
        for child in (web, worker):
            child.end()
    return 0


class Child:
    """One of our two processes. It ends when its standard input closes; Ctrl+C in this console is not for it."""

    def __init__(self, name: str, arguments: list[str], site: str, logs: Path) -> None:
        self.name = name
        self.log = logs / f"{name}-console.log"
        self.command = [sys.executable, "-m", "trainer.serve", name, *arguments]
        self.environment = {**os.environ, "SITE_URL": site, "TRAINER_PROCESS": name}
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        self.since = time.monotonic()
        with self.log.open("w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )

    def is_running(self) -> bool:
        """Whether it lives."""
        return self.process.poll() is None

    def end(self) -> None:
        """Wait for the end; after too long a wait make one."""
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def wait_for_web(web: Child, port: int, stop: threading.Event) -> None:
    """Return when the web server answers."""
    deadline = time.monotonic() + START_SECONDS
    while not stop.is_set():
        if not web.is_running() or time.monotonic() > deadline:
            raise Stop(f"Веб-сервер не запустился. Подробности: {web.log}")
        with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
            return
        stop.wait(0.1)


def watch(web: Child, worker: Child, stop: threading.Event) -> None:
    """Wait for the end. A dead worker is started again: no move depends on it, only reports do."""
    while not stop.wait(0.5):
        if not web.is_running():
            raise Stop(f"Веб-сервер остановился. Подробности: {web.log}")
        if not worker.is_running() and time.monotonic() - worker.since > RESTART_SECONDS:
            worker.start()


def lan_addresses(port: int) -> list[str]:
    """Where phones and tablets in the same network find us, the likeliest first."""
    from trainer.profiles import private_addresses

    addresses = [f"http://{address}:{port}" for address in private_addresses()]
    if not addresses:
        raise Stop("Нет локальной сети: подключитесь к Wi-Fi или включите на ноутбуке точку доступа.")
    return addresses


def greet(link: str, addresses: list[str]) -> None:
    """Print the sign-in link and, for the local network, the address with its QR code."""
    print(f"\nВход ведущего (ссылка на один раз):\n  {link}\n", flush=True)
    if addresses:
        import segno

        print(f"Телефоны и планшеты в этой же сети:\n  {addresses[0]}")
        segno.make(addresses[0], error="l").terminal(compact=True)
        for other in addresses[1:]:
            print(f"  если не открывается: {other}")
    print("Закончить: Ctrl+C. Данные сохраняются сами.\n", flush=True)


def can_open_browser() -> bool:
    """Without a desktop Python would start a text browser inside this console."""
    return sys.platform in ("win32", "darwin") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    sys.exit(main())
