"""What does the chain node cost over the bare virtual machine?

`python -m bench.node [TRANSFERS]` sends signed transfers of SOL in three ways, in turn and in one
run: straight into a bare LiteSVM that checks signatures and blockhashes (the floor), to a node of
its own process one by one over 32 connections, and to the same node in batches of 50, as many at a
time as one client may ask for. The node checks signatures, replays and blockhashes, executes,
indexes, and writes each block to disk. It prints one JSON line; only the ratios mean anything on
another machine. At the end the receiver has every lamport, or the run fails.
"""

import asyncio
import base64
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import uvloop
from solders.hash import Hash
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

from bench._arguments import Number, numbers
from bench._http.load import Load
from chain.client.rpc import Rpc
from chain.client.wallet import wait_confirmed
from chain.node.limits import LONG_ANSWERS_PER_CLIENT_MAX

TRANSFERS = 4_000
TRANSFERS_MIN, TRANSFERS_MAX = 100, 100_000
ROUNDS = 5  # many short ones: the machine is shared and its speed wanders
CONNECTIONS = 32
BATCH = 50
BATCHES_AT_ONCE = LONG_ANSWERS_PER_CLIENT_MAX  # a batch may be a long answer: more are refused
SLOT_MS = 400
FUND_LAMPORTS = 1_000 * 10**9
FIRST_LAMPORTS = 1_000_000  # enough for the receiver to exist


class BenchError(Exception):
    """The run does not measure what it should."""


def signed_transfers(
    key: Keypair, to: Pubkey, blockhash: Hash, amounts: Sequence[int]
) -> list[VersionedTransaction]:
    """Return one transfer for each amount; amounts that differ make transactions that differ."""
    made: list[VersionedTransaction] = []
    for amount in amounts:
        parameters = TransferParams(from_pubkey=key.pubkey(), to_pubkey=to, lamports=amount)
        message = Message.new_with_blockhash([transfer(parameters)], key.pubkey(), blockhash)
        made.append(VersionedTransaction(message, [key]))
    return made


def bare_tx_s(svm: LiteSVM, transactions: Sequence[VersionedTransaction]) -> float:
    """Return transfers a second of the virtual machine alone."""
    begin = time.perf_counter()
    for transaction in transactions:
        if isinstance(svm.send_transaction(transaction), FailedTransactionMetadata):
            raise BenchError("the bare machine refused a transfer")
    return len(transactions) / (time.perf_counter() - begin)


def requests(transactions: Sequence[VersionedTransaction], batch: int) -> Iterator[bytes]:
    """Yield the HTTP requests that send the transactions, so many in each."""
    ids = count(1)
    calls = [
        {
            "jsonrpc": "2.0",
            "id": next(ids),
            "method": "sendTransaction",
            "params": [base64.b64encode(bytes(item)).decode(), {"encoding": "base64"}],
        }
        for item in transactions
    ]
    for start in range(0, len(calls), batch):
        some = calls[start : start + batch]
        body = json.dumps(some[0] if batch == 1 else some).encode()
        head = f"POST / HTTP/1.1\r\nHost: node\r\nContent-Length: {len(body)}\r\n"
        yield head.encode() + b"Content-Type: application/json\r\n\r\n" + body


async def node_tx_s(port: int, transactions: Sequence[VersionedTransaction], batch: int) -> float:
    """Return transfers a second through the node; raises BenchError when one is refused."""
    prepared = list(requests(transactions, batch))
    source = iter(prepared)
    load = Load(port, lambda: next(source), status=200)
    connections = CONNECTIONS if batch == 1 else BATCHES_AT_ONCE
    await load.connect(min(connections, len(prepared)))
    try:
        outcome, seconds = await load.closed_loop(len(prepared))
    finally:
        load.close()
    refused = next((body for body in outcome.bodies if b'"error"' in body), None)
    if refused is not None:
        raise BenchError(f"the node refused a transfer: {refused.decode()}")
    return len(transactions) / seconds


@asynccontextmanager
async def running_node(home: Path) -> AsyncIterator[int]:
    """Run a node in a process of its own; yields its port."""
    command = ["-m", "chain.node", "--home", str(home), "--port", "0", "--slot-ms", str(SLOT_MS)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--die-with-parent", stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        while b"node_started" not in (line := await process.stderr.readline()):
            if not line:
                raise BenchError("the node ended before it started")
        yield int(line.partition(b"url=http://127.0.0.1:")[2].split()[0])
    finally:
        process.terminate()
        await process.wait()


async def fund(rpc: Rpc, key: Keypair) -> None:
    """Let the node's airdrop fill the payer."""
    _blockhash, last_valid, _slot = await rpc.latest_blockhash()
    signature = await rpc.call("requestAirdrop", [str(key.pubkey()), FUND_LAMPORTS])
    await wait_confirmed(rpc, str(signature), last_valid)


async def measure(home: Path, transfers: int) -> dict[str, object]:
    """Return transfers a second of each way: medians over interleaved rounds."""
    key, receiver = Keypair(), Pubkey.new_unique()
    svm = LiteSVM()
    svm.airdrop(key.pubkey(), FUND_LAMPORTS)
    per_round = max(1, transfers // ROUNDS)
    amounts = count(FIRST_LAMPORTS)
    rounds: dict[str, list[float]] = {"bare": [], "single": [], "batch": []}
    sent = 0
    async with running_node(home) as port, Rpc(f"http://127.0.0.1:{port}") as rpc:
        await fund(rpc, key)
        for _ in range(ROUNDS):
            some = [next(amounts) for _ in range(per_round)]
            bare = signed_transfers(key, receiver, svm.latest_blockhash(), some)
            rounds["bare"].append(bare_tx_s(svm, bare))
            for name, batch in (("single", 1), ("batch", BATCH)):
                some = [next(amounts) for _ in range(per_round)]
                blockhash = Hash.from_string((await rpc.latest_blockhash())[0])
                made = signed_transfers(key, receiver, blockhash, some)
                rounds[name].append(await node_tx_s(port, made, batch))
                sent += sum(some)
        if await rpc.balance(bytes(receiver), "processed") != sent:
            raise BenchError("the receiver has not got what was sent")
    bare_s, single_s, batch_s = (statistics.median(rounds[name]) for name in rounds)
    return {
        "bench": "node",
        "transfers": per_round * ROUNDS,
        "single_to_bare": round(single_s / bare_s, 3),
        "batch_of_50_to_bare": round(batch_s / bare_s, 3),
        "bare_tx_s": round(bare_s),
        "single_tx_s": round(single_s),
        "batch_tx_s": round(batch_s),
        "received_lamports": sent,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    number = Number("TRANSFERS", TRANSFERS, TRANSFERS_MIN, TRANSFERS_MAX)
    (transfers,) = numbers("node", arguments, number)
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        report = uvloop.run(measure(Path(directory), transfers))
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
