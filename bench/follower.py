"""How fast do the blocks of the chain become an exchange?

`python -m bench.follower [COMMANDS]` starts the embedded node in a process of its own, lets wallets
trade by so many real signed transactions before the follower starts, and then times the follower
over those blocks: journal durable, engine applied. Loop and garbage collector are set as in the
process that follows a chain. It prints one JSON line with the commands a second and the share of
each stage:

- fetch: waiting for blocks that were not fetched, verified and read while others were applied
- check: whether blocks follow one another
- mark: hashes of blocks made durable before their commands, so that a fork is noticed after a kill
- submit: numbering, journal with its fdatasync, engine

These are shares of the wall time of one run and add up to it. Three more have no place in the sum:
`verify`, the signatures of all blocks in one thread (beside the rest, so that a lying node cannot
invent a command), `read`, the decoding of transactions and memos, transfers and balances (in the
waits of the rest), and `engine`, the rules alone.
"""

import asyncio
import json
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import uvloop
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair

from bench._arguments import Number, numbers
from chain.builders.builders import Builders
from chain.catalogue import load_catalogue
from chain.client.addresses import MEMO_PROGRAM
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.instructions import signed
from chain.client.rpc import Json, Rpc
from chain.client.wallet import address_of, sign_and_send
from chain.commands.lines import U64_MAX
from chain.commands.memo import Memo, render
from chain.follower.acceptance import Found
from chain.follower.ahead import Fetched
from chain.follower.blocks import ReadBlock, open_block, read_rows
from chain.follower.follower import Follower
from chain.follower.signatures import verified
from chain.gc_tuning import tune_gc
from chain.genesis import DEMO_LIQUIDITY_E6, GenesisSettings, ensure_genesis
from engine.core.exchange import Exchange
from engine.core.generated.messages import CommandRejected, encode
from engine.sequencer import Applied, EngineClock, Sequencer

COMMANDS = 6_000
COMMANDS_MAX = 100_000
WALLETS = 24
PER_BLOCKHASH = 512
SLOT_MS = 50
READY_MAX_S = 30.0
MARGIN_E6 = 5_000 * 10**6
SIZE_E6 = 100_000
HIGH_E8 = 10**13
CONFIRMED_S = 2.0  # many slots: whatever was sent is confirmed
DAY_S = 86_400
CLOCK_RATE = 100
ENTRY_AFTER_S = 600  # engine seconds from the first print until positions may grow


class Timed(Follower):
    """A follower with a watch."""

    def watch(self) -> None:
        """Begin to measure."""
        self.spent_s = {"blocks": 0.0, "work": 0.0, "submit": 0.0}

    async def _follow_blocks(self, fetched: Sequence[Fetched]) -> None:
        begin = time.perf_counter()
        await super()._follow_blocks(fetched)
        self.spent_s["blocks"] += time.perf_counter() - begin

    async def _process_blocks(self, reads: Sequence[ReadBlock]) -> None:
        begin = time.perf_counter()
        await super()._process_blocks(reads)
        self.spent_s["work"] += time.perf_counter() - begin

    async def _submit(self, rows: list[Found]) -> None:
        begin = time.perf_counter()
        await super()._submit(rows)
        self.spent_s["submit"] += time.perf_counter() - begin


