"""The arguments of `acre bench`; kept apart, as the other roles' are."""

import argparse

EXPLANATION = """
`acre bench book --file FILE` runs a file of orders through the order book; `acre bench NAME --help`
lists a benchmark's other options. Each prints one line of JSON. The benchmarks are part
of the sources, not of an installed package.
"""


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add the name of the benchmark; everything behind it is the benchmark's."""
    role.formatter_class = argparse.RawDescriptionHelpFormatter
    role.epilog = EXPLANATION
    role.add_argument("name", metavar="NAME", help="a benchmark, such as book")
    role.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="…", help="options of the benchmark"
    )
