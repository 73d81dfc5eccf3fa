"""The arguments of `acre data`; kept apart, so that other roles start without the engine."""

import argparse
from datetime import date

# The names of chain.importers.kinds, which this module does not load.
KINDS = (
    "zillow-zhvi",
    "zillow-zori",
    "zillow-inventory",
    "zillow-sales",
    "fhfa-master",
    "fhfa-metro",
    "redfin",
    "fred",
    "realtor",
)


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add `import KIND FILE`, `check FILE`, `update DIR` and `list`."""
    role.epilog = (
        "Exit status: 0 done or good, 1 the file was refused and nothing of it was loaded, 2 the"
        " command line is wrong, 78 a setting or the data directory is."
    )
    actions = role.add_subparsers(dest="action", required=True, metavar="ACTION")
    importing = actions.add_parser("import", help="load a publisher's file for our markets")
    importing.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    importing.add_argument("file", metavar="FILE", help="the file, plain or packed with gzip")
    importing.add_argument(
        "--vintage",
        type=_day,
        metavar="DATE",
        help="when the publisher put this version out, where the file does not say (today)",
    )
    importing.add_argument(
        "--index",
        action="store_true",
        help="make the daily prints of the markets in it (zillow-zhvi, redfin)",
    )
    checking = actions.add_parser("check", help="say what importing a file would do; load nothing")
    checking.add_argument("file", metavar="FILE", help="the file, plain or packed with gzip")
    checking.add_argument(
        "--kind", choices=KINDS, metavar="KIND", help="where the file does not tell: as of import"
    )
    updating = actions.add_parser("update", help="import what is new in a folder of downloads")
    updating.add_argument("folder", metavar="DIR", help="its files are taken in order of name")
    updating.add_argument(
        "--vintage",
        type=_day,
        metavar="DATE",
        help="when the publishers put these versions out, where the files do not say (today)",
    )
    for action in (importing, checking, updating):
        action.add_argument(
            "--without",
            action="append",
            default=[],
            metavar="SYMBOL",
            help="leave this market out; may be given several times",
        )
    actions.add_parser("list", help="show what was imported")


def _day(text: str) -> str:
    try:
        if len(text) != len("2026-01-31"):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a day like 2026-01-31, not {text!r}") from None
