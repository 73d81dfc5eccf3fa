"""A second endpoint that lies: true answers of the node, changed as a test asks.

Part of the faults, off by default. The path `/liar` answers as `/` does and then through these
lies; `/` itself never passes through this module. Lies change answers, never the chain.
"""

import base64
import binascii
from collections.abc import Callable
from typing import Any

import orjson

from chain.node.encoding import base58
from chain.node.encoding.tokens import ui_amount
from chain.node.encoding.transactions import TransactionFormat, encode_with_meta
from chain.node.encoding.wire import decode
from chain.node.errors import SLOT_SKIPPED, RpcError, invalid_params
from chain.node.limits import LIES_MAX
from chain.node.methods.params import Params
from chain.node.server.turns import at_once
from chain.node.state.ledger import Ledger
from chain.node.state.store import Record

Json = Any  # an answer is any JSON value, and so is what a lie makes of it
Lie = dict[str, Any]
Call = Callable[[str, Params], object]

_SLOT_ANSWERS = ("getSlot", "getBlockHeight")
_TOKEN_AMOUNT = slice(64, 72)


class Lies:
    """The lies in force, in the order in which they are applied."""

    def __init__(self, ledger: Ledger, honest: Call) -> None:
        self._ledger = ledger
        self._honest = honest
        self._lies: list[Lie] = []

    def set(self, lies: object) -> None:
        """Replace all lies; raises RpcError for one that is not known or incomplete."""
        if not isinstance(lies, list) or len(lies) > LIES_MAX:
            raise invalid_params(f"lies must be a list of at most {LIES_MAX}")
        for lie in lies:
            _check(lie)
        self._lies = lies

    def call(self, method: str, params: Params) -> object:
        """Answer a call with the lies applied."""
        answer: Json = orjson.loads(orjson.dumps(at_once(self._honest(method, params))))
        for lie in self._lies:
            answer = _TELLERS[lie["kind"]](self._ledger, lie, (method, params), answer)
        return answer


