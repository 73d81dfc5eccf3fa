"""Kills processes of a platform under load, again and again, and checks what was acknowledged.

Usage: python -m tests.faults.kill_loop [--kills 10] [--seed 1] [--edges 0]

Users place and cancel prediction orders by HTTP, each request with an Idempotency-Key and repeated
until it is answered; a trader sends deposits through `/rpc`. At random moments a process is killed
with SIGKILL: the core, one of the web processes (`--edges`), the chain node, the role or the server
of PostgreSQL, the supervisor, or all at once. At the end every acknowledged order must be there
once, as it was acknowledged, every acknowledged cancel must hold, no unacknowledged order may
exist, margin must be the sum of what landed on the chain, and `acre verify` must say GOOD. Exit
status 1 otherwise.
"""

import argparse
import asyncio
import base64
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from solders.keypair import Keypair
from solders.transaction import VersionedTransaction

from acre_sdk.client import AcreClient
from acre_sdk.errors import AcreError
from chain.client.errors import ChainError
from chain.client.rpc import Rpc, RpcError
from tests.platform.running import acre_up, environment, family, free_port

KINDS = ("core", "chain-node", "postgres", "postmaster", "supervisor", "all")
LOAD_S = (1.0, 4.0)  # between a recovery and the next kill
RECOVERY_MAX_S = 180.0
ANSWER_MAX_S = 120.0  # a request is repeated for so long
USERS = 3
OPEN_MAX = 30
VARIABLES = {"ACRE_RATE_SCALE": "1000", "ACRE_PREDICTION_SCHEDULE": "0"}
QUESTION = [
    "create-prediction",
    "--title",
    "Killed?",
    "--description",
    "Loop",
    "--category",
    "other",
    "--rules",
    "None",
    "--opens",
    "+0d",
    "--closes",
    "+300d",
    "--resolves",
    "+301d",
]
AWAY = (aiohttp.ClientError, TimeoutError, OSError)


@dataclass
class Acknowledged:
    """What the platform acknowledged, and how it did."""

    orders: dict[int, dict[str, Any]] = field(default_factory=dict)  # by id, as acknowledged
    owner: dict[int, str] = field(default_factory=dict)
    canceled: set[int] = field(default_factory=set)
    deposits: dict[str, int] = field(default_factory=dict)  # by signature, sent
    confirmed: set[str] = field(default_factory=set)
    repeats: int = 0
    unanswered: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    recoveries: list[tuple[str, float]] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)


