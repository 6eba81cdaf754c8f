# -*- coding: utf-8 -*-
"""Starts the program: `python3 start.py` (Windows: `py start.py`); `python3 start.py test` runs the tests.

Makes .venv, installs what is pinned and hands over to trainer/launch.py, which runs there. Only the standard
library is used here, and only syntax that Python 2.7 can read: an old Python must get one clear line.
"""

from __future__ import print_function, unicode_literals

import sys

OLDEST = (3, 11)


def refuse_old_python(version):
    """End with one line if this Python is too old."""
    if version >= OLDEST:
        return
    have = ".".join(str(part) for part in version[:2])
    line = "Нужен Python 3.11 или новее, а это %s. Скачайте новый: https://www.python.org/downloads/" % have
    try:
        print(line)
    except UnicodeError:  # a console without Cyrillic
        print("Python 3.11 or newer is needed, this is %s: https://www.python.org/downloads/" % have)
    sys.exit(1)


refuse_old_python(tuple(sys.version_info[:2]))

import argparse  # noqa: E402  an old Python must not get as far as a library it may lack
import errno  # noqa: E402
import hashlib  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, "Scripts", "python.exe") if os.name == "nt" else os.path.join(VENV, "bin", "python")
RUN = ["requirements.txt"]
TEST = ["requirements.txt", "requirements-server.txt", "requirements-test.txt"]  # the last one names the others
ROOM = 400  # megabytes that an installation takes at most
NO_ROOM = "На диске нет места: освободите хотя бы %s МБ и запустите ещё раз."


def parser():
    """The options, for the command line and for trainer/launch.py."""
    made = argparse.ArgumentParser(prog="start.py", description="Стол судьи: запуск. «start.py test» — тесты.")
    made.add_argument("--port", type=port, default=8000, help="порт (обычно 8000)")
    made.add_argument("--lan", action="store_true", help="открыть для телефонов и планшетов в той же сети")
    made.add_argument("--demo", action="store_true", help="добавить учебные тренинги: сыгранный и начатый")
    made.add_argument("--no-browser", action="store_true", help="не открывать браузер")
    return made


def port(text):
    """A port number; argparse makes one line of the ValueError."""
    number = int(text)
    if not 0 < number < 65536:
        raise ValueError
    return number


def main(arguments):
    """Install, run, return the exit code."""
    if arguments[:1] == ["test"]:
        install(TEST)
        # Reading a file without naming its encoding goes wrong on Windows: in tests it is an error.
        return run(["-m", "pytest"] + arguments[1:], {"PYTHONWARNDEFAULTENCODING": "1"})
    parser().parse_args(arguments)  # --help and mistakes, before anything is installed
    install(RUN)
    return run(["-m", "trainer.launch"] + arguments, {})


def install(names):
    """Make .venv if it is missing or broken, and install the last of these files unless nothing in them changed."""
    if not works(PYTHON):
        need_room(ROOM)
        print("Готовлю папку .venv…", flush=True)
        if quietly([sys.executable, "-m", "venv", "--clear", VENV]):
            sys.exit("Не удалось создать .venv. В Linux нужен пакет python3-venv: sudo apt install python3-venv")
    if all(installed(name) == digest(name) for name in names):
        return
    need_room(ROOM)
    print("Ставлю нужные пакеты (один раз, нужен интернет)…", flush=True)
    output = quietly([PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "-r", names[-1]])
    if output:
        if "No space left" in output or "Errno 28" in output:
            sys.exit(NO_ROOM % ROOM)
        log = os.path.join(VENV, "install.log")
        with io.open(log, "w", encoding="utf-8") as file:
            file.write(output)
        sys.exit("Не удалось поставить пакеты: нет интернета? Подробности: %s" % log)
    for name in names:
        with io.open(stamp(name), "w", encoding="utf-8") as file:
            file.write(digest(name))


def works(python):
    """Whether this interpreter runs: a folder moved from another machine keeps one that does not."""
    try:
        return os.path.exists(python) and subprocess.call([python, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def quietly(command):
    """Run; what it printed if it failed, else nothing."""
    done = subprocess.run(
        command, cwd=HERE, env=environment({}), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode("utf-8", "replace") + " " if done.returncode else ""


def stamp(name):
    """The file that keeps the digest of what was installed."""
    return os.path.join(VENV, name + ".sha256")


def installed(name):
    """The digest of this requirements file when it was last installed."""
    try:
        with io.open(stamp(name), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def digest(name):
    """The digest of this requirements file now; line ends do not count, they differ between checkouts."""
    with io.open(os.path.join(HERE, name), encoding="utf-8") as file:
        return hashlib.sha256(file.read().encode("utf-8")).hexdigest()


def need_room(megabytes):
    """End with one line if the disk is full."""
    if shutil.disk_usage(HERE).free < megabytes * 1000 * 1000:
        sys.exit(NO_ROOM % megabytes)


def environment(more):
    """The environment of what is started: UTF-8 on Windows too, and the data folder as seen from here."""
    made = dict(os.environ, PYTHONUTF8="1", **more)
    if made.get("TRAINER_DATA"):
        made["TRAINER_DATA"] = os.path.abspath(made["TRAINER_DATA"])
    return made


def run(arguments, more):
    """Run .venv's Python until it ends. Its standard input is a pipe: when we are gone, however, it ends too."""
    child = subprocess.Popen([PYTHON] + arguments, cwd=HERE, env=environment(more), stdin=subprocess.PIPE)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            child.stdin.close()  # from a console the child got the same Ctrl+C; from elsewhere this tells it


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(1)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            sys.exit(NO_ROOM % ROOM)
        sys.exit("Не получается: %s" % error)
