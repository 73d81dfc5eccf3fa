"""Under which account the embedded PostgreSQL runs: PostgreSQL refuses to run as root.

Started by an ordinary user, it runs as that user. Started by root, it runs as the owner of its
data, or as `nobody`. Where that user may not enter a directory on the way (a state directory below
a private one, as in a container or a temporary clone), the child keeps one capability, the one to
search directories, and nothing else of root.
"""

import ctypes
import os
import pwd
import signal
import stat
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

FALLBACK_ID = 65_534
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAP_SETPCAP = 8
_PR_SET_PDEATHSIG = 1
_PR_SET_SECUREBITS = 28
_NO_SETUID_FIXUP = 1 << 2
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAPABILITY_VERSION_3 = 0x20080522
_IS_LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True)


class AccountError(Exception):
    """No account can run PostgreSQL on these directories; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A user to run as; `capability` is kept across the change of user, None keeps nothing."""

    uid: int
    gid: int
    capability: int | None = None


def choose_account(data_dir: Path, needed: Iterable[Path]) -> Account | None:
    """Choose who runs PostgreSQL, None for the present user; raises AccountError if no user can."""
    if os.geteuid() != 0:
        return None
    uid, gid = _owner_or_fallback(data_dir)
    blocked = next((path for path in needed if not can_reach(path, uid, gid)), None)
    if blocked is None:
        return Account(uid=uid, gid=gid)
    permitted = _permitted_capabilities()
    for capability in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE):
        if permitted >> capability & permitted >> CAP_SETPCAP & 1:
            return Account(uid=uid, gid=gid, capability=capability)
    raise AccountError(
        f"PostgreSQL does not run as root, and the user {_user_name(uid)} may not enter {blocked}; "
        "start Acre as an ordinary user, or put ACRE_HOME where other users may enter."
    )


def can_reach(path: Path, uid: int, gid: int) -> bool:
    """Tell by the permission bits whether this user may get to path and read it."""
    steps = [*reversed(path.resolve().parents), path.resolve()]
    for step in steps:
        try:
            facts = step.stat()
        except OSError:
            return True
        wanted = 5 if stat.S_ISDIR(facts.st_mode) and step == steps[-1] else 1
        if not stat.S_ISDIR(facts.st_mode):
            wanted = 4
        shift = 6 if facts.st_uid == uid else 3 if facts.st_gid == gid else 0
        if facts.st_mode >> shift & wanted != wanted:
            return False
    return True


def give(path: Path, account: Account | None) -> None:
    """Make the account the owner of one file or directory; does nothing for the present user."""
    if account is not None:
        os.chown(path, account.uid, account.gid, follow_symlinks=False)


def become(account: Account | None, parent: int) -> Callable[[], None]:
    """Return what a new child does before exec: change the user, then die with its parent."""

    def enter() -> None:
        os.umask(0o077)
        if account is not None:
            _change_user(account)
        die_with_parent(parent, signal.SIGINT)

    return enter


def die_with_parent(parent: int, signal_number: int) -> None:
    """Ask the kernel to signal this process when its parent ends (nothing where not Linux)."""
    if not _IS_LINUX:
        return
    _call(_libc.prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0))
    if os.getppid() != parent:
        os.kill(os.getpid(), signal_number)


def _owner_or_fallback(data_dir: Path) -> tuple[int, int]:
    if data_dir.is_dir() and (facts := data_dir.stat()).st_uid != 0:
        return facts.st_uid, facts.st_gid
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        return FALLBACK_ID, FALLBACK_ID
    return entry.pw_uid, entry.pw_gid


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _permitted_capabilities() -> int:
    if not _IS_LINUX:
        return 0
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("CapPrm:"):
            return int(line.split()[1], 16)
    return 0


def _change_user(account: Account) -> None:
    if account.capability is not None:
        # Without this bit, access() would judge by the new user alone, and initdb asks access().
        _call(_libc.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0))
    os.setgroups([account.gid])
    os.setgid(account.gid)
    os.setuid(account.uid)
    if account.capability is not None:
        bit = 1 << account.capability
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
        sets = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)  # effective, permitted, inheritable
        _call(_libc.capset(header, sets))
        _call(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, account.capability, 0, 0))


def _call(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
