"""JSON-RPC client of the chain node: one keep-alive session, timeouts, bounded retries on reads.

A node that cannot be reached, answers nonsense or is overloaded becomes
`ChainError("NODE_UNAVAILABLE")`; an error the node names becomes `RpcError` with its code.
"""

import asyncio
import base64
import itertools
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import aiohttp
import orjson
from solders.hash import Hash, ParseHashError
from solders.signature import Signature

from chain.client.addresses import to_base58
from chain.client.block_answer import decode_block_answer
from chain.client.errors import ChainError

REQUEST_TIMEOUT_S: Final = 10.0
READ_ATTEMPTS_MAX: Final = 3
RETRY_PAUSE_S: Final = 0.05
CONNECTIONS_MAX: Final = 32
RESPONSE_BYTES_MAX: Final = 256 * 1024 * 1024
SIGNATURES_PER_CALL_MAX: Final = 256
ACCOUNTS_PER_CALL_MAX: Final = 100
SIGNATURES_PAGE_MAX: Final = 1_000
SENDS_PER_CALL_MAX: Final = 50
SIGNATURE_PAGES_MAX: Final = 1_000

TRANSACTION_VERSION_MAX: Final = 1
U64_MAX: Final = 2**64 - 1
SEND: Final = "sendTransaction"
BLOCK: Final = "getBlock"
CONFIRMATION_STATUSES: Final = ("processed", "confirmed", "finalized")

Json: TypeAlias = Any  # what an endpoint answered; trusted no further than it was checked


class RpcError(Exception):
    """The node answered with an error of JSON-RPC: its code, message and data."""

    def __init__(self, code: int, message: str, data: Json = None) -> None:
        super().__init__(f"{code} {message}")
        self.code = code
        self.message = message
        self.data = data


