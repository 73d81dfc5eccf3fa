"""The arguments of `acre admin`, made from the table of operator commands."""

import argparse

from edge.operator.admin.table import ADMIN_COMMANDS, Argument

EXPLANATION = (
    "Each command is signed with the operator's key (keys/operator.json below ACRE_HOME) and "
    "handed to the running core over its local socket. Exit status: 0 done, 1 refused by the "
    "exchange, 2 something typed cannot be used, 69 no core answers, 75 the outcome is not known, "
    "78 the key file cannot be used."
)


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add one sub-command for each row of the table."""
    role.epilog = EXPLANATION
    commands = role.add_subparsers(dest="admin_command", required=True, metavar="COMMAND")
    for row in ADMIN_COMMANDS:
        example = f"Example: acre admin {row.name} {row.example}" if row.example else None
        command = commands.add_parser(
            row.name,
            help=row.help,
            description=f"{row.help[0].upper()}{row.help[1:]}.",
            epilog=example,
            allow_abbrev=False,
        )
        for argument in row.arguments:
            _add(command, argument)
        command.add_argument(
            "--dry-run", action="store_true", help="print the command and send nothing"
        )
        command.add_argument("--key", metavar="FILE", help="another key file of the operator")


def _add(command: argparse.ArgumentParser, argument: Argument) -> None:
    command.add_argument(
        argument.option,
        dest=argument.name,
        metavar=argument.metavar,
        required=argument.is_required,
        action="append" if argument.is_repeated else "store",
        help=argument.help.replace("%", "%%"),
    )
