"""The role `custody`: the ceremony of the cold keys, and what the vault's allowances are."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.errors import ChainError
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.faucet import airdrop_if_low
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import TransactionFailed, address_of, load_or_create_key, write_durably
from chain.custody.build import CustodySettings, VaultFacts
from chain.custody.ceremony import (
    Allowance,
    Ceremony,
    propose_allowances,
    propose_revocation,
    send_ceremony,
)
from chain.custody.multisig import (
    SIGNERS_MAX,
    CustodyError,
    Multisig,
    create_multisig,
    read_multisig,
)
from chain.custody.outflow_stop import OutflowStop
from chain.custody.vault import MINT_NAMES, vault_account
from edge.cli.key_files import KeyFileError, private_key
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.core.settings import Settings
from edge.http.amounts import decimal
from edge.operator.admin.values import InputError, read_address, read_decimal, read_number
from engine.schema.parameters import E6

EXIT_REFUSED: Final = 1
EXIT_INPUT: Final = 2
FILE_BYTES_MAX: Final = 16_384
DECIMALS: Final = 6
LOCAL: Final = "local"

Signers = tuple[Multisig, list[bytes]]


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Do one step; returns the exit status."""
    try:
        for line in asyncio.run(_step(settings, parsed)):
            print(line)
        return 0
    except InputError as error:
        return _say(f"{error}.", EXIT_INPUT)
    except KeyFileError as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except CustodyError as error:
        return _say(str(error), EXIT_REFUSED)
    except (TransactionFailed, RpcError) as error:
        return _say(f"The chain refused it: {error}.", EXIT_REFUSED)
    except ChainError as error:
        return _say(f"The chain node does not answer: {error}.", EXIT_UNAVAILABLE)


async def _step(settings: Settings, parsed: argparse.Namespace) -> list[str]:
    match parsed.custody_command:
        case "read":
            return _described(_load(Path(parsed.file)))
        case "sign":
            ceremony = _load(Path(parsed.file)).signed_by(private_key(Path(parsed.key)))
            _write_new(Path(parsed.out), ceremony)
            return _described(ceremony)
        case "accept":
            return _accept(settings, parsed)
        case _:
            return await _ask_node(settings, parsed)


async def _ask_node(settings: Settings, parsed: argparse.Namespace) -> list[str]:
    async with Rpc(settings.node_url) as rpc:
        match parsed.custody_command:
            case "create":
                return await _create(settings, parsed, rpc)
            case "show":
                return await _show(settings, rpc)
            case "send":
                return await _send(settings, parsed, rpc)
            case _:
                return await _propose(settings, parsed, rpc)


async def _create(settings: Settings, parsed: argparse.Namespace, rpc: Rpc) -> list[str]:
    threshold = read_number(parsed.threshold, SIGNERS_MAX)
    signers = [read_address(text) for text in parsed.signer]
    if settings.env == LOCAL and not parsed.payer:  # nothing has run yet that made the key
        await airdrop_if_low(rpc, address_of(load_or_create_key(_default_payer(settings))))
    multisig = await create_multisig(rpc, _payer(settings, parsed), threshold, signers)
    address = to_base58(multisig.address)
    return [
        f"The multisig is {address}: {multisig.threshold} of {len(multisig.signers)}.",
        f"Start Acre with ACRE_CUSTODY=delegate ACRE_CUSTODY_MULTISIG={address}",
    ]


async def _show(settings: Settings, rpc: Rpc) -> list[str]:
    directory = CustodySettings(home=settings.home, kind=settings.custody).state_dir
    vault = VaultFacts.load(directory)
    multisig = await read_multisig(rpc, vault.facts.vault_authority)
    lines = [
        f"multisig {to_base58(multisig.address)}: {multisig.threshold} of {len(multisig.signers)}",
        *(f"  cold key {to_base58(key)}" for key in multisig.signers),
        f"hot key {to_base58(vault.hot_key)}",
    ]
    for mint, name in MINT_NAMES.items():
        account = await vault_account(rpc, vault.facts, mint)
        if account is not None:
            left = decimal(account.allowance_of_e6(vault.hot_key), DECIMALS)
            lines.append(
                f"{name}: {decimal(account.balance_e6, DECIMALS)} in the vault, allowance {left}"
            )
            if account.delegate is not None and account.delegate != vault.hot_key:
                other = to_base58(account.delegate)
                lines.append(f"{name}: the allowance is another key's, {other}")
    is_stopped = OutflowStop(directory).is_set
    return [*lines, f"outflows are {'stopped' if is_stopped else 'not stopped'}"]


