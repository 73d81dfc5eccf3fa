"""The `acre` command: `acre up` for everything, or one role of it in the foreground."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from edge.cli import (
    admin_arguments,
    bench_arguments,
    custody_arguments,
    data_arguments,
    keeper_arguments,
    maker_arguments,
    simulate_arguments,
    verify_arguments,
)
from edge.settings import VERSION, Settings, SettingsError

# Of sysexits.h, which service managers know; docs/operator.md lists them.
EXIT_DAMAGED = 65  # data that a person has to look at
EXIT_UNAVAILABLE = 69
EXIT_TEMPORARY = 75  # trouble that may pass: another start may work
EXIT_CONFIGURATION = 78  # another start ends the same way: the supervisor stops everything
ROLES = {
    "up": ("edge.cli.up", "start everything and keep it running"),
    "core": ("edge.cli.core_role", "engine, chain follower, settler, oracle and web service"),
    "chain-node": ("edge.cli.chain_node_role", "the embedded Solana node"),
    "postgres": ("edge.cli.postgres_role", "the embedded PostgreSQL"),
    "admin": ("edge.cli.admin_role", "a signed command of the operator to the running core"),
    "simulate": ("edge.cli.simulate_role", "what providers and traders would have earned"),
    "maker": ("edge.cli.maker_role", "a bot that quotes both sides of the prediction markets"),
    "custody": ("edge.cli.custody_role", "the vault's cold keys and the hot key's allowance"),
    "verify": ("edge.cli.verify_role", "check a journal against the chain, by replay"),
    "keeper": ("edge.cli.keeper_role", "a bot that liquidates and settles, as anybody may"),
    "data": ("edge.cli.data_role", "figures of publishers' files for the markets"),
    "bench": ("edge.cli.bench_role", "a benchmark of the sources, such as the order book's"),
}
ARGUMENTS = {
    "admin": admin_arguments.add_arguments,
    "bench": bench_arguments.add_arguments,
    "custody": custody_arguments.add_arguments,
    "data": data_arguments.add_arguments,
    "keeper": keeper_arguments.add_arguments,
    "maker": maker_arguments.add_arguments,
    "simulate": simulate_arguments.add_arguments,
    "verify": verify_arguments.add_arguments,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the role that the command line names; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    # A role imports only what it needs: the supervisor and PostgreSQL start without the engine.
    module = importlib.import_module(ROLES[parsed.role][0])
    status: int = module.run(settings, parsed)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="acre",
        description="Acre: an exchange for real-estate price indexes on Solana.",
        epilog="Settings come from the environment (ACRE_HOME, ACRE_PORT, …); see README.md.",
    )
    parser.add_argument("--version", action="version", version=f"acre {VERSION}")
    roles = parser.add_subparsers(dest="role", required=True, metavar="ROLE")
    for name, (_module, text) in ROLES.items():
        role = roles.add_parser(name, help=text, description=f"{text}.")
        if name == "up":
            role.add_argument(
                "--with-parent",
                action="store_true",
                help="stop when the process that started this one ends (make run uses it)",
            )
        if name in ARGUMENTS:
            ARGUMENTS[name](role)
    return parser
