"""The `acre` command: `acre up` for everything, or one role of it in the foreground."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from edge.cli.arguments import admin as admin_arguments
from edge.cli.arguments import backtest as backtest_arguments
from edge.cli.arguments import backup as backup_arguments
from edge.cli.arguments import bench as bench_arguments
from edge.cli.arguments import custody as custody_arguments
from edge.cli.arguments import data as data_arguments
from edge.cli.arguments import edge as edge_arguments
from edge.cli.arguments import keeper as keeper_arguments
from edge.cli.arguments import maker as maker_arguments
from edge.cli.arguments import report_role as report_role_arguments
from edge.cli.arguments import simulate as simulate_arguments
from edge.cli.arguments import verify as verify_arguments
from edge.core.settings import VERSION, Settings, SettingsError

# Of sysexits.h, which service managers know; docs/operator.md lists them.
EXIT_DAMAGED = 65  # damaged data that needs an operator
EXIT_UNAVAILABLE = 69
EXIT_TEMPORARY = 75  # trouble that may pass: another start may work
EXIT_CONFIGURATION = 78  # another start ends the same way: the supervisor stops everything
ROLES = {
    "up": ("edge.cli.up", "start everything and keep it running"),
    "core": ("edge.cli.roles.core", "engine, chain follower, settler, oracle and web service"),
    "edge": ("edge.cli.roles.edge", "one of the processes that serve the web"),
    "backup": ("edge.cli.roles.backup", "copy the state, running or not, into a directory"),
    "restore": ("edge.cli.roles.backup", "put a backup into an empty ACRE_HOME"),
    "journal": (
        "edge.cli.roles.journal",
        "check, archive or repair a journal, or write it as JSON",
    ),
    "doctor": ("edge.cli.roles.doctor", "look at everything that a start needs"),
    "chain-node": ("edge.cli.roles.chain_node", "the embedded Solana node"),
    "postgres": ("edge.cli.roles.postgres", "the embedded PostgreSQL"),
    "admin": ("edge.cli.roles.admin", "a signed command of the operator to the running core"),
    "simulate": ("edge.cli.roles.simulate", "what providers and traders would have earned"),
    "backtest": ("edge.cli.roles.backtest", "strategies over the history, on the real engine"),
    "maker": ("edge.cli.roles.maker", "a bot that quotes both sides of the prediction markets"),
    "report-role": ("edge.cli.roles.report_role", "a database role that reads reports alone"),
    "custody": ("edge.cli.roles.custody", "the vault's cold keys and the hot key's allowance"),
    "verify": ("edge.cli.roles.verify", "check a journal against the chain, by replay"),
    "keeper": ("edge.cli.roles.keeper", "a bot that liquidates and settles"),
    "data": ("edge.cli.roles.data", "figures of publishers' files for the markets"),
    "bench": ("edge.cli.roles.bench", "a benchmark of the sources, such as the order book's"),
}
ARGUMENTS = {
    "admin": admin_arguments.add_arguments,
    "backtest": backtest_arguments.add_arguments,
    "backup": backup_arguments.add_backup_arguments,
    "bench": bench_arguments.add_arguments,
    "custody": custody_arguments.add_arguments,
    "data": data_arguments.add_arguments,
    "edge": edge_arguments.add_arguments,
    "journal": backup_arguments.add_journal_arguments,
    "keeper": keeper_arguments.add_arguments,
    "maker": maker_arguments.add_arguments,
    "report-role": report_role_arguments.add_arguments,
    "restore": backup_arguments.add_restore_arguments,
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