async def _propose(settings: Settings, parsed: argparse.Namespace, rpc: Rpc) -> list[str]:
    directory = CustodySettings(home=settings.home, kind=settings.custody).state_dir
    vault = VaultFacts.load(directory)
    multisig = await read_multisig(rpc, vault.facts.vault_authority)
    signers: Signers = multisig, [read_address(text) for text in parsed.signer]
    payer = _payer(settings, parsed)
    if parsed.custody_command == "revoke":
        ceremony = await propose_revocation(rpc, vault.facts, payer, signers)
    else:
        allowances = _allowances(parsed, vault.hot_key)
        ceremony = await propose_allowances(rpc, vault.facts, payer, signers, allowances)
    _write_new(Path(parsed.out), ceremony)
    return _described(ceremony)


def _allowances(parsed: argparse.Namespace, hot_key: bytes) -> list[Allowance]:
    texts = {MINT_COLLATERAL: parsed.collateral, MINT_TOKEN: parsed.token}
    allowances = [
        Allowance(hot_key, mint, read_decimal(text, E6))
        for mint, text in texts.items()
        if text is not None
    ]
    if not allowances:
        raise InputError("an allowance needs --collateral, --token or both")
    return allowances


async def _send(settings: Settings, parsed: argparse.Namespace, rpc: Rpc) -> list[str]:
    first, *others = [_load(Path(file)) for file in parsed.files]
    for other in others:
        first = first.merged(other)
    signature = await send_ceremony(rpc, first, _payer(settings, parsed))
    return [*first.describe(), f"Done: {signature}"]


def _accept(settings: Settings, parsed: argparse.Namespace) -> list[str]:
    stop = OutflowStop(CustodySettings(home=settings.home, kind=settings.custody).state_dir)
    differences = {MINT_COLLATERAL: _signed(parsed.collateral), MINT_TOKEN: _signed(parsed.token)}
    if not any(differences.values()):
        stop.accept(differences)
        return ["No difference is accepted any more: the vault has to match."]
    if not stop.is_set:
        raise CustodyError("Outflows are not stopped: there is no difference to accept.")
    stop.accept(differences)
    return ["Accepted. Outflows continue once the vault differs by exactly that."]


def _signed(text: str) -> int:
    """Return a decimal with a sign, as raw units."""
    raw = read_decimal(text.removeprefix("-"), E6)
    return -raw if text.startswith("-") else raw


def _described(ceremony: Ceremony) -> list[str]:
    first, *others = ceremony.signers
    lines = ceremony.describe()
    lines.append(f"paid by {to_base58(first)}, who signs last")
    missing = ceremony.missing
    lines += [
        f"{to_base58(key)} {'has not signed' if key in missing else 'has signed'}" for key in others
    ]
    return lines


def _load(path: Path) -> Ceremony:
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
        if len(data) > FILE_BYTES_MAX:
            raise CustodyError(f"{path} is too large for a transaction.")
        return Ceremony.from_text(data.decode())
    except OSError as error:
        raise CustodyError(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CustodyError(f"{path} holds no transaction of custody.") from None


def _write_new(path: Path, ceremony: Ceremony) -> None:
    if path.exists():
        raise CustodyError(f"{path} exists; nothing was written.")
    try:
        write_durably(path, ceremony.text.encode())
    except OSError as error:
        raise CustodyError(f"{path}: {error.strerror}.") from None


def _payer(settings: Settings, parsed: argparse.Namespace) -> Keypair:
    return private_key(Path(parsed.payer) if parsed.payer else _default_payer(settings))


def _default_payer(settings: Settings) -> Path:
    return settings.home / "keys" / "settler-fee-payer.json"


def _say(sentence: str, status: int) -> int:
    print(f"acre: {sentence}", file=sys.stderr)
    return status