class Rpc:
    """One endpoint. Open it inside a running loop, close it at the end; safe for many tasks."""

    def __init__(self, url: str, timeout_s: float = REQUEST_TIMEOUT_S) -> None:
        self.url = url
        self._timeout = aiohttp.ClientTimeout(total=timeout_s)
        self._session: aiohttp.ClientSession | None = None
        self._ids = itertools.count(1)

    async def __aenter__(self) -> "Rpc":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def call(self, method: str, params: Sequence[Json] = ()) -> Json:
        """Call once and return `result`; transport trouble raises NODE_UNAVAILABLE."""
        request_id = next(self._ids)
        body = orjson.dumps(
            {"jsonrpc": "2.0", "id": request_id, "method": method, "params": list(params)}
        )
        answer = await self._post(method, body)
        if not isinstance(answer, dict) or answer.get("id") != request_id:
            raise _unavailable(method, "answer does not belong to the request")
        return _result(answer, method)

    async def read(self, method: str, params: Sequence[Json] = ()) -> Json:
        """Call a method that changes nothing, a few times if the node cannot be reached."""
        for attempt in range(1, READ_ATTEMPTS_MAX + 1):
            try:
                return await self.call(method, params)
            except ChainError as error:
                # a node that hangs would take the whole time-out again
                if attempt == READ_ATTEMPTS_MAX or isinstance(error.__cause__, TimeoutError):
                    raise
            await asyncio.sleep(RETRY_PAUSE_S * attempt)
        raise AssertionError("unreachable")

    async def _post(self, method: str, body: bytes) -> Json:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=self._timeout,
                connector=aiohttp.TCPConnector(limit=CONNECTIONS_MAX),
            )
        try:
            async with self._session.post(
                self.url, data=body, headers={"Content-Type": "application/json"}
            ) as response:
                if response.status != 200:
                    raise _unavailable(method, f"HTTP status {response.status}")
                decode = decode_block_answer if method == BLOCK else orjson.loads
                return decode(await _bounded_body(response, method))
        except (aiohttp.ClientError, TimeoutError, OSError, orjson.JSONDecodeError) as error:
            raise _unavailable(method, type(error).__name__) from error

    # typed reads; commitment is always named

    async def slot(self, commitment: str = "confirmed") -> int:
        """Return the newest slot."""
        return _integer(await self.read("getSlot", [{"commitment": commitment}]), "getSlot")

    async def block_height(self, commitment: str = "finalized") -> int:
        result = await self.read("getBlockHeight", [{"commitment": commitment}])
        return _integer(result, "getBlockHeight")

    async def genesis_hash(self) -> str:
        """Return the hash that names the chain."""
        return _hash(await self.read("getGenesisHash"), "getGenesisHash")

    async def latest_blockhash(self, commitment: str = "confirmed") -> tuple[str, int, int]:
        """Return (blockhash, last valid block height, slot of the answer)."""
        method = "getLatestBlockhash"
        result = await self.read(method, [{"commitment": commitment}])
        value = _value(result, method)
        if not isinstance(value, dict):
            raise _unavailable(method, "unexpected answer")
        return (
            _hash(value.get("blockhash"), method),
            _integer(value.get("lastValidBlockHeight"), method),
            _context_slot(result),
        )

    async def balance(self, address: bytes, commitment: str = "confirmed") -> int:
        """Return the lamports of an account, 0 if it does not exist."""
        params = [to_base58(address), {"commitment": commitment}]
        return _integer(_value(await self.read("getBalance", params), "getBalance"), "getBalance")

    async def account(self, address: bytes, commitment: str = "confirmed") -> "Account | None":
        """Return an account, or None."""
        config = {"encoding": "base64", "commitment": commitment}
        result = await self.read("getAccountInfo", [to_base58(address), config])
        return _account(_value(result, "getAccountInfo"), _context_slot(result))

    async def accounts(
        self, addresses: Sequence[bytes], commitment: str = "confirmed"
    ) -> list["Account | None"]:
        """Return accounts in the order of their addresses, None for those that do not exist."""
        method = "getMultipleAccounts"
        config = {"encoding": "base64", "commitment": commitment}
        found: list[Account | None] = []
        for start in range(0, len(addresses), ACCOUNTS_PER_CALL_MAX):
            some = [to_base58(row) for row in addresses[start : start + ACCOUNTS_PER_CALL_MAX]]
            result = await self.read(method, [some, config])
            values = _value(result, method)
            if not isinstance(values, list) or len(values) != len(some):
                raise _unavailable(method, "unexpected answer")
            found += [_account(value, _context_slot(result)) for value in values]
        return found

    async def send(self, transaction: bytes, *, skip_preflight: bool = False) -> str:
        """Hand a signed transaction over and return its signature; sending twice is harmless."""
        params = _send_params(transaction, skip_preflight=skip_preflight)
        return _signature(await self.call(SEND, params), SEND)

    async def send_all(self, transactions: Sequence[bytes]) -> list[str]:
        """Hand signed transactions over in order, many in a request; return their signatures.

        Only the embedded node executes them in this order. Raises RpcError for the first refused
        one; those after it, of the same request, were handed over all the same.
        """
        signatures: list[str] = []
        for start in range(0, len(transactions), SENDS_PER_CALL_MAX):
            some = transactions[start : start + SENDS_PER_CALL_MAX]
            rows = [
                {"jsonrpc": "2.0", "id": place, "method": SEND, "params": _send_params(one)}
                for place, one in enumerate(some)
            ]
            answers = await self._post(SEND, orjson.dumps(rows))
            if not isinstance(answers, list) or len(answers) != len(some):
                raise _unavailable(SEND, "unexpected answer")
            signatures += [_signature(_result(row, SEND), SEND) for row in answers]
        return signatures

    async def simulate(self, transaction: bytes, commitment: str = "confirmed") -> dict[str, Json]:
        """Simulate without looking at signatures; returns the `value` of the answer."""
        config = {"encoding": "base64", "sigVerify": False, "commitment": commitment}
        text = base64.b64encode(transaction).decode()
        value = _value(await self.read("simulateTransaction", [text, config]), "simulate")
        if not isinstance(value, dict):
            raise _unavailable("simulateTransaction", "unexpected answer")
        return value

    async def signature_statuses(self, signatures: Sequence[str]) -> list[dict[str, Json] | None]:
        """Return the statuses of up to 256 signatures, history included."""
        assert len(signatures) <= SIGNATURES_PER_CALL_MAX
        if not signatures:
            return []
        params = [list(signatures), {"searchTransactionHistory": True}]
        method = "getSignatureStatuses"
        values = _value(await self.read(method, params), method)
        if not isinstance(values, list) or len(values) != len(signatures):
            raise _unavailable(method, "unexpected answer")
        return [None if value is None else _status(value, method) for value in values]

    async def successful_signatures(
        self, address: bytes, limit: int, commitment: str = "confirmed"
    ) -> tuple[list[str], bool]:
        """Return the transactions that name an account and succeeded, newest first.

        Also whether these are all: a full page, which failed transactions fill too, may have more
        behind it.
        """
        method = "getSignaturesForAddress"
        config = {"limit": limit, "commitment": commitment}
        rows = await self.read(method, [to_base58(address), config])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise _unavailable(method, "unexpected answer")
        texts = [_signature(row.get("signature"), method) for row in rows if row.get("err") is None]
        return texts, len(rows) < limit

    async def first_slot_of(self, address: bytes, commitment: str = "finalized") -> int | None:
        """Return the slot of the oldest transaction that names an account, None without one.

        Pages are walked from the newest on; too many of them raise NODE_UNAVAILABLE.
        """
        method = "getSignaturesForAddress"
        config: dict[str, Json] = {"limit": SIGNATURES_PAGE_MAX, "commitment": commitment}
        slot: int | None = None
        for _ in range(SIGNATURE_PAGES_MAX):
            rows = await self.read(method, [to_base58(address), config])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise _unavailable(method, "unexpected answer")
            if rows:
                slot = _integer(rows[-1].get("slot"), method)
                config["before"] = _signature(rows[-1].get("signature"), method)
            if len(rows) < SIGNATURES_PAGE_MAX:
                return slot
        raise _unavailable(method, "the account has too many transactions")

    async def blocks(self, start: int, end: int, commitment: str = "confirmed") -> list[int]:
        """Return the slots in start…end that hold a block, ascending."""
        result = await self.read("getBlocks", [start, end, {"commitment": commitment}])
        if not isinstance(result, list):
            raise _unavailable("getBlocks", "unexpected answer")
        return [_integer(slot, "getBlocks") for slot in result]

    async def block(self, slot: int, commitment: str = "confirmed") -> dict[str, Json]:
        """Return a block with base64 transactions; of meta what decides about tokens."""
        config = {
            "encoding": "base64",
            "transactionDetails": "full",
            "maxSupportedTransactionVersion": TRANSACTION_VERSION_MAX,
            "rewards": False,
            "commitment": commitment,
        }
        result = await self.read(BLOCK, [slot, config])
        if not isinstance(result, dict):
            raise _unavailable(BLOCK, "block is not available yet")
        return result

    async def blockhash_at(self, slot: int, commitment: str = "confirmed") -> str:
        """Return the hash of the block in a slot."""
        config = {"transactionDetails": "none", "rewards": False, "commitment": commitment}
        result = await self.read(BLOCK, [slot, config])
        if not isinstance(result, dict):
            raise _unavailable(BLOCK, "block is not available yet")
        return _hash(result.get("blockhash"), BLOCK)