def free_port() -> int:
    """Return a port whose neighbour is free as well."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


async def start_node(home: Path, port: int) -> asyncio.subprocess.Process:
    """Start the embedded node; it ends with this process."""
    options = ("--home", str(home), "--port", str(port), "--slot-ms", str(SLOT_MS))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chain.node", *options, "--die-with-parent",
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip


async def answering(rpc: Rpc) -> None:
    """Return when the node answers."""
    async with asyncio.timeout(READY_MAX_S):
        while True:
            try:
                await rpc.genesis_hash()
            except Exception:
                await asyncio.sleep(0.05)
            else:
                return


async def fund(rpc: Rpc, facts: ChainFacts, builders: Builders, faucet: Keypair) -> list[Keypair]:
    """Return wallets with a margin account each."""
    wallets = [Keypair() for _ in range(WALLETS)]
    giver = Faucet(rpc, facts, faucet)
    await asyncio.gather(*(giver.drop(address_of(wallet)) for wallet in wallets))
    for wallet in wallets:
        built = await builders.build(
            address_of(wallet), "create-margin-account", account=0, amount=MARGIN_E6
        )
        await sign_and_send(rpc, built, [wallet])
    return wallets


async def trade(rpc: Rpc, chain_name: str, symbol: str, wallets: list[Keypair], total: int) -> None:
    """Send so many trades: each wallet buys and sells in turn."""
    nonces = count(2**52)
    blockhash = ""

    async def send_in_order(n: int, places: list[int]) -> None:
        """Send a wallet's trades one after the other: its nonces must land in order."""
        for place in places:
            await send(wallets[n], SIZE_E6 if place // WALLETS % 2 == 0 else -SIZE_E6)

    async def send(wallet: Keypair, size_e6: int) -> None:
        fields = {
            "account": 0,
            "market": symbol,
            "size": size_e6,
            "limit": HIGH_E8 if size_e6 > 0 else 1,
        }
        memo = Memo(name="modify-position", fields=fields, nonce=next(nonces), expires=U64_MAX)
        signer = AccountMeta(wallet.pubkey(), is_signer=True, is_writable=False)
        words = Instruction(MEMO_PROGRAM, render(chain_name, memo).encode(), [signer])
        await rpc.send(signed([words], [wallet], blockhash), skip_preflight=True)

    for start in range(0, total, PER_BLOCKHASH):
        blockhash, _last_valid, _slot = await rpc.latest_blockhash()
        places = range(start, min(total, start + PER_BLOCKHASH))
        await asyncio.gather(
            *(send_in_order(n, [x for x in places if x % WALLETS == n]) for n in range(WALLETS))
        )


def read_s(blocks: dict[int, Json], facts: ChainFacts) -> tuple[float, float]:
    """Return the time that the signatures of the blocks take, and that of reading the rows."""
    begin = time.perf_counter()
    opened = [open_block(slot, block, facts) for slot, block in blocks.items()]
    opening = time.perf_counter() - begin
    raws = {raw for block in opened for _index, raw, _meta in block.rows}
    begin = time.perf_counter()
    valid = verified(raws)
    verifying = time.perf_counter() - begin
    assert valid == raws
    begin = time.perf_counter()
    for block in opened:
        read_rows(block, facts, valid)
    return verifying, opening + time.perf_counter() - begin


def engine_s(before: bytes, applied: list[Applied]) -> float:
    """Return the time that the rules alone take for the same commands."""
    exchange = Exchange.restore(before)
    chunk = b"".join(encode(row.command) for row in applied)
    begin = time.perf_counter()
    exchange.apply_batch(chunk)
    return time.perf_counter() - begin


async def measure(home: Path, total: int) -> dict[str, object]:
    """Trade before the follower starts, then follow and time it."""
    port = free_port()
    node = await start_node(home / "node", port)
    rpc = Rpc(f"http://127.0.0.1:{port}")
    catalogue = load_catalogue(None, "texas")
    # noon: the print of the midnight is fresh, and far from the window in which trading is closed
    clock = EngineClock(CLOCK_RATE, start_s=catalogue.start_s // DAY_S * DAY_S + DAY_S // 2)
    sequencer = await Sequencer.open(home / "journal", clock)
    try:
        await answering(rpc)
        settings = GenesisSettings(
            keys_dir=home / "keys",
            chain_dir=home / "follower",
            seed_liquidity_e6=DEMO_LIQUIDITY_E6,
        )
        facts, keys = await ensure_genesis(sequencer, rpc, settings, catalogue)
        builders = Builders(rpc, sequencer.exchange, facts, sequencer.clock.now_s)
        opens_s = clock.now_s() + ENTRY_AFTER_S
        wallets = await fund(rpc, facts, builders, keys.faucet)
        follower = Timed(rpc, sequencer, facts, home / "follower")
        follower.watch()
        await follower.catch_up()
        market_id = sequencer.exchange.market_ids()[0]
        symbol = sequencer.exchange.market_view(market_id, sequencer.exchange.now_s).symbol
        await asyncio.sleep(clock.real_seconds_until(opens_s))
        await trade(rpc, facts.chain_name, symbol, wallets, total)
        await asyncio.sleep(CONFIRMED_S)
        return await _follow(follower, sequencer, rpc, facts, total)
    finally:
        await sequencer.close()
        await rpc.close()
        node.terminate()
        await node.wait()


async def _follow(
    follower: Timed, sequencer: Sequencer, rpc: Rpc, facts: ChainFacts, total: int
) -> dict[str, object]:
    follower.watch()
    applied: list[Applied] = []
    before = sequencer.exchange.snapshot()
    sequencer.subscribe(applied.append)
    first = follower.followed_slot + 1
    begin = time.perf_counter()
    last = await follower.catch_up()
    taken = time.perf_counter() - begin
    refused = [e for row in applied for e in row.events if isinstance(e, CommandRejected)]
    assert (len(applied), refused) == (total, []), (len(applied), total, refused[:1])
    spent = follower.spent_s
    blocks = {slot: await rpc.block(slot) for slot in await rpc.blocks(first, last)}
    verify, read = read_s(blocks, facts)
    engine = engine_s(before, applied)
    shares = {
        "fetch": taken - spent["blocks"],
        "check": spent["blocks"] - spent["work"],
        "mark": spent["work"] - spent["submit"],
        "submit": spent["submit"],
        "verify": verify,
        "read": read,
        "engine": engine,
    }
    return {
        "bench": "follower",
        "commands": total,
        "blocks": len(blocks),
        "commands_per_s": round(total / taken),
        **{f"{name}_share": round(value / taken, 3) for name, value in shares.items()},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (total,) = numbers("follower", arguments, Number("COMMANDS", COMMANDS, 100, COMMANDS_MAX))
    tune_gc()
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        sys.stdout.write(json.dumps(uvloop.run(measure(Path(directory), total))) + "\n")


if __name__ == "__main__":
    main()
