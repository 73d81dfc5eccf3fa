"""The arguments of `acre backup`, `acre restore` and `acre journal`."""

import argparse

SEQUENCE_DIGITS_MAX = 18
KEPT = 2  # complete segments that `acre journal archive --remove` leaves


def add_backup_arguments(role: argparse.ArgumentParser) -> None:
    """Add where a backup goes."""
    role.add_argument("directory", help="a directory that does not exist yet")
    role.add_argument(
        "--keys",
        metavar="FILE",
        help="include the keys, encrypted with the passphrase in this file (default: without keys)",
    )


def add_restore_arguments(role: argparse.ArgumentParser) -> None:
    """Add which backup is restored."""
    role.add_argument("directory", help="a backup; ACRE_HOME must be empty")
    role.add_argument("--keys", metavar="FILE", help="restore the keys, with this passphrase")


def add_journal_arguments(role: argparse.ArgumentParser) -> None:
    """Add what is done with a journal."""
    role.add_argument(
        "act",
        choices=("check", "dump", "export", "archive", "repair", "copy", "load"),
        help="check: hash chain and replay; dump: a line for each command; export: with events; "
        "archive: complete segments into DIRECTORY; repair: damaged segments from copies; "
        "copy: a cluster's journal into a new directory; load: a journal into an empty cluster",
    )
    role.add_argument("directory", nargs="?", metavar="DIRECTORY", help="archive: where to")
    role.add_argument(
        "--remove",
        action="store_true",
        help="archive: remove segments that are in the archive and that no start needs",
    )
    role.add_argument(
        "--keep",
        type=_sequence,
        default=KEPT,
        metavar="N",
        help=f"archive: complete segments that stay in any case ({KEPT})",
    )
    role.add_argument(
        "--source",
        metavar="DIR",
        help="repair: a backup, or a directory of segments (the archive)",
    )
    role.add_argument("--journal", metavar="DIR", help="the journal (journal below ACRE_HOME)")
    role.add_argument("--from", dest="first", type=_sequence, default=1, metavar="N")
    role.add_argument("--to", dest="last", type=_sequence, default=None, metavar="N")


def _sequence(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= SEQUENCE_DIGITS_MAX):
        raise argparse.ArgumentTypeError(f"must be the number of a command, not {text!r}")
    return int(text)