async def _bounded_body(response: aiohttp.ClientResponse, method: str) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > RESPONSE_BYTES_MAX:
            raise _unavailable(method, "answer is too large")
    return bytes(body)


class Account:
    """An account as the node reports it, with the slot of the answer."""

    __slots__ = ("data", "lamports", "owner", "slot")

    def __init__(self, lamports: int, owner: str, data: bytes, slot: int) -> None:
        self.lamports = lamports
        self.owner = owner
        self.data = data
        self.slot = slot


def _account(value: Json, slot: int) -> Account | None:
    if value is None:
        return None
    try:
        data = base64.b64decode(value["data"][0], validate=True)
        lamports = _integer(value["lamports"], "getAccountInfo")
        return Account(lamports, str(value["owner"]), data, slot)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise _unavailable("getAccountInfo", "unexpected answer") from error


def _context_slot(result: Json) -> int:
    try:
        return _integer(result["context"]["slot"], "read")
    except (KeyError, TypeError) as error:
        raise _unavailable("read", "answer without context") from error


def _value(result: Json, method: str) -> Json:
    if not isinstance(result, dict) or "value" not in result:
        raise _unavailable(method, "unexpected answer")
    return result["value"]


def _send_params(transaction: bytes, *, skip_preflight: bool = False) -> list[Json]:
    config = {
        "encoding": "base64",
        "skipPreflight": skip_preflight,
        "preflightCommitment": "confirmed",
        "maxRetries": 0,
    }
    return [base64.b64encode(transaction).decode(), config]


def _result(answer: Json, method: str) -> Json:
    """Return the result of an answer; raise the error that it names."""
    if not isinstance(answer, dict):
        raise _unavailable(method, "unexpected answer")
    if "error" in answer:
        error = answer["error"] if isinstance(answer["error"], dict) else {}
        code = error.get("code", 0)
        raise RpcError(
            code if isinstance(code, int) else 0, str(error.get("message", "")), error.get("data")
        )
    if "result" not in answer:
        raise _unavailable(method, "answer without result")
    return answer["result"]


def _integer(value: Json, method: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= U64_MAX:
        raise _unavailable(method, "unexpected answer")
    return value


def _hash(value: Json, method: str) -> str:
    try:
        return str(Hash.from_string(value))
    except (TypeError, ParseHashError) as error:
        raise _unavailable(method, "not a hash") from error


def _signature(value: Json, method: str) -> str:
    try:
        return str(Signature.from_string(value))
    except (TypeError, ValueError) as error:
        raise _unavailable(method, "not a signature") from error


def _status(value: Json, method: str) -> dict[str, Json]:
    """Check the parts of a signature's status that decide about money."""
    if not isinstance(value, dict) or "err" not in value:
        raise _unavailable(method, "unexpected answer")
    _integer(value.get("slot"), method)
    if value.get("confirmationStatus") not in CONFIRMATION_STATUSES:
        raise _unavailable(method, "unexpected answer")
    return value


def _unavailable(method: str, reason: str) -> ChainError:
    return ChainError("NODE_UNAVAILABLE", {"method": method, "reason": reason})
