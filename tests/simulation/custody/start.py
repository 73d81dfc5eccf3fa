"""The chain at which every world begins: two mints, the vault, and wallets with tokens."""

import asyncio
import functools
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from solders.hash import Hash
from solders.keypair import Keypair

from chain.client import wallet as wallet_module
from chain.client.cluster import LOCALNET
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet, airdrop_if_low
from chain.client.mints import ensure_mints, ensure_vaults
from chain.client.wallet import address_of
from chain.node.state import blockhashes as blockhashes_module
from chain.node.state import ledger as ledger_module
from chain.node.state.store import Genesis, SlotWrite, Store
from engine.core.generated.messages import CreateExchange, CreateMarket
from engine.schema.parameters import EXCHANGE_PARAMETERS
from tests.engine.sequencer.factories import START_S, create_market
from tests.simulation.custody.chain import BLOCKHASH_AGE_MAX, FINALITY_SLOTS, Chain, SimRpc
from tests.simulation.durability.clock import VirtualLoop

USERS = 3
EXCHANGE = b"\x02" * 32
SETTLEMENT_DELAY_S = 6


def key(name: str) -> Keypair:
    """Return the wallet of a name."""
    return Keypair.from_seed(name.encode().ljust(32, b"\1"))


VAULT, FEE_PAYER, KEEPER, FAUCET = map(key, ("vault", "fee payer", "keeper", "faucet"))
WALLETS = [key(f"user {number}") for number in range(USERS)]


@dataclass(frozen=True)
class Start:
    """A directory with a chain, and what is on it."""

    home: Path
    facts: ChainFacts


@contextmanager
def short_chain() -> Iterator[None]:
    """Let blocks be final, and blockhashes expire, after fewer slots."""
    with ExitStack() as stack:
        for module, name, value in (
            (ledger_module, "FINALITY_SLOTS", FINALITY_SLOTS),
            (ledger_module, "BLOCKHASH_AGE_MAX", BLOCKHASH_AGE_MAX),
            (blockhashes_module, "BLOCKHASH_AGE_MAX", BLOCKHASH_AGE_MAX),
            (ledger_module, "_begin_chain", _begin_chain),
        ):
            stack.enter_context(patch.object(module, name, value))
        yield


def _begin_chain(store: Store) -> Genesis:
    genesis = Genesis(hash=b"\x07" * 32, airdrop_seed=bytes(key("airdrop"))[:32])
    account = ledger_module.Account(
        ledger_module.AIRDROP_BANK_LAMPORTS, b"", ledger_module.SYSTEM_PROGRAM
    )
    address = bytes(key("airdrop").pubkey())
    store.create(genesis, SlotWrite(accounts=[(address, bytes(account))], reserved_slot=0))
    return genesis


@functools.cache
def start() -> Start:
    """Make the chain once in a process."""
    home = Path(tempfile.mkdtemp(prefix="acre-sim-start-"))
    loop = VirtualLoop()
    with short_chain(), patch.object(wallet_module, "monotonic", loop.time):
        facts = loop.run_until_complete(_make(home, loop))
    loop.close()
    return Start(home, facts)


async def _make(home: Path, loop: VirtualLoop) -> ChainFacts:
    async def to_thread(work, *args):
        return work(*args)

    with patch.object(asyncio, "to_thread", to_thread):
        chain = Chain(home, random.Random("start"), loop.time)
        running = asyncio.create_task(chain.ledger.run())
        rpc = SimRpc(chain, random.Random("start rpc"))
        for wallet in (FAUCET, FEE_PAYER, KEEPER):
            await airdrop_if_low(rpc, address_of(wallet))
        collateral, token = await ensure_mints(rpc, FAUCET)
        facts = ChainFacts(
            chain_name=LOCALNET,
            genesis=bytes(Hash.from_string(await rpc.genesis_hash())),
            exchange=EXCHANGE,
            vault_authority=address_of(VAULT),
            collateral_mint=collateral,
            token_mint=token,
        )
        await ensure_vaults(rpc, facts, FEE_PAYER)
        faucet = Faucet(rpc, facts, FAUCET)
        for wallet in (*WALLETS, KEEPER):
            await faucet.drop(address_of(wallet))
        chain.ledger.stop()
        await running
        chain.close()
    return facts


def copied(home: Path) -> ChainFacts:
    """Copy the chain to a directory."""
    found = start()
    shutil.copytree(found.home, home, dirs_exist_ok=True)
    return found.facts


def first_commands(facts: ChainFacts) -> tuple[CreateExchange, CreateMarket]:
    """Return the commands that a new journal begins with."""
    parameters = {row.name: row.default for row in EXCHANGE_PARAMETERS} | {
        "settlement_delay_s": SETTLEMENT_DELAY_S,
        "min_lp_duration_s": 0,
    }
    exchange = CreateExchange(
        operator=b"\1" * 32,
        exchange=facts.exchange,
        collateral_mint=facts.collateral_mint,
        token_mint=facts.token_mint,
        vault_authority=facts.vault_authority,
        chain_genesis=facts.genesis,
        **parameters,
    )
    return exchange, create_market(published_at_s=START_S - 3600)