@dataclass
class Platform:
    """The platform that is started again when its supervisor was killed."""

    home: Path
    port: int
    stack: ExitStack
    edges: int = 0
    run: Any = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def variables(self) -> dict[str, str]:
        """Settings of the run."""
        return {**VARIABLES, "ACRE_EDGE_WORKERS": str(self.edges)}

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be killed."""
        return (*KINDS, "edge") if self.edges else KINDS

    def start(self) -> None:
        """Start `acre up`; a reader takes what it says, so that its pipe never fills."""
        self.run = self.stack.enter_context(acre_up(self.home, self.port, **self.variables))

    def admin(self, words: list[str]) -> None:
        """Run `acre admin`."""
        asked = [sys.executable, "-m", "edge.cli", "admin", *words]
        ours = environment(self.home, self.port)
        subprocess.run(asked, env=ours, check=True, capture_output=True)

    def drain(self) -> None:
        """Take what was said."""
        os.set_blocking(self.run.process.stdout.fileno(), False)
        with suppress(TypeError, ValueError, OSError):
            while line := self.run.process.stdout.readline():
                self.run.said.append(line)
        os.set_blocking(self.run.process.stdout.fileno(), True)

    def victims(self, kind: str) -> list[int]:
        """Return the processes that a kind of kill ends."""
        everybody = family(self.run.process.pid)
        if kind == "all":
            return everybody
        if kind == "supervisor":
            return everybody[:1]
        found = [pid for pid in everybody[1:] if _role_of(pid) == kind]
        return random.sample(found, 1) if kind == "edge" and found else found


def _role_of(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    if words[0].endswith("/bin/postgres"):
        return "postmaster"
    return words[words.index("edge.cli") + 1] if "edge.cli" in words else ""


async def insistently(
    acknowledged: Acknowledged,
    session: aiohttp.ClientSession,
    client: AcreClient,
    path: str,
    body: dict[str, Any],
) -> dict[str, Any] | None:
    """Send one command until it is answered; None for a refusal, or when no answer ever comes."""
    key, end = uuid.uuid4().hex, time.monotonic() + ANSWER_MAX_S
    attempts = 0
    while time.monotonic() < end:
        attempts += 1
        try:
            token = await client._login.token()
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
            async with session.post(path, json=body, headers=headers) as answer:
                content = await answer.json(content_type=None)
                if answer.status < 300:
                    acknowledged.repeats += attempts > 1
                    return content.get("info", content)
                if answer.status < 500 and answer.status not in (401, 409, 429):
                    acknowledged.refusals[content["code"]] += 1
                    return None
                if answer.status == 409 and content["code"] != "MAINTENANCE":
                    acknowledged.refusals[content["code"]] += 1
                    return None
        except (*AWAY, AcreError, ValueError):
            pass
        await asyncio.sleep(0.2)
    acknowledged.unanswered.append(f"{path} {body}")
    return None


async def trade(
    acknowledged: Acknowledged, platform: Platform, key: Keypair, market: int, seed: int
) -> None:
    """Place resting orders and cancel them, one after the other, until cancelled."""
    chance = random.Random(seed)
    timeout = aiohttp.ClientTimeout(total=10)
    resting: list[int] = []
    async with (
        AcreClient(platform.url, key) as client,
        aiohttp.ClientSession(platform.url, timeout=timeout) as session,
    ):
        base = "/express/v1/predictions"
        while True:
            body = {
                "side": chance.choice(("yes", "no")),
                "contracts": chance.randint(1, 5),
                "price": chance.randint(1, 20),  # never crosses: yes and no together below 100
                "type": "limit",
                "timeInForce": "gtc",
            }
            path = f"{base}/markets/{market}/orders"
            answer = await insistently(acknowledged, session, client, path, body)
            if answer is not None:
                order = answer["order"]
                if order["orderId"] in acknowledged.orders:
                    acknowledged.faults.append(f"two commands got order {order['orderId']}")
                acknowledged.orders[order["orderId"]] = order
                acknowledged.owner[order["orderId"]] = client.address
                resting.append(order["orderId"])
            while len(resting) > OPEN_MAX:
                order_id = resting.pop(0)
                path = f"{base}/orders/{order_id}/cancel"
                if await insistently(acknowledged, session, client, path, {}) is not None:
                    acknowledged.canceled.add(order_id)
            await asyncio.sleep(0.02)


async def deposit(acknowledged: Acknowledged, platform: Platform, wallet: Keypair) -> None:
    """Send deposits into one margin account through the chain, until cancelled."""
    user, amount = str(wallet.pubkey()), 1_000_000
    timeout = aiohttp.ClientTimeout(total=10)
    async with (
        aiohttp.ClientSession(platform.url, timeout=timeout) as session,
        Rpc(f"{platform.url}/rpc", 5.0) as rpc,
    ):
        is_made = False
        while True:
            amount += 1
            verb = "deposit-margin" if is_made else "create-margin-account"
            body = {"marginAccountId": 1, "margin": str(amount)}
            with suppress(*AWAY, ChainError, RpcError, KeyError, ValueError):
                path = f"/api/v1/user/{user}/transaction/{verb}"
                async with session.post(path, json=body) as answer:
                    built = (await answer.json())["info"]
                message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
                signed = VersionedTransaction(message, [wallet])
                signature = str(signed.signatures[0])
                acknowledged.deposits[signature] = amount
                await rpc.send(bytes(signed))
                for _ in range(50):
                    (status,) = await rpc.signature_statuses([signature])
                    done = status is not None and status.get("err") is None
                    if done and status.get("confirmationStatus") in {"confirmed", "finalized"}:
                        acknowledged.confirmed.add(signature)
                        is_made = True
                        break
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.2)


async def recover(platform: Platform) -> float:
    """Return how long it takes until the platform answers again."""
    began = time.monotonic()
    timeout = aiohttp.ClientTimeout(total=2)
    async with aiohttp.ClientSession(platform.url, timeout=timeout) as session:
        while time.monotonic() - began < RECOVERY_MAX_S:
            platform.drain()
            if platform.run.process.poll() is not None:
                platform.start()
            with suppress(*AWAY):
                async with session.get("/express/v1/status") as answer:
                    if answer.status == 200 and (await answer.json())["chainSlot"]:
                        return time.monotonic() - began
            await asyncio.sleep(0.1)
    raise AssertionError(f"no answer for {RECOVERY_MAX_S:.0f} s:\n{''.join(platform.run.said)}")


async def prepare(platform: Platform, keys: list[Keypair], trader: Keypair) -> int:
    """Ask a question, give everybody points and money; returns the question's number."""
    await asyncio.to_thread(platform.admin, QUESTION)
    for key in keys:
        async with AcreClient(platform.url, key) as client:
            await client.predictions.participate()
            await client.predictions.portfolio()
    async with aiohttp.ClientSession(platform.url) as session:
        body = {"address": str(trader.pubkey())}
        async with session.post("/express/v1/faucet", json=body) as answer:
            assert answer.status == 200, await answer.text()
    async with AcreClient(platform.url, keys[0]) as client:
        return (await client.predictions.markets_page()).rows[0].market_id


