"""A platform on a sick machine: hung processes, a killed server, a full disk, folder by folder.

Usage: python -m tests.faults.sick_machine [--only NAME ...]

Each case starts from a running platform and ends when it works again by itself. Orders have to be
taken while only the node or the database is sick, and no child may be started again but the sick
one. A disk of its own is a small tmpfs, which only root may mount; without it the case is skipped
and says so.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.kill_loop import _role_of, verify
from tests.platform.running import Run, acre_up, family, free_port

HUNG_MAX_S = 90.0  # six looks every 5 s, a kill and a start on a busy machine
HEALED_MAX_S = 90.0
DISK_MB = 400
FULL_S = 30.0
SEGMENT_LEFT_BYTES = 12 * 1024
SEGMENT_MAX_S = 180.0  # within which the clock alone fills that
FOLDERS = ("", "chain", "journal")  # initdb makes `postgres` anew, so it is no mount point


def ask(run: Run, path: str) -> tuple[int, dict]:
    """Return status and body of a page; 0 without an answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{run.port}{path}", timeout=3) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except (OSError, ValueError):
        return 0, {}


def sequence(run: Run) -> int:
    """Return the number of the last command, 0 without an answer."""
    return ask(run, "/express/v1/status")[1].get("sequence", 0)


def until(what: str, holds: Callable[[], object], max_s: float, run: Run) -> float:
    """Wait until something holds; returns how long that took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > max_s:
            raise AssertionError(f"{what}: not within {max_s:.0f} s\n{said(run)}")
        time.sleep(0.2)
    return time.monotonic() - began


def said(run: Run) -> str:
    """Return what the supervisor has said so far."""
    os.set_blocking(run.process.stdout.fileno(), False)
    with suppress(TypeError, ValueError, OSError):
        while line := run.process.stdout.readline():
            run.said.append(line)
    os.set_blocking(run.process.stdout.fileno(), True)
    return "".join(run.said)


def roles(run: Run) -> dict[str, int]:
    """Return the process of each role."""
    return {role: pid for pid in family(run.process.pid)[1:] if (role := _role_of(pid))}


def is_whole(run: Run) -> bool:
    """Tell whether everything works."""
    return (
        ask(run, "/express/v1/ready")[0] == 200
        and ask(run, "/express/v1/status")[1].get("status") == "ok"
    )


def hung(run: Run, role: str) -> None:
    """Stop a process with SIGSTOP: it is found, killed and started again; the others continue."""
    before = roles(run)
    os.kill(before[role], signal.SIGSTOP)
    if role != "core":
        start = sequence(run)
        until("the core continues", lambda: sequence(run) > start + 3, 20, run)
    took = until(f"{role} is found", lambda: "hangs: no sign of life" in said(run), HUNG_MAX_S, run)
    healed = until("all works again", lambda: is_whole(run), HEALED_MAX_S, run)
    after = roles(run)
    others = {"core", "chain-node", "postgres"} - {role, *(["postgres"] * (role == "postmaster"))}
    assert all(before[other] == after[other] for other in others), (before, after)
    print(f"  found after {took:.0f} s, whole {healed:.0f} s later", flush=True)


def server_killed(run: Run) -> None:
    """Kill PostgreSQL while one of its sessions hangs and keeps the shared memory."""
    before = roles(run)
    sessions = [
        pid
        for pid in family(before["postmaster"])[1:]
        if b"acre acre" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    os.kill(sessions[0], signal.SIGSTOP)
    os.kill(before["postmaster"], signal.SIGKILL)
    start = sequence(run)
    until("the core continues", lambda: sequence(run) > start + 3, 20, run)

    def is_back() -> bool:
        return roles(run).get("postmaster", before["postmaster"]) != before["postmaster"]

    healed = until("a new server", is_back, HEALED_MAX_S, run)
    healed += until("all works again", lambda: is_whole(run), HEALED_MAX_S, run)
    after = roles(run)
    assert (before["core"], before["chain-node"]) == (after["core"], after["chain-node"])
    print(f"  whole after {healed:.0f} s", flush=True)


def disk_full(run: Run, home: Path) -> None:
    """Fill the disk, wait, free it: everything works again by itself."""
    ballast = home / "ballast"
    fill(ballast)
    time.sleep(FULL_S)
    is_there = run.process.poll() is None
    text = said(run)
    ballast.unlink()
    assert is_there, f"the supervisor has ended:\n{text}"
    healed = until("all works again", lambda: is_whole(run), HEALED_MAX_S, run)
    named = "is full (" in said(run)
    print(f"  whole {healed:.0f} s after {FULL_S:.0f} s; full disk named: {named}", flush=True)


def journal_full(run: Run, home: Path, *, is_killed: bool) -> None:
    """Fill the journal's disk when its segment is nearly full: reads continue, commands do later.

    A core that is killed meanwhile starts on the full disk and has every command.
    """
    until("all works", lambda: is_whole(run), HEALED_MAX_S, run)
    before = roles(run)["core"]
    ballast = home / "journal" / "ballast"
    fill(ballast)

    def is_refusing() -> bool:
        return ask(run, "/express/v1/ready")[1].get("details") == {"failed": ["journal"]}

    until("commands are refused", is_refusing, SEGMENT_MAX_S, run)
    stood = sequence(run)
    if is_killed:
        os.kill(before, signal.SIGKILL)
        until("a new core", lambda: roles(run).get("core", before) != before, HEALED_MAX_S, run)
        until("it refuses again", is_refusing, SEGMENT_MAX_S, run)
        assert sequence(run) >= stood  # a small command may have had room
        stood = sequence(run)
    time.sleep(FULL_S)
    for page in ("/express/v1/status", "/express/v1/predictions/markets", "/api/v1/health"):
        status, body = ask(run, page)
        assert status == 200, (page, status, body)
    assert ask(run, "/express/v1/status")[1]["status"] == "degraded"
    assert stood == sequence(run)
    ballast.unlink()
    healed = until("all works again", lambda: is_whole(run), HEALED_MAX_S, run)
    until("commands are taken", lambda: sequence(run) > stood + 3, HEALED_MAX_S, run)
    assert (roles(run)["core"] == before) is not is_killed, "the core was started again"
    assert (verified := verify(home, run.port)) == "GOOD", verified
    print(f"  whole {healed:.0f} s after {FULL_S:.0f} s; acre verify: GOOD", flush=True)


def fill(ballast: Path) -> None:
    """Take all that is left of a disk."""
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
            file.flush()


def leave_in_segment(journal: Path, size: int) -> None:
    """Cut the zeros at the end of the last segment: the next one is needed soon."""
    last = max(journal.glob("*.journal"))
    os.truncate(last, len(last.read_bytes().rstrip(b"\0")) + size)


@contextmanager
def small_disk(path: Path) -> Iterator[bool]:
    """Mount a small file system; yields whether that was allowed."""
    path.mkdir(parents=True, exist_ok=True, mode=0o711)
    options = f"size={DISK_MB}m,mode=0711"
    command = ["mount", "-t", "tmpfs", "-o", options, "acre-small", str(path)]
    is_mounted = os.geteuid() == 0 and subprocess.run(command, check=False).returncode == 0
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(path)], check=False)


def on_small_disk(folder: str) -> None:
    """Run `disk_full` with the state directory, or one folder of it, on a small disk."""
    with tempfile.TemporaryDirectory(prefix="acre-sick-") as parent:
        home = Path(parent) / "state"
        Path(parent).chmod(0o711)
        with small_disk(home / folder) as is_mounted:
            if not is_mounted:
                print("  skipped: mounting a tmpfs needs root", flush=True)
                return
            with acre_up(home, free_port()) as run:
                run.read_until("Acre is running")
                disk_full(run, home / folder)


def on_full_segment(*, is_killed: bool) -> None:
    """Run `journal_full` on a journal that needs another segment soon."""
    with tempfile.TemporaryDirectory(prefix="acre-sick-") as parent:
        home = Path(parent) / "state"
        Path(parent).chmod(0o711)
        with small_disk(home / "journal") as is_mounted:
            if not is_mounted:
                print("  skipped: mounting a tmpfs needs root", flush=True)
                return
            with acre_up(home, free_port()) as run:
                run.read_until("Acre is running")
            leave_in_segment(home / "journal", SEGMENT_LEFT_BYTES)
            with acre_up(home, free_port()) as run:
                run.read_until("Acre is running")
                journal_full(run, home, is_killed=is_killed)


def on_platform(case: Callable[[Run], None]) -> None:
    """Run one case on a platform of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="acre-sick-") as parent,
        acre_up(Path(parent) / "state", free_port()) as run,
    ):
        run.read_until("Acre is running")
        until("all works", lambda: is_whole(run), HEALED_MAX_S, run)
        case(run)


def cases() -> dict[str, Callable[[], None]]:
    """Return every case by its name."""
    found: dict[str, Callable[[], None]] = {
        "server-killed": lambda: on_platform(server_killed),
    }
    for role in ("core", "chain-node", "postmaster"):
        found[f"hung-{role}"] = lambda role=role: on_platform(lambda run: hung(run, role))
    for folder in FOLDERS:
        found[f"full-{folder or 'disk'}"] = lambda folder=folder: on_small_disk(folder)
    found["full-segment"] = lambda: on_full_segment(is_killed=False)
    found["full-segment-killed"] = lambda: on_full_segment(is_killed=True)
    return found


def main() -> int:
    """Run the cases; returns 1 when one fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", choices=sorted(cases()), default=[])
    only = parser.parse_args().only
    failed = []
    for name, case in cases().items():
        if only and name not in only:
            continue
        print(name, flush=True)
        try:
            case()
        except AssertionError as error:
            failed.append(name)
            print(f"  FAILED: {error}", flush=True)
    print("FAILED: " + ", ".join(failed) if failed else "all cases hold", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
