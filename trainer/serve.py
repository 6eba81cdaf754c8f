"""The two processes that launch.py starts: `python -m trainer.serve web HOST PORT` and `… worker`.

Each ends by itself when its parent is gone: its standard input is a pipe that only the parent holds open.
So nothing is left behind when the parent is killed, and no signal is needed, which Windows does not have.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable

THREADS = 8
STDIN = 0


def web(host: str, port: int) -> None:
    """The web server. Requests that are being answered are finished before it ends."""
    from waitress import serve

    from trainer.wsgi import application  # sets Django up

    # Ignored when the program was started in the background; without it interrupt_main does nothing.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    when_parent_ends(_thread.interrupt_main)
    keep_copies()
    serve(application, host=host, port=port, threads=THREADS, ident=None, max_request_body_size=largest_body())


def keep_copies() -> None:
    """Copy the database while the program runs. Needs Django to be set up, so it imports late."""
    from trainer import copies

    if copies.are_possible():
        copies.Keeper().start()


def largest_body() -> int:
    """Bytes; what is larger is refused before it lies in a file. The pages' own limits are below that."""
    from trainer.middleware import MOST_COPY

    return MOST_COPY + 2**20


def worker() -> None:
    """The Celery worker: one process, one job at a time."""
    from celery.worker import state

    from trainer.celery import app

    def end() -> None:
        state.should_stop = 0  # the exit code; the worker looks here between two jobs

    when_parent_ends(end)
    lonely = ["--without-gossip", "--without-mingle", "--without-heartbeat"]  # there are no other workers to talk to
    app.worker_main(["--quiet", "worker", "--pool=solo", "--loglevel=INFO", *lonely])


def when_parent_ends(end: Callable[[], None]) -> None:
    """Call `end` in a thread of its own once whoever started this process is gone or has closed our standard input."""

    def watch() -> None:
        # Not sys.stdin.read(): a thread that waits there holds a lock which the interpreter wants when it ends.
        while os.read(STDIN, 1024):
            pass
        end()

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    if sys.argv[1] == "web":
        web(sys.argv[2], int(sys.argv[3]))
    else:
        worker()
