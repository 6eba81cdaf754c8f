"""start.py: two commands, one clear line when something is wrong, nothing left running, data kept."""

import ast
import os
import re
import runpy
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import start
from tests.conftest import free_port
from trainer import launch

HERE = Path(start.HERE)
FAKE_PYTHON = """#!/bin/sh
cd "$(dirname "$0")"
[ "$2" = pip ] || exit 0
echo "$@" >> asked
[ ! -f fail ] || { cat fail; exit 1; }
"""


def run_start(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run start.py to its end."""
    return subprocess.run(
        [sys.executable, str(HERE / "start.py"), *arguments, "--no-browser"],
        env={**os.environ, "TRAINER_DATA": str(data), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def is_one_line(text: str) -> bool:
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """start.py with both its processes; gives the process, the port and what it said before it was ready."""
    port = str(free_port())
    process = subprocess.Popen(
        [sys.executable, str(HERE / "start.py"), "--port", port, "--no-browser", *arguments],
        env={**os.environ, "TRAINER_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    )
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl+C" in line:
            break
    try:
        yield process, port, said
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def answers(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            return answer.read() == b"ok"
    except OSError:
        return False


def wait_until_silent(port: str) -> bool:
    for _try in range(100):
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", int(port))):
                return True
        launch.time.sleep(0.1)
    return False


def test_old_python_can_read_the_file_as_far_as_its_line() -> None:
    text = (HERE / "start.py").read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Starred, ast.Nonlocal)
    assert [node for node in ast.walk(tree) if isinstance(node, newer)] == [], "Python 2.7 cannot read this"
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not any(function.returns or function.args.kwonlyargs for function in functions)
    assert text.startswith("# -*- coding: utf-8 -*-"), "Python 2 refuses Cyrillic without this"


def test_old_python_gets_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(HERE / "start.py"), run_name="start")
    out = capsys.readouterr().out
    assert end.value.code == 1
    assert is_one_line(out)
    assert "3.11" in out
    assert "3.9" in out


def test_oldest_supported_python_is_let_through() -> None:
    start.refuse_old_python((3, 11))
    with pytest.raises(SystemExit):
        start.refuse_old_python((3, 10))


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A checkout with a Python that only notes what pip is asked for, and fails while the file `fail` exists."""
    python = tmp_path / ".venv" / "python"
    python.parent.mkdir()
    python.write_text(FAKE_PYTHON, encoding="utf-8")
    python.chmod(0o755)
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("Django==5.2.19\n", encoding="utf-8")
    monkeypatch.setattr(start, "HERE", str(tmp_path))
    monkeypatch.setattr(start, "VENV", str(python.parent))
    monkeypatch.setattr(start, "PYTHON", str(python))
    return SimpleNamespace(asked=python.parent / "asked", fail=python.parent / "fail", requirements=requirements)


def installations(venv: SimpleNamespace) -> int:
    return len(venv.asked.read_text(encoding="utf-8").splitlines()) if venv.asked.exists() else 0


def test_unchanged_requirements_are_not_installed_again(venv: SimpleNamespace) -> None:
    """So a second start needs no network."""
    start.install(["requirements.txt"])
    start.install(["requirements.txt"])
    assert installations(venv) == 1
    venv.requirements.write_bytes(b"Django==5.2.19\r\n")
    start.install(["requirements.txt"])
    assert installations(venv) == 1, "line ends are no change"
    venv.requirements.write_text("Django==5.2.20\n", encoding="utf-8")
    start.install(["requirements.txt"])
    assert installations(venv) == 2


@pytest.mark.parametrize(
    ("said", "line"),
    [("ERROR: No matching distribution", "нет интернета"), ("OSError: [Errno 28] No space left", "На диске нет места")],
)
def test_failed_installation_is_one_line_and_is_tried_again(venv: SimpleNamespace, said: str, line: str) -> None:
    venv.fail.write_text(said, encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        start.install(["requirements.txt"])
    assert is_one_line(str(end.value.code))
    assert line in str(end.value.code)
    venv.fail.unlink()
    start.install(["requirements.txt"])
    assert installations(venv) == 2


def test_full_disk_is_one_line(venv: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1_000_000))
    with pytest.raises(SystemExit) as end:
        start.install(["requirements.txt"])
    assert str(end.value.code).startswith("На диске нет места")
    assert installations(venv) == 0
    with pytest.raises(launch.Stop, match="На диске нет места"):
        launch.need_room(Path(start.HERE))


def test_taken_port_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run_start("--port", port, data=tmp_path)
        lan = run_start("--port", port, "--lan", data=tmp_path)
    for each in (done, lan):
        assert each.returncode == 1
        assert is_one_line(each.stderr)
        assert f"Порт {port} занят" in each.stderr


def test_synchronised_folder_is_one_line(tmp_path: Path) -> None:
    done = run_start("--port", str(free_port()), data=tmp_path / "Яндекс.Диск" / "игры")
    assert done.returncode == 1
    assert is_one_line(done.stderr)
    assert "Яндекс.Диск" in done.stderr
    assert not (tmp_path / "Яндекс.Диск" / "игры" / "db.sqlite3").exists()


@pytest.mark.parametrize(
    ("setting", "told"), [({"TRAINER_PROFILE": "sever"}, "laptop, server"), ({"TIME_ZONE": "Москва"}, "Москва")]
)
def test_wrong_setting_is_one_line(setting: dict[str, str], told: str, tmp_path: Path) -> None:
    done = run_start("--port", str(free_port()), data=tmp_path, **setting)
    assert done.returncode == 1
    assert is_one_line(done.stderr)
    assert told in done.stderr


def test_damaged_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "db.sqlite3").write_bytes(b"this is no database " * 100)
    done = run_start("--port", str(free_port()), data=tmp_path)
    assert done.returncode == 1
    assert is_one_line(done.stderr)


