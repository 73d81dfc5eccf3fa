"""Users of a platform by HTTP alone, so that they work with every version of it.

Three wallets use each kind of thing that leaves rows and state behind: margin, positions, the pool,
stakes, prediction orders, sessions, a payout that is made and a request that waits. What a version
lacked, such as the limits of a delegate, is a function of its own.
"""

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from solders.keypair import Keypair
from solders.transaction import VersionedTransaction

from acre_sdk.client import AcreClient

ANSWER_MAX_S = 120.0
POLL_S = 0.2
E6 = 10**6
DAY_S = 86_400
STATUS = "/express/v1/status"
NAMES = ("ada", "bob", "eve")
QUESTION = {
    "--title": "Above?",
    "--description": "Old home",
    "--category": "other",
    "--rules": "None",
    "--opens": "+0d",
    "--closes": "+300d",
    "--resolves": "+301d",
}
# What a wallet is shown of the past: it must read the same after an upgrade.
PAGES = {
    "trades": "/api/v1/user/{}/history/trade",
    "transfers": "/api/v1/user/{}/history/margin-transfer",
    "pool": "/api/v1/user/{}/history/lp",
    "requests": "/api/v1/user/{}/settlement-requests?includeSettled=true",
}
PRIVATE_PAGES = {
    "orders": "/express/v1/predictions/orders?orderStatusFilter=all",
    "fills": "/express/v1/predictions/trades",
}


class User:
    """One wallet and its sessions."""

    def __init__(self, url: str, key: Keypair, http: aiohttp.ClientSession) -> None:
        self.url, self.key, self.http = url, key, http
        self.address = str(key.pubkey())
        self.access_token = ""
        self.refresh_token = ""

    async def ask(
        self, method: str, path: str, body: object = None, *, is_private: bool = False
    ) -> Any:
        """Return the answer; AssertionError for a refusal."""
        headers = {"Authorization": f"Bearer {self.access_token}"} if is_private else {}
        async with self.http.request(method, self.url + path, json=body, headers=headers) as answer:
            content = await answer.json()
            assert answer.status < 300, f"{method} {path}: {answer.status} {content}"
            return content.get("info", content) if isinstance(content, dict) else content

    async def sign_in(self) -> None:
        """Begin a session."""
        login = "/express/v1/auth/login"
        asked = await self.ask("GET", f"{login}?address={self.address}")
        text = asked["message"]
        signature = str(self.key.sign_message(text.encode()))
        body = {"address": self.address, "message": text, "signature": signature}
        self._keep(await self.ask("POST", login, body))

    async def refresh(self) -> None:
        """Continue the session."""
        body = {"refreshToken": self.refresh_token}
        self._keep(await self.ask("POST", "/express/v1/auth/refresh-token", body))

    def _keep(self, session: Mapping[str, Any]) -> None:
        self.access_token = session["accessToken"]
        self.refresh_token = session["refreshToken"]

    async def act(self, path: str, **body: object) -> None:
        """Let the platform build a transaction, sign it, send it, and wait until it is applied."""
        built = await self.ask("POST", path.format(self.address), body)
        message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
        signed = VersionedTransaction(message, [self.key])
        wire = base64.b64encode(bytes(signed)).decode()
        await self._rpc("sendTransaction", [wire, {"encoding": "base64"}])
        signature = str(signed.signatures[0])
        end = time.monotonic() + ANSWER_MAX_S
        while True:
            found = await self._rpc("getSignatureStatuses", [[signature]])
            (status,) = found["value"]
            if status is not None and status["confirmationStatus"] != "processed":
                assert status["err"] is None, status
                slot = status["slot"]
                break
            assert time.monotonic() < end, f"{path} has not landed"
            await asyncio.sleep(POLL_S)
        await self.until(STATUS, lambda found: found["chainSlot"] >= slot)

    async def _rpc(self, method: str, params: list[object]) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        async with self.http.post(f"{self.url}/rpc", json=body) as answer:
            content = await answer.json()
            assert "result" in content, content
            return content["result"]

    async def until(self, path: str, is_so: Any) -> Any:
        """Return the answer once `is_so`; AssertionError when it never is."""
        end = time.monotonic() + ANSWER_MAX_S
        while True:
            found = await self.ask("GET", path.format(self.address))
            if is_so(found):
                return found
            assert time.monotonic() < end, f"{path}: {found}"
            await asyncio.sleep(POLL_S)


