"""The arguments of `acre custody`; kept apart, as the other roles' are."""

import argparse

EXPLANATION = (
    "The vault belongs to a multisig of cold keys; the settler's hot key pays out of an allowance "
    "(docs/operator.md). create, show, approve, revoke and send talk to the chain node; read and "
    "sign need no network, so they can run where a cold key lies. Exit status: 0 done, 1 refused, "
    "2 something typed cannot be used, 69 the node does not answer, 78 a key file cannot be used."
)


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add one sub-command for each step of the ceremony."""
    role.epilog = EXPLANATION
    commands = role.add_subparsers(dest="custody_command", required=True, metavar="COMMAND")
    create = commands.add_parser("create", help="make the multisig of the cold keys")
    create.add_argument("--threshold", required=True, metavar="N", help="how many have to sign")
    _add_signers(create)
    _add_payer(create)
    commands.add_parser("show", help="what the multisig, the vault and the allowances are")
    approve = commands.add_parser("approve", help="propose the hot key's allowances, unsigned")
    approve.add_argument("--collateral", metavar="AMOUNT", help="such as 50000.00")
    approve.add_argument("--token", metavar="AMOUNT", help="of the ACRE token")
    revoke = commands.add_parser("revoke", help="propose to take both allowances away, unsigned")
    for command in (approve, revoke):
        _add_signers(command)
        _add_payer(command)
        command.add_argument("--out", required=True, metavar="FILE", help="a new file")
    read = commands.add_parser("read", help="say what a proposal does and who has signed it")
    read.add_argument("file", metavar="FILE")
    sign = commands.add_parser("sign", help="add the signature of a cold key to a proposal")
    sign.add_argument("file", metavar="FILE")
    sign.add_argument("--key", required=True, metavar="FILE", help="the cold key")
    sign.add_argument("--out", required=True, metavar="FILE", help="a new file")
    send = commands.add_parser("send", help="put the signed copies together and send them")
    send.add_argument("files", metavar="FILE", nargs="+")
    _add_payer(send)
    accept = commands.add_parser(
        "accept", help="take a difference of the vault for settled, so that outflows continue"
    )
    accept.add_argument("--collateral", required=True, metavar="AMOUNT", help="such as -9.00")
    accept.add_argument("--token", required=True, metavar="AMOUNT", help="of the ACRE token")


def _add_signers(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--signer", required=True, action="append", metavar="ADDRESS", help="once for each cold key"
    )


def _add_payer(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--payer", metavar="FILE", help="who pays; keys/settler-fee-payer.json if not given"
    )