def test_starts_serves_ends_and_keeps_the_data(tmp_path: Path) -> None:
    data = tmp_path / "мои данные"
    with running(data) as (process, port, said):
        link = re.search(rf"http://127\.0\.0\.1:{port}(/in/\S+/)", said)
        assert link, said
        assert answers(port)
        with urllib.request.urlopen(link[0], timeout=10) as page:
            assert page.status == 200
        assert not others_can_connect(port), "only 127.0.0.1 listens without --lan"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert wait_until_silent(port)
    key = (data / "secret.key").read_text(encoding="ascii")
    with running(data) as (_, port, _said):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/signin/", timeout=10) as page:
            assert page.status == 200
        assert (data / "secret.key").read_text(encoding="ascii") == key


@pytest.mark.skipif(os.name == "nt", reason="sends Ctrl+C as a terminal of Linux does")
def test_ctrl_c_of_a_console_reaches_all_and_ends_without_a_word_too_many(tmp_path: Path) -> None:
    with running(tmp_path) as (process, port, _):
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read().split() == ["Заканчиваю…"]
        assert process.wait(timeout=30) == 0
        assert wait_until_silent(port)


def test_nothing_is_left_behind_when_it_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as (process, port, _):
        process.kill()
        assert wait_until_silent(port)


def test_lan_prints_the_address_and_its_qr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from trainer import profiles

    if not profiles.private_addresses():
        done = run_start("--lan", "--port", str(free_port()), data=tmp_path)
        assert "Нет локальной сети" in done.stderr
        return
    with running(tmp_path, "--lan") as (_, port, said):
        assert f"http://{profiles.private_addresses()[0]}:{port}" in said
        assert "█" in said
        assert others_can_connect(port)


def others_can_connect(port: str) -> bool:
    """Whether the server listens on an address of this machine besides 127.0.0.1."""
    with socket.socket() as sock:
        # 127.0.0.2 is this machine too, but not the address that is listened on without --lan.
        return sock.connect_ex(("127.0.0.2", int(port))) == 0
