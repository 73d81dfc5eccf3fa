"""Our own wallets: key files, signing, sending until confirmed (keepers, faucet, demo, tests)."""

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.signature import Signature

from chain.client.errors import ChainError
from chain.client.instructions import BuiltTransaction, sign, signed
from chain.client.rpc import Rpc, RpcError
from engine.journal.files import make_directory

POLL_S: Final = 0.05
CONFIRM_TIMEOUT_S: Final = 30.0
KEY_FILE_MODE: Final = 0o600


class TransactionFailed(Exception):
    """The chain executed the transaction and it failed, or it can no longer land."""


class BadKeyFileError(ValueError):
    """A key file cannot be used; the message is a sentence."""


def address_of(keypair: Keypair) -> bytes:
    """Return the 32 bytes of a wallet's address."""
    return bytes(keypair.pubkey())


def load_key(path: Path) -> Keypair:
    """Read a Solana key file (a JSON array of 64 numbers); raises BadKeyFileError."""
    try:
        return Keypair.from_bytes(bytes(json.loads(path.read_text())))
    except (ValueError, TypeError) as error:
        raise BadKeyFileError(
            f"{path} is not a key file (64 numbers); put the right one back."
        ) from error
    except PermissionError as error:
        raise BadKeyFileError(f"{path} cannot be read by the user that runs Acre.") from error


def load_or_create_key(path: Path, create: Callable[[], Keypair] = Keypair) -> Keypair:
    """Read the key file, or make a new key that is on disk (mode 0600) before it is returned."""
    if path.exists():
        return load_key(path)
    keypair = create()
    make_directory(path.parent, 0o700)
    write_durably(path, json.dumps(list(bytes(keypair))).encode(), KEY_FILE_MODE)
    return keypair


def write_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file so that after a crash either the old or the new content is there."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


async def wait_confirmed(
    rpc: Rpc, signature: str, last_valid_block_height: int, commitment: str = "confirmed"
) -> int:
    """Wait until the transaction has the commitment; return its slot, or raise."""
    accepted = {"confirmed", "finalized"} if commitment == "confirmed" else {"finalized"}
    end = monotonic() + CONFIRM_TIMEOUT_S
    while monotonic() < end:
        (status,) = await rpc.signature_statuses([signature])
        if status is not None and status.get("err") is not None:
            raise TransactionFailed(f"transaction failed: {status['err']}")
        if status is not None and status.get("confirmationStatus") in accepted:
            return int(status["slot"])
        if status is None and await rpc.block_height("finalized") > last_valid_block_height:
            raise TransactionFailed("transaction did not land before its blockhash expired")
        await asyncio.sleep(POLL_S)
    raise ChainError("NODE_UNAVAILABLE", {"reason": "transaction was not confirmed in time"})


async def sign_and_send(rpc: Rpc, built: BuiltTransaction, signers: Sequence[Keypair]) -> str:
    """Sign what a builder returned, send it and wait until confirmed; returns the signature."""
    return await send_bytes(rpc, sign(built.tx, signers), built.last_valid_block_height)


async def send_instructions(
    rpc: Rpc, instructions: Sequence[Instruction], signers: Sequence[Keypair]
) -> str:
    """Sign and send a transaction of our own; the first signer pays."""
    blockhash, last_valid, _slot = await rpc.latest_blockhash()
    return await send_bytes(rpc, signed(instructions, signers, blockhash), last_valid)


async def send_bytes(rpc: Rpc, transaction: bytes, last_valid_block_height: int) -> str:
    """Send signed bytes and wait until confirmed; returns the signature."""
    try:
        signature = await rpc.send(transaction)
    except RpcError as error:
        raise TransactionFailed(f"node refused the transaction: {error}") from error
    await wait_confirmed(rpc, signature, last_valid_block_height)
    return signature


def signature_text(signature: bytes) -> str:
    """Return the base58 text of a signature."""
    return str(Signature(signature))
