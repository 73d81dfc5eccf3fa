"""The arguments of `acre edge`."""

import argparse

from edge.cli.arguments.numbers import whole_within
from edge.core.settings import EDGE_WORKERS_MAX


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add which of the web processes it is."""
    role.add_argument(
        "--number",
        type=lambda text: whole_within(text, 1, EDGE_WORKERS_MAX),
        default=1,
        help="which one it is: its own port follows from it (default: 1)",
    )
