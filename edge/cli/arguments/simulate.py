"""The arguments of `acre simulate`; kept apart, so that other roles start without the engine."""

import argparse

from edge.cli.arguments.numbers import number_within


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a run of the simulation can be asked for."""
    role.add_argument("--years", type=_positive, default=20, help="years before the end (20)")
    role.add_argument("--seed", type=_whole, default=1, help="of noise and organic flow (1)")
    role.add_argument("--markets", type=_positive, help="so many of the catalogue (all)")
    role.add_argument(
        "--noise", type=_noise, default=0.001, help="daily noise of the prints (0.001 is 0.1 %%)"
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
        "--auction-share", type=_part, default=0.0, help="organic flow that trades at a print (0)"
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


def _count(text: str, low: int) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) < low:
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} on, not {text!r}")
    return int(text)


def _whole(text: str) -> int:
    return _count(text, 0)


def _positive(text: str) -> int:
    return _count(text, 1)


def _noise(text: str) -> float:
    return number_within(text, 0.01)


def _part(text: str) -> float:
    return number_within(text, 1)


def _share(text: str) -> float:
    return number_within(text, 100)