def _insert_transaction(ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Show a transaction that never executed as the last one of a block."""
    method, params = call
    if method != "getBlock" or params.get(0) != lie["slot"] or "transactions" not in answer:
        return answer
    wire = base64.b64decode(lie["transaction"])
    decoded = decode(wire)
    key_count = len(decoded.message.account_keys)
    record = Record(
        slot=lie["slot"],
        position=len(answer["transactions"]),
        signature=decoded.signature,
        wire=wire,
        meta_json=orjson.dumps({**_empty_meta(key_count), **lie.get("meta", {})}),
    )
    form = TransactionFormat.of(params.config(1))
    answer["transactions"].append(encode_with_meta(record, form))
    return answer


def _omit_transaction(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Deny a transaction wherever it would be shown."""
    method, params = call
    signature = lie["signature"]
    if method == "getTransaction" and params.get(0) == signature:
        return None
    if method == "getBlock":
        for name, signature_of in (("transactions", _signature_of_row), ("signatures", str)):
            if name in answer:
                answer[name] = [row for row in answer[name] if signature_of(row) != signature]
    if method == "getSignaturesForAddress":
        return [row for row in answer if row["signature"] != signature]
    return _with_status(params, answer, signature, None) if method == _STATUSES else answer


def _change_transaction(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Put other values into a transaction's meta."""
    method, params = call
    if method == "getTransaction" and params.get(0) == lie["signature"] and answer is not None:
        answer["meta"].update(lie["meta"])
    if method == "getBlock":
        for row in answer.get("transactions", ()):
            if _signature_of_row(row) == lie["signature"]:
                row["meta"].update(lie["meta"])
    return answer


def _change_block(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Put other values into a block: hash, parent, height, time."""
    method, params = call
    if method == "getBlock" and params.get(0) == lie["slot"]:
        answer.update(lie["fields"])
    return answer


def _omit_block(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Return a skipped slot."""
    method, params = call
    if method == "getBlock" and params.get(0) == lie["slot"]:
        raise RpcError(SLOT_SKIPPED, f"Slot {lie['slot']} was skipped")
    if method in ("getBlocks", "getBlocksWithLimit"):
        return [slot for slot in answer if slot != lie["slot"]]
    return answer


_STATUSES = "getSignatureStatuses"


def _signature_status(ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Claim a status for a signature, known or not; without `status` it is denied."""
    method, params = call
    if method != _STATUSES:
        return answer
    value = None
    if lie.get("status") is not None:
        err = lie.get("err")
        value = {
            "slot": lie.get("slot", ledger.finalized_slot),
            "confirmations": None,
            "err": err,
            "status": {"Ok": None} if err is None else {"Err": err},
            "confirmationStatus": lie["status"],
        }
    return _with_status(params, answer, lie["signature"], value)


def _account_balance(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Show an account with so many tokens, or lamports where it holds none, more or fewer."""
    method, params = call
    if params.get(0) != lie["address"]:
        return answer
    if method == "getBalance":
        answer["value"] = max(0, answer["value"] + lie["delta"])
    elif method == "getTokenAccountBalance":
        value = answer["value"]
        answer["value"] = ui_amount(max(0, int(value["amount"]) + lie["delta"]), value["decimals"])
    elif method == "getAccountInfo" and answer["value"] is not None:
        _change_account(answer["value"], lie["delta"])
    return answer


def _shift_slots(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Name slots and heights that are wrong by a constant."""
    if call[0] in _SLOT_ANSWERS:
        return max(0, answer + lie["slots"])
    if isinstance(answer, dict) and "context" in answer:
        answer["context"]["slot"] = max(0, answer["context"]["slot"] + lie["slots"])
    return answer


def _answer(_ledger: Ledger, lie: Lie, call: tuple[str, Params], answer: Json) -> Json:
    """Answer a method with a fixed result."""
    return lie["result"] if call[0] == lie["method"] else answer


_TELLERS: dict[str, Callable[[Ledger, Lie, tuple[str, Params], Json], Json]] = {
    "insertTransaction": _insert_transaction,
    "omitTransaction": _omit_transaction,
    "changeTransaction": _change_transaction,
    "changeBlock": _change_block,
    "omitBlock": _omit_block,
    "signatureStatus": _signature_status,
    "accountBalance": _account_balance,
    "shiftSlots": _shift_slots,
    "answer": _answer,
}
_FIELDS: dict[str, dict[str, type]] = {
    "insertTransaction": {"slot": int, "transaction": str},
    "omitTransaction": {"signature": str},
    "changeTransaction": {"signature": str, "meta": dict},
    "changeBlock": {"slot": int, "fields": dict},
    "omitBlock": {"slot": int},
    "signatureStatus": {"signature": str},
    "accountBalance": {"address": str, "delta": int},
    "shiftSlots": {"slots": int},
    "answer": {"method": str, "result": object},
}


def _check(lie: object) -> None:
    kind = lie.get("kind") if isinstance(lie, dict) else None
    if not isinstance(lie, dict) or kind not in _FIELDS:
        raise invalid_params(f"unknown lie {kind}; known: {', '.join(_FIELDS)}")
    for name, expected in _FIELDS[kind].items():
        if name not in lie or not isinstance(lie[name], expected):
            raise invalid_params(f"the lie {kind} needs {name}")
    if kind == "insertTransaction":
        try:
            decode(base64.b64decode(lie["transaction"], validate=True))
        except binascii.Error:
            raise invalid_params("transaction is not base64") from None


def _signature_of_row(row: Json) -> str:
    """Return the first signature of a block's row, whatever its encoding."""
    transaction = row["transaction"]
    if isinstance(transaction, dict):
        return str(transaction["signatures"][0])
    text, encoding = transaction
    wire = base64.b64decode(text) if encoding == "base64" else base58.decode(text)
    return base58.encode(decode(wire).signature)


def _with_status(params: Params, answer: Json, signature: str, value: Json) -> Json:
    asked = params.values[0]
    assert isinstance(asked, list)
    answer["value"] = [
        value if text == signature else status
        for text, status in zip(asked, answer["value"], strict=True)
    ]
    return answer


def _change_account(account: Json, delta: int) -> None:
    """Change the token amount inside base64 data, else the lamports."""
    content = account["data"]
    data = bytearray(base64.b64decode(content[0]) if content[1:] == ["base64"] else b"")
    if len(data) < _TOKEN_AMOUNT.stop:
        account["lamports"] = max(0, account["lamports"] + delta)
        return
    amount = max(0, int.from_bytes(data[_TOKEN_AMOUNT], "little") + delta)
    data[_TOKEN_AMOUNT] = amount.to_bytes(8, "little")
    content[0] = base64.b64encode(data).decode()


def _empty_meta(account_count: int) -> dict[str, object]:
    return {
        "err": None,
        "status": {"Ok": None},
        "fee": 5_000,
        "preBalances": [0] * account_count,
        "postBalances": [0] * account_count,
        "innerInstructions": [],
        "logMessages": [],
        "preTokenBalances": [],
        "postTokenBalances": [],
        "rewards": [],
        "loadedAddresses": {"writable": [], "readonly": []},
        "computeUnitsConsumed": 0,
    }
