import asyncio
import contextlib
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.websocket_api import SolanaWsClient
from solders.keypair import Keypair
from solders.signature import Signature

from tests.chain.node.wallet import SOL, rpc


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    process: Process
    url: str
    ws_url: str


@asynccontextmanager
async def running(home: Path) -> AsyncIterator[Running]:
    arguments = ["--home", str(home), "--port", "0", "--slot-ms", "50", "--die-with-parent"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chain.node", *arguments, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        started = None
        while started is None:
            line = (await process.stderr.readline()).decode()
            assert line, "the node ended before it started"
            started = re.search(r"node_started url=http://127.0.0.1:(\d+)", line)
        port = int(started[1])
        yield Running(
            process=process,
            url=f"http://127.0.0.1:{port}",
            ws_url=f"ws://127.0.0.1:{port + 1}",
        )
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def confirmed(ws_url: str, client: AsyncClient, receiver: Keypair) -> Signature:
    answer = await client.request_airdrop(receiver.pubkey(), SOL)
    async with SolanaWsClient(ws_url) as socket_client:
        await socket_client.signature_subscribe(signature=answer.value, commitment="confirmed")
        await socket_client.recv()
    return answer.value


async def test_a_kill_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    receiver = Keypair()
    genesis: object = None
    for life in range(1, 3):
        async with running(tmp_path) as node, AsyncClient(node.url, "confirmed") as client:
            hash_now = (await client.get_genesis_hash()).value
            assert genesis in (None, hash_now)
            genesis = hash_now
            assert (await client.get_balance(receiver.pubkey())).value == (life - 1) * SOL
            slot = (await client.get_slot("processed")).value
            signature = await confirmed(node.ws_url, client, receiver)
            node.process.send_signal(signal.SIGKILL)
            await node.process.wait()
        async with running(tmp_path) as node, AsyncClient(node.url, "confirmed") as client:
            assert (await client.get_balance(receiver.pubkey())).value == life * SOL
            status = (await client.get_signature_statuses([signature])).value[0]
            assert status is not None
            assert status.slot >= slot
            assert (await client.get_slot("processed")).value > status.slot
            node.process.send_signal(signal.SIGTERM)
            assert await node.process.wait() == 0


async def test_a_kill_under_load_leaves_whole_blocks(tmp_path: Path) -> None:
    receiver = Keypair()
    sent: list[Signature] = []
    seen: set[Signature] = set()
    async with running(tmp_path) as node, AsyncClient(node.url, "confirmed") as client:

        async def send_until_killed() -> None:
            with contextlib.suppress(SolanaRpcException):
                while True:
                    sent.append((await client.request_airdrop(receiver.pubkey(), SOL)).value)

        sent.append((await client.request_airdrop(receiver.pubkey(), SOL)).value)
        senders = [asyncio.create_task(send_until_killed()) for _ in range(4)]
        while len(seen) < 100:
            asked = sent[-256:]
            statuses = (await client.get_signature_statuses(asked)).value
            for signature, status in zip(asked, statuses, strict=True):
                if status is not None and str(status.confirmation_status).endswith("Confirmed"):
                    seen.add(signature)
        node.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*senders)
    async with running(tmp_path) as node, AsyncClient(node.url, "confirmed") as client:
        found: set[Signature] = set()
        for start in range(0, len(sent), 256):
            part = sent[start : start + 256]
            statuses = (await client.get_signature_statuses(part)).value
            found |= {s for s, status in zip(part, statuses, strict=True) if status is not None}
        assert seen <= found
        # An answer may have been lost on its way, so the chain may hold more than was heard of.
        options = {"limit": 1000}
        history: list[dict[str, object]] = []
        while page := (
            await rpc(node.url, "getSignaturesForAddress", str(receiver.pubkey()), options)
        )["result"]:
            history += page
            options = {"limit": 1000, "before": page[-1]["signature"]}
        assert {str(signature) for signature in found} <= {item["signature"] for item in history}
        assert (await client.get_balance(receiver.pubkey())).value == len(history) * SOL


async def test_the_node_dies_with_its_parent(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-m', 'chain.node', '--home', sys.argv[1],"
        " '--port', '0', '--die-with-parent'], stderr=subprocess.PIPE)\n"
        "while b'node_started' not in child.stderr.readline(): pass\n"
        "print(child.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(tmp_path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    descriptor = os.pidfd_open(child)
    try:
        parent.kill()
        await parent.wait()
        ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(descriptor, ended.set)
        await ended.wait()
        asyncio.get_running_loop().remove_reader(descriptor)
    finally:
        os.close(descriptor)


async def test_a_bad_port_is_refused_with_a_readable_message(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chain.node", "--home", str(tmp_path), "--port", "70000",
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, stderr = await process.communicate()
    assert process.returncode == 2
    assert b"--port must be" in stderr
