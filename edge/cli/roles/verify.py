"""The role `verify`: checks a journal against the chain; exit status 0 good, 1 not, 2 unknown."""

import argparse
import asyncio
import contextlib
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from chain.client.addresses import from_base58
from chain.client.cluster import chain_of
from chain.client.errors import ChainError
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import address_of, load_key
from chain.verify.errors import CannotVerify, Difference
from chain.verify.verify import NEVER, Counts, Verifier, Wanted
from edge.core.settings import Settings

GOOD, DIFFERENT, UNKNOWN = 0, 1, 2
FEE_PAYER = "settler-fee-payer.json"


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Check and print; returns the exit status."""
    try:
        return asyncio.run(_run(settings, parsed))
    except (CannotVerify, ChainError, RpcError) as error:
        print(f"acre: cannot check: {error}", file=sys.stderr)
        return UNKNOWN
    except KeyboardInterrupt:
        return UNKNOWN


async def _run(settings: Settings, parsed: argparse.Namespace) -> int:
    journal = Path(parsed.journal) if parsed.journal else settings.home / "journal"
    async with AsyncExitStack() as stack:
        urls = parsed.rpc or [settings.node_url]
        rpcs = [Rpc(url) for url in urls]
        for rpc in rpcs:
            stack.push_async_callback(rpc.close)
        verifier = Verifier(
            Wanted(
                journal=journal,
                snapshots=Path(parsed.snapshots) if parsed.snapshots else journal / "snapshots",
                rpcs=rpcs,
                chain_name=parsed.chain or chain_of(urls[0]),
                root_signer=_root_signer(settings, parsed.root_signer),
                from_slot=parsed.from_slot,
                to_slot=parsed.to_slot,
                to_sequence=NEVER if parsed.to_sequence is None else parsed.to_sequence,
                tell=_silent if parsed.quiet else _tell,
            )
        )
        status = GOOD
        try:
            await verifier.run()
        except Difference as difference:
            print(f"DIFFERENT: {difference}")
            status = DIFFERENT
        for note in verifier.notes:
            print(f"note: {note}")
        print("\n".join(_summary(verifier.counts)))
        if status == GOOD:
            print("GOOD: the journal matches the chain and leads to the published state.")
        return status


def _root_signer(settings: Settings, text: str | None) -> bytes | None:
    """Return the signer of the roots: the given one, or the key below ACRE_HOME."""
    if text is not None:
        try:
            return from_base58(text)
        except ValueError as error:
            raise CannotVerify(f"--root-signer: {error}") from error
    with contextlib.suppress(OSError, ValueError):
        return address_of(load_key(settings.home / "keys" / FEE_PAYER))
    return None


def _summary(counts: Counts) -> list[str]:
    skipped = counts.before_first_slot + counts.after_last_slot
    return [
        f"commands replayed        {counts.commands:,}",
        f"chain commands compared  {counts.chain_commands:,}",
        f"  outside the slots      {skipped:,}",
        f"blocks read              {counts.blocks:,} (slots {counts.first_slot:,} to "
        f"{counts.last_slot:,})",
        f"operator signatures      {counts.operator_commands:,}",
        f"snapshots compared       {counts.snapshots:,}",
        f"state roots compared     {counts.roots:,}",
        f"state hash               {counts.state_hash or '-'}",
    ]


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


def _silent(_line: str) -> None:
    """Say nothing."""