async def kill_loop(acknowledged: Acknowledged, platform: Platform, kills: int, seed: int) -> None:
    """Run the load and the kills, then compare."""
    chance = random.Random(seed)
    keys, trader = [Keypair() for _ in range(USERS)], Keypair()
    market = await prepare(platform, keys, trader)
    load = [
        asyncio.create_task(trade(acknowledged, platform, key, market, seed + at))
        for at, key in enumerate(keys)
    ]
    load.append(asyncio.create_task(deposit(acknowledged, platform, trader)))
    kinds = [platform.kinds[at % len(platform.kinds)] for at in range(kills)]
    chance.shuffle(kinds)
    for at, kind in enumerate(kinds, 1):
        await asyncio.sleep(chance.uniform(*LOAD_S))
        for pid in platform.victims(kind):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.2)
        took = await recover(platform)
        acknowledged.recoveries.append((kind, took))
        counted = f"{len(acknowledged.orders)} orders, {len(acknowledged.confirmed)} deposits"
        print(f"{at:3} {kind:<11} back after {took:5.1f} s; {counted}", flush=True)
    await asyncio.sleep(LOAD_S[1])
    for task in load:
        task.cancel()
    ended = await asyncio.gather(*load, return_exceptions=True)
    acknowledged.faults += [
        repr(one) for one in ended if not isinstance(one, asyncio.CancelledError)
    ]
    await recover(platform)
    for key in keys:
        await compare_orders(acknowledged, platform, key)
    await compare_margin(acknowledged, platform, trader)


