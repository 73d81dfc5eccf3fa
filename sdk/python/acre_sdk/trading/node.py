"""The chain node: the few JSON-RPC calls that sending a transaction needs."""

import base64
from typing import Any, Final, TypeVar

import msgspec

from acre_sdk.errors import AcreError
from acre_sdk.transport import Request, Transport

NODE_REFUSED: Final = "NODE_REFUSED"
T = TypeVar("T")


class _Error(msgspec.Struct):
    message: str = ""


class _Answer(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: _Error | None = None


class Landing(msgspec.Struct):
    """What the chain says of a transaction."""

    slot: int
    err: Any = None


class _Balance(msgspec.Struct):
    value: int


class _Landings(msgspec.Struct):
    value: list[Landing | None]


class Node:
    """One endpoint; every call raises AcreError."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def slot(self) -> int:
        """Return the newest confirmed slot."""
        return await self._call("getSlot", [{"commitment": "confirmed"}], int)

    async def height(self) -> int:
        """Return the height of the newest final block."""
        return await self._call("getBlockHeight", [{"commitment": "finalized"}], int)

    async def balance(self, address: str) -> int:
        """Return the lamports of a wallet."""
        params = [address, {"commitment": "confirmed"}]
        return (await self._call("getBalance", params, _Balance)).value

    async def send(self, transaction: bytes) -> None:
        """Hand a signed transaction over; sending it twice is harmless."""
        text = base64.b64encode(transaction).decode()
        config = {"encoding": "base64", "preflightCommitment": "confirmed"}
        await self._call("sendTransaction", [text, config], str)

    async def landing(self, signature: str) -> Landing | None:
        """Return what became of a transaction; None while it is unknown."""
        params = [[signature], {"searchTransactionHistory": True}]
        rows = (await self._call("getSignatureStatuses", params, _Landings)).value
        return rows[0] if rows else None

    async def _call(self, method: str, params: list[Any], kind: type[T]) -> T:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        request = Request(method="POST", path="", body=body)
        reply = await self._transport.call(request)
        answer = reply.read(_Answer)
        if answer.error is not None:
            raise AcreError(NODE_REFUSED, f"{method}: {answer.error.message}")
        return type(reply)(bytes(answer.result), None).read(kind)
