import fcntl
import logging
import os
import socket
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest

from edge.cli.log_format import EventFormatter, printable
from edge.cli.logs import LOG_SIZE_MAX, cut_log, log_tail, open_log
from edge.cli.ports import busy_port_sentence, find_holder
from edge.cli.state import StateError, is_running, lock_home, prepare_home


def test_a_busy_port_is_named_with_the_process_that_holds_it():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        sentence = busy_port_sentence(port, "choose another.")
    assert sentence.startswith(f"Port {port} is already used by process {os.getpid()} (")
    assert "python" in sentence
    assert sentence.endswith("choose another.")


def test_a_free_port_is_fine():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert busy_port_sentence(port, "choose another.") is None
    assert find_holder(port) is None


def test_the_state_directory_is_made_with_private_folders(tmp_path):
    home = tmp_path / "deep" / "state"
    prepare_home(home)
    prepare_home(home)
    for name in ("journal", "chain", "keys", "logs"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o700


def test_a_state_directory_that_cannot_be_made_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match="cannot be made: Not a directory"):
        prepare_home(tmp_path / "file" / "state")


def test_a_second_run_on_the_same_state_is_refused_with_a_sentence(tmp_path):
    prepare_home(tmp_path)
    descriptor = lock_home(tmp_path, "http://127.0.0.1:8080", print)
    with pytest.raises(StateError) as refusal:
        lock_home(tmp_path, "http://127.0.0.1:8081", print)
    assert f"already running on {tmp_path} (process {os.getpid()}, http://127.0.0.1:8080)" in str(
        refusal.value
    )
    os.close(descriptor)
    os.close(lock_home(tmp_path, "http://127.0.0.1:8081", print))


def test_children_of_a_killed_run_are_waited_for(tmp_path):
    prepare_home(tmp_path)
    program = (
        "import os, pathlib, subprocess, sys\n"
        "from edge.cli.state import lock_home\n"
        "fd = lock_home(pathlib.Path(sys.argv[1]), 'url', print)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=0, pass_fds=(fd,))\n"
        "print(child.pid, flush=True); os._exit(9)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed:
        leftover = int(killed.stdout.readline())
        assert killed.wait(20) == 9
        assert is_running(leftover)
        said = []

        def let_go(text):
            said.append(text)
            killed.stdin.write(b"\n")
            killed.stdin.close()

        os.close(lock_home(tmp_path, "url", let_go))
    assert said == ["Waiting for the children of an earlier, killed run to end."]


def test_children_of_a_killed_run_that_do_not_end_are_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("edge.cli.state.LEFTOVER_GRACE_S", 0.2)
    prepare_home(tmp_path)
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    program = (
        "import os, pathlib, subprocess, sys\n"
        "from edge.cli.state import lock_home\n"
        "fd = lock_home(pathlib.Path(sys.argv[1]), 'url', print)\n"
        f"child = subprocess.Popen([sys.executable, '-c', {stubborn!r}], pass_fds=(fd,),"
        " env={**os.environ, 'ACRE_LIFELINE': '1 2 3'})\n"
        "print(child.pid, flush=True); os._exit(9)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as killed:
        leftover = int(killed.stdout.readline())
        assert killed.wait(20) == 9
        said = []
        with (tmp_path / "lock").open() as _read_by_a_backup:
            waiting = subprocess.Popen(  # another start, which waits for the lock as well
                [sys.executable, "-c", "input()"],
                stdin=subprocess.PIPE,
                pass_fds=(_read_by_a_backup.fileno(),),
            )
            os.close(lock_home(tmp_path, "url", said.append))
            assert waiting.poll() is None
            waiting.communicate(b"\n", timeout=20)
    assert not is_running(leftover)
    assert f"Killing process {leftover}, which an earlier, killed run left behind." in said


def test_a_lock_that_cannot_be_had_is_refused_with_a_sentence_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("edge.cli.state.LEFTOVER_MAX_S", 0.2)
    monkeypatch.setattr("edge.cli.state.holders", lambda _lock: [])  # another user's processes
    prepare_home(tmp_path)
    with (tmp_path / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        held.write("999999999 http://127.0.0.1:8080")
        held.flush()
        with pytest.raises(StateError, match="Processes of an earlier run still use"):
            lock_home(tmp_path, "url", lambda _text: None)


def test_a_read_only_file_system_is_named_as_such(tmp_path, monkeypatch):
    prepare_home(tmp_path)
    read_only = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda _folder: read_only)
    with pytest.raises(StateError, match="mounted read-only; mount it for writing"):
        prepare_home(tmp_path)


def test_a_long_log_is_cut_and_its_writer_goes_on(tmp_path):
    path = tmp_path / "core.log"
    with open_log(path) as log:
        log.write(b"x" * LOG_SIZE_MAX)
        cut_log(path)
        assert path.stat().st_size == LOG_SIZE_MAX
        log.write(b"\n")
        cut_log(path)
        assert path.stat().st_size == 0
        log.write(b"after\n")
    assert path.read_bytes() == b"after\n"
    assert (tmp_path / "core.log.1").stat().st_size == LOG_SIZE_MAX + 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_tail_of_a_log_is_its_last_lines(tmp_path):
    path = tmp_path / "core.log"
    path.write_text("".join(f"line {number}\n" for number in range(10_000)))
    tail = log_tail(path).splitlines()
    assert tail[-1] == "line 9999"
    assert len(tail) == 25
    assert log_tail(tmp_path / "none.log") == ""


def test_a_log_line_holds_the_fields_of_its_event_and_stays_one_line():
    fields = {"market": 3, "reason": "no\nfunds", "empty": ""}
    record = logging.makeLogRecord({"name": "acre", "levelname": "INFO", "msg": "filled", **fields})
    line = EventFormatter().format(record)
    assert line.endswith(" INFO acre filled market=3 reason='no\\nfunds' empty=''")
    assert "\n" not in line


def test_untrusted_log_text_moves_no_cursor():
    record = logging.makeLogRecord({"msg": "waits", "reason": "\x1b[2Jgone", "code": "a\u2028b"})
    line = EventFormatter().format(record)
    assert line.endswith(r"waits reason='\x1b[2Jgone' code='a\u2028b'")
    assert printable("\x1b[2J busy\n") == "?[2J busy?"