@asynccontextmanager
async def users(url: str, keys: Mapping[str, Keypair]) -> AsyncIterator[dict[str, User]]:
    """Yield a user for each key."""
    timeout = aiohttp.ClientTimeout(total=ANSWER_MAX_S)
    async with aiohttp.ClientSession(timeout=timeout) as http:
        yield {name: User(url, key, http) for name, key in keys.items()}


async def prepare(ada: User, bob: User, eve: User) -> int:
    """Give money, points and sessions; returns the number of the question."""
    for user in (ada, bob, eve):
        await user.ask("POST", "/express/v1/faucet", {"address": user.address})
        await user.sign_in()
        async with AcreClient(user.url, user.key) as client:
            await client.predictions.participate()
            await client.predictions.portfolio()  # gives the first points
    async with AcreClient(ada.url, ada.key) as client:
        return (await client.predictions.markets_page()).rows[0].market_id


async def trade(ada: User, bob: User, eve: User, question: int) -> None:
    """Do one of each."""
    build = "/api/v1/user/{}/transaction/"
    for user in (ada, bob, eve):
        await user.act(build + "create-margin-account", marginAccountId=1, margin=str(3_000 * E6))
    await ada.act(build + "withdraw-margin", marginAccountId=1, margin=str(250 * E6))
    order = {"marginAccountId": 1, "inputKind": "notionalDelta", "slippageRate": "0.05"}
    await ada.act(build + "modify-position", marketId=1, side="long", input=str(900 * E6), **order)
    await bob.act(build + "modify-position", marketId=2, side="short", input=str(700 * E6), **order)
    await eve.act(build + "modify-position", marketId=3, side="long", input=str(500 * E6), **order)
    await eve.act(build + "close-position", marginAccountId=1, marketId=3, slippageRate="0.05")
    await bob.act(build + "add-liquidity", liquidity=str(1_500 * E6))
    await eve.act("/express/v1/staking/{}/stake", amount=str(20 * E6), createAccount=True)
    await bet(ada, bob, question)
    await ada.until(PAGES["requests"], lambda rows: rows[0]["status"] == "settled")
    await bob.act(build + "withdraw-margin", marginAccountId=1, margin=str(100 * E6))
    await bob.until(PAGES["transfers"], lambda rows: len(rows) == 2)  # the last row is written


async def delegate(eve: User, bob: User) -> None:
    """Let eve name bob her delegate with every limit; he uses some of it early in a UTC day."""
    build = "/api/v1/user/{}/transaction/"
    started = await eve.ask("GET", STATUS)
    terms = {
        "expiresAt": started["clock"]["now"] + 300 * DAY_S,
        "notionalPerDay": str(600 * E6),
        "markets": [1, 3],
    }
    await eve.act(build + "set-delegate", delegate=bob.address, **terms)
    await bob.until(STATUS, lambda found: found["clock"]["now"] % DAY_S // 3600 in range(1, 6))
    await bob.act(
        build + "modify-position", owner=eve.address, marginAccountId=1, marketId=3,
        inputKind="notionalDelta", side="long", input=str(200 * E6), slippageRate="0.05",
    )  # fmt: skip
    await eve.until(PAGES["trades"], lambda rows: len(rows) == 3)  # the last row is written


async def bet(ada: User, bob: User, question: int) -> None:
    """Match an order, rest one, cancel one."""
    base = "/express/v1/predictions"

    async def order(user: User, side: str, price: int, contracts: int) -> int:
        body = {
            "side": side, "contracts": contracts, "price": price,
            "type": "limit", "timeInForce": "gtc",
        }  # fmt: skip
        path = f"{base}/markets/{question}/orders"
        answer = await user.ask("POST", path, body, is_private=True)
        return int(answer["order"]["orderId"])

    await order(ada, "yes", 60, 5)
    await order(bob, "no", 40, 5)
    await order(ada, "yes", 10, 3)
    spare = await order(bob, "no", 12, 2)
    await bob.ask("POST", f"{base}/orders/{spare}/cancel", {}, is_private=True)


async def shown(user: User) -> dict[str, Any]:
    """Return what the platform shows a wallet of its past, and the figures that no clock moves."""
    found = {name: await user.ask("GET", path.format(user.address)) for name, path in PAGES.items()}
    for name, path in PRIVATE_PAGES.items():
        found[name] = await user.ask("GET", path, is_private=True)
    accounts = await user.ask("GET", f"/api/v1/user/{user.address}/margin-accounts")
    found["accounts"] = accounts
    found["stake"] = await user.ask("GET", f"/express/v1/staking/{user.address}/balance")
    return found
