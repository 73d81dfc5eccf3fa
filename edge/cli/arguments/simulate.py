"""The arguments of `acre simulate`; kept apart, so that other roles start without the engine."""

import argparse

from edge.cli.arguments.numbers import number_within

NOISE_MAX = 1  # percent a day


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a run of the simulation can be asked for."""
    role.add_argument("--years", type=_positive, default=20, help="years before the end (20)")
    role.add_argument("--seed", type=_whole, default=1, help="of noise and organic flow (1)")
    role.add_argument("--markets", type=_positive, help="so many of the catalogue or file (all)")
    role.add_argument(
        "--history", metavar="FILE", help="CSV of date, region, value, or of date and regions"
    )
    role.add_argument(
        "--noise", type=_noise, default=0.001, help="daily noise of the prints in percent (0.1%%)"
    )
    role.add_argument(
        "--mean-reverting", action="store_true", help="the noise returns; else it stays for ever"
    )
    role.add_argument(
        "--organic", type=_share, default=1.0, help="scale of the uninformed and retail flow (1)"
    )
    role.add_argument(
        "--no-organic", dest="organic", action="store_const", const=0.0, help="as --organic 0"
    )
    role.add_argument(
        "--agents",
        default="forecaster,sniper",
        help="forecaster, sniper, source, peek, ahead, locker, lp-timer, by comma; none",
    )
    role.add_argument(
        "--act-at-print", action="store_true", help="agents that know increase at a print only"
    )
    role.add_argument(
        "--auction-share", type=_part, default=0.0, help="part of organic flow in auctions (0)"
    )
    role.add_argument(
        "--forecast",
        choices=("on", "off", "half", "wrong-sign"),
        default="on",
        help="how well the engine's forecast of the drift works",
    )
    role.add_argument(
        "--design", default="acre", help="acre, classical, no-surcharge, no-integrator, no-anchor"
    )
    role.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE",
        help="a parameter of the rules, for example kDrift=0.5; may be repeated",
    )
    role.add_argument("--html", metavar="FILE", help="write the report as a page, too")
    role.add_argument("--json", metavar="FILE", help="write all figures as JSON lines, too")


def _count(text: str, low: int) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) < low:
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} on, not {text!r}")
    return int(text)


def _whole(text: str) -> int:
    return _count(text, 0)


def _positive(text: str) -> int:
    return _count(text, 1)


def _noise(text: str) -> float:
    """Read percent: `0.1%`; a bare number is refused, since it once was a share."""
    try:
        value = float(text[:-1]) if text.endswith("%") else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= NOISE_MAX:
        raise argparse.ArgumentTypeError(
            f"must be from 0% to {NOISE_MAX}% with its sign, such as 0.1%, not {text!r}"
        )
    return value / 100


def _part(text: str) -> float:
    return number_within(text, 1)


def _share(text: str) -> float:
    return number_within(text, 100)
