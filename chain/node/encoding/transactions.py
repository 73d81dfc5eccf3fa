"""Transactions and blocks in the encodings that clients ask for."""

import base64
from dataclasses import dataclass

from solders.message import Message, MessageV0, MessageV1
from solders.pubkey import Pubkey

from chain.node.encoding import base58
from chain.node.encoding.instructions import parse_instruction
from chain.node.encoding.meta import Json
from chain.node.encoding.wire import Decoded, decode
from chain.node.errors import UNSUPPORTED_VERSION, RpcError
from chain.node.methods.params import Config
from chain.node.state.store import Record

TRANSACTION_ENCODINGS = ("json", "jsonParsed", "base58", "base64")
_BALANCE_META = (
    "err",
    "status",
    "fee",
    "preBalances",
    "postBalances",
    "preTokenBalances",
    "postTokenBalances",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionFormat:
    """Transaction versions that a client supports."""

    encoding: str
    version_max: int | None

    @classmethod
    def of(cls, config: Config) -> "TransactionFormat":
        """Read the options `encoding` and `maxSupportedTransactionVersion`."""
        has_version = config.get("maxSupportedTransactionVersion") is not None
        return cls(
            encoding=config.text("encoding", "json", TRANSACTION_ENCODINGS),
            version_max=(
                config.count("maxSupportedTransactionVersion", 0, 0, 255) if has_version else None
            ),
        )

    def require(self, version: int | None) -> None:
        """Raise RpcError if the client did not say that it reads this version."""
        if version is None or (self.version_max is not None and version <= self.version_max):
            return
        raise RpcError(
            UNSUPPORTED_VERSION,
            f"Transaction version ({version}) is not supported by the requesting client. Please"
            " try the request again with the following configuration parameter:"
            f' "maxSupportedTransactionVersion": {version}',
        )


def encode_with_meta(record: Record, form: TransactionFormat) -> Json:
    """Render a transaction and what it did."""
    decoded, meta = decode(record.wire), record.meta
    form.require(decoded.version)
    answer: Json = {
        "transaction": _encode_transaction(decoded, meta, form.encoding),
        "meta": _encode_meta(decoded, meta, form.encoding),
    }
    if form.version_max is not None:
        answer["version"] = "legacy" if decoded.version is None else decoded.version
    return answer


def encode_accounts_only(record: Record, form: TransactionFormat) -> Json:
    """Render the accounts and balances of a transaction, without its instructions."""
    decoded, meta = decode(record.wire), record.meta
    form.require(decoded.version)
    answer: Json = {
        "transaction": {
            "signatures": [str(signature) for signature in decoded.transaction.signatures],
            "accountKeys": _parsed_keys(decoded, meta),
        },
        "meta": {name: meta[name] for name in _BALANCE_META},
    }
    if form.version_max is not None:
        answer["version"] = "legacy" if decoded.version is None else decoded.version
    return answer


def _encode_transaction(decoded: Decoded, meta: Json, encoding: str) -> object:
    if encoding == "base64":
        return [base64.b64encode(decoded.wire).decode(), "base64"]
    if encoding == "base58":
        return [base58.encode(decoded.wire), "base58"]
    message = (
        _parsed_message(decoded, meta)
        if encoding == "jsonParsed"
        else _json_message(decoded.message)
    )
    return {
        "signatures": [str(signature) for signature in decoded.transaction.signatures],
        "message": message,
    }


def _json_message(message: Message | MessageV0 | MessageV1) -> Json:
    header = message.header
    body: Json = {
        "header": {
            "numRequiredSignatures": header.num_required_signatures,
            "numReadonlySignedAccounts": header.num_readonly_signed_accounts,
            "numReadonlyUnsignedAccounts": header.num_readonly_unsigned_accounts,
        },
        "accountKeys": [str(key) for key in message.account_keys],
        "recentBlockhash": str(message.recent_blockhash),
        "instructions": [
            {
                "programIdIndex": instruction.program_id_index,
                "accounts": list(instruction.accounts),
                "data": base58.encode(instruction.data),
                "stackHeight": 1,
            }
            for instruction in message.instructions
        ],
    }
    if isinstance(message, MessageV0):
        body["addressTableLookups"] = _lookups(message)
    if isinstance(message, MessageV1):
        body["transactionConfig"] = _version_1_config(message)
    return body


def _version_1_config(message: MessageV1) -> Json:
    config = message.config
    return {
        "priorityFee": config.priority_fee,
        "computeUnitLimit": config.compute_unit_limit,
        "loadedAccountsDataSizeLimit": config.loaded_accounts_data_size_limit,
        "heapSize": config.heap_size,
    }


def _lookups(message: MessageV0) -> list[Json]:
    return [
        {
            "accountKey": str(lookup.account_key),
            "writableIndexes": list(lookup.writable_indexes),
            "readonlyIndexes": list(lookup.readonly_indexes),
        }
        for lookup in message.address_table_lookups
    ]


def _parsed_message(decoded: Decoded, meta: Json) -> Json:
    message = decoded.message
    addresses = _all_addresses(decoded, meta)
    body: Json = {
        "accountKeys": _parsed_keys(decoded, meta),
        "recentBlockhash": str(message.recent_blockhash),
        "instructions": [
            parse_instruction(
                addresses[instruction.program_id_index],
                [addresses[index] for index in instruction.accounts],
                instruction.data,
                1,
            )
            for instruction in message.instructions
        ],
    }
    if isinstance(message, MessageV0):
        body["addressTableLookups"] = _lookups(message)
    if isinstance(message, MessageV1):
        body["transactionConfig"] = _version_1_config(message)
    return body


def _parsed_keys(decoded: Decoded, meta: Json) -> list[Json]:
    message = decoded.message
    header = message.header
    signed = header.num_required_signatures
    count = len(message.account_keys)
    keys: list[Json] = []
    for index, key in enumerate(message.account_keys):
        is_signer = index < signed
        writable_end = (
            signed - header.num_readonly_signed_accounts
            if is_signer
            else count - header.num_readonly_unsigned_accounts
        )
        keys.append(_parsed_key(str(key), is_signer, index < writable_end, "transaction"))
    writable, readonly = _loaded(meta)
    keys += [_parsed_key(address, False, True, "lookupTable") for address in writable]
    keys += [_parsed_key(address, False, False, "lookupTable") for address in readonly]
    return keys


def _parsed_key(address: str, is_signer: bool, is_writable: bool, source: str) -> Json:
    return {"pubkey": address, "signer": is_signer, "writable": is_writable, "source": source}


def _all_addresses(decoded: Decoded, meta: Json) -> list[Pubkey]:
    writable, readonly = _loaded(meta)
    loaded = [Pubkey.from_string(address) for address in writable + readonly]
    return list(decoded.message.account_keys) + loaded


def _loaded(meta: Json) -> tuple[list[str], list[str]]:
    loaded = meta["loadedAddresses"]
    assert isinstance(loaded, dict)
    return loaded["writable"], loaded["readonly"]


def _encode_meta(decoded: Decoded, meta: Json, encoding: str) -> Json:
    if encoding != "jsonParsed":
        return meta
    addresses = _all_addresses(decoded, meta)
    parsed = {name: value for name, value in meta.items() if name != "loadedAddresses"}
    groups = meta["innerInstructions"]
    assert isinstance(groups, list)
    parsed["innerInstructions"] = [
        {
            "index": group["index"],
            "instructions": [
                parse_instruction(
                    addresses[inner["programIdIndex"]],
                    [addresses[index] for index in inner["accounts"]],
                    base58.decode(inner["data"]),
                    inner["stackHeight"],
                )
                for inner in group["instructions"]
            ],
        }
        for group in groups
    ]
    return parsed