async def compare_orders(acknowledged: Acknowledged, platform: Platform, key: Keypair) -> None:
    """Compare the orders of a user with what was acknowledged."""
    async with AcreClient(platform.url, key) as client:
        found = {order.order_id: order async for order in client.predictions.orders("all")}
        mine = {one for one, owner in acknowledged.owner.items() if owner == client.address}
    for order_id in sorted(mine - found.keys()):
        acknowledged.faults.append(f"LOST: order {order_id}")
    surplus = sorted(found.keys() - mine)
    if len(surplus) > 1 + len(acknowledged.unanswered):  # the load ends in the middle of a request
        acknowledged.faults.append(f"DOUBLED: orders {surplus} were never acknowledged")
    for order_id in mine & found.keys():
        order, said = found[order_id], acknowledged.orders[order_id]
        is_same = (order.side, order.contracts, order.price) == (
            said["side"],
            said["contracts"],
            said["price"],
        )
        if not is_same:
            acknowledged.faults.append(f"WRONG: order {order_id} is {order}, acknowledged {said}")
        if order_id in acknowledged.canceled and order.status != "canceled":
            acknowledged.faults.append(
                f"WRONG: order {order_id} is {order.status}, its cancel was taken"
            )


async def compare_margin(acknowledged: Acknowledged, platform: Platform, wallet: Keypair) -> None:
    """Compare the margin with what landed on the chain, to the unit."""
    path = f"/api/v1/user/{wallet.pubkey()}/margin-accounts"
    landed: dict[str, int] = {}
    async with Rpc(f"{platform.url}/rpc") as rpc:
        signatures = list(acknowledged.deposits)
        for at in range(0, len(signatures), 100):
            some = signatures[at : at + 100]
            for signature, status in zip(some, await rpc.signature_statuses(some), strict=True):
                if status is not None and status.get("err") is None:
                    landed[signature] = acknowledged.deposits[signature]
    for signature in sorted(acknowledged.confirmed - landed.keys()):
        acknowledged.faults.append(f"LOST: the chain forgot {signature}")
    expected = sum(landed.values())
    async with aiohttp.ClientSession(platform.url) as session:
        for _ in range(100):  # the follower has to come to the last of them
            async with session.get(path) as answer:
                accounts = (await answer.json())["info"]
            margin = sum(int(one["marginCollateral"]) for one in accounts)
            if margin == expected:
                return
            await asyncio.sleep(0.2)
    acknowledged.faults.append(f"WRONG: margin is {margin}, landed {expected}")


def verify(home: Path, port: int) -> str:
    """Return what `acre verify` says of journal and chain."""
    asked = [sys.executable, "-m", "edge.cli", "verify", "--quiet"]
    ours = environment(home, port)
    ended = subprocess.run(asked, env=ours, capture_output=True, text=True, check=False)
    return "GOOD" if ended.returncode == 0 else ended.stdout + ended.stderr


def main() -> int:
    """Run; returns 1 when anything acknowledged was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edges", type=int, default=0)
    asked = parser.parse_args()
    acknowledged = Acknowledged()
    with tempfile.TemporaryDirectory(prefix="acre-kills-") as home, ExitStack() as stack:
        platform = Platform(Path(home) / "state", free_port(), stack, asked.edges)
        platform.start()
        platform.run.read_until("Acre is running")
        asyncio.run(kill_loop(acknowledged, platform, asked.kills, asked.seed))
        verified = verify(platform.home, platform.port)
    if verified != "GOOD":
        acknowledged.faults.append(f"acre verify: {verified}")
    print(
        f"{asked.kills} kills (seed {asked.seed}): {len(acknowledged.orders)} orders and "
        f"{len(acknowledged.canceled)} cancels acknowledged, "
        f"{acknowledged.repeats} of them after a repeat, "
        f"{len(acknowledged.confirmed)} deposits confirmed, "
        f"{len(acknowledged.unanswered)} never answered, "
        f"refusals {dict(acknowledged.refusals)}; acre verify: {verified.splitlines()[0]}"
    )
    for kind in platform.kinds:
        times = sorted(took for one, took in acknowledged.recoveries if one == kind)
        if times:
            print(f"  {kind:<11} median {times[len(times) // 2]:.1f} s, most {times[-1]:.1f} s")
    print("\n".join(acknowledged.faults) or "0 lost, 0 doubled, 0 wrong")
    return 1 if acknowledged.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
