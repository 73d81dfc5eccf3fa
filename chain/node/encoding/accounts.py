"""Accounts in the encodings that clients ask for."""

import base64
from collections.abc import Callable
from dataclasses import dataclass

import zstandard
from solders.account import Account
from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_2022_PROGRAM_ID

from chain.node.encoding import base58
from chain.node.encoding.lookup_tables import LOOKUP_TABLE_PROGRAM, read_lookup_table
from chain.node.encoding.meta import Json
from chain.node.encoding.tokens import (
    Mint,
    TokenAccount,
    read_mint,
    read_token_account,
    ui_amount,
)
from chain.node.errors import INVALID_REQUEST, RpcError, invalid_params
from chain.node.limits import BASE58_ACCOUNT_BYTES_MAX
from chain.node.methods.answer_budget import AnswerBudget
from chain.node.methods.params import Config
from chain.node.state.nonces import nonce_value

ACCOUNT_ENCODINGS = ("binary", "base58", "base64", "base64+zstd", "jsonParsed")
_DATA_BYTES_MAX = 10 * 1024 * 1024
_FRAME_BYTES = 512  # what an account costs in an answer besides its data, at most
_TOO_LARGE_FOR_BASE58 = "error: data too large for bs58 encoding"

ReadAccount = Callable[[Pubkey], Account | None]


@dataclass(frozen=True, slots=True)
class AccountFormat:
    """Validated options of account data: `encoding` and `dataSlice`."""

    encoding: str
    start: int = 0
    end: int | None = None

    @classmethod
    def of(cls, config: Config, default: str = "binary") -> "AccountFormat":
        """Read the options; raises RpcError where they are malformed."""
        encoding = config.text("encoding", default, ACCOUNT_ENCODINGS)
        window = config.get("dataSlice")
        if window is None:
            return cls(encoding)
        if not isinstance(window, dict):
            raise invalid_params("dataSlice must be an object with offset and length")
        options = Config(window)
        start = options.required_count("offset", 0, _DATA_BYTES_MAX)
        return cls(encoding, start, start + options.required_count("length", 0, _DATA_BYTES_MAX))


def encode_account(
    account: Account, form: AccountFormat, read_account: ReadAccount, budget: AnswerBudget
) -> Json:
    """Render an account for an answer; raises RpcError for more than base58 or the budget holds."""
    data = account.data
    budget.read(len(data))
    if form.encoding in ("binary", "base58"):
        window = data[form.start : form.end]
        if len(window) > BASE58_ACCOUNT_BYTES_MAX:
            raise RpcError(
                INVALID_REQUEST,
                f"Encoded binary (base 58) data should be less than {BASE58_ACCOUNT_BYTES_MAX}"
                " bytes, please use Base64 encoding.",
            )
    return _encode(account, data, form, read_account, budget)


def encode_notified_account(
    account: Account, form: AccountFormat, read_account: ReadAccount, budget: AnswerBudget
) -> Json:
    """Render an account for a notification: too much for base58 is a text in place of the data."""
    data = account.data
    budget.read(len(data))
    return _encode(account, data, form, read_account, budget)


def _encode(
    account: Account,
    data: bytes,
    form: AccountFormat,
    read_account: ReadAccount,
    budget: AnswerBudget,
) -> Json:
    parsed = parse_account(account, read_account) if form.encoding == "jsonParsed" else None
    budget.write(_FRAME_BYTES + (0 if parsed is None else 2 * len(data)))
    return {
        "lamports": account.lamports,
        "owner": str(account.owner),
        "executable": account.executable,
        "rentEpoch": account.rent_epoch,
        "space": len(data),
        "data": _encode_data(data, form, budget) if parsed is None else parsed,
    }


def _encode_data(data: bytes, form: AccountFormat, budget: AnswerBudget) -> object:
    window = data[form.start : form.end]
    if form.encoding in ("binary", "base58"):
        is_too_large = len(window) > BASE58_ACCOUNT_BYTES_MAX
        text = _TOO_LARGE_FOR_BASE58 if is_too_large else base58.encode(window)
        return text if form.encoding == "binary" else [text, "base58"]
    budget.write(len(window) * 4 // 3)  # before compression as well, which has its price
    if form.encoding == "base64+zstd":
        return [base64.b64encode(zstandard.compress(window)).decode(), "base64+zstd"]
    return [base64.b64encode(window).decode(), "base64"]


def parse_account(account: Account, read_account: ReadAccount) -> Json | None:
    """Explain a token account, mint, nonce account or lookup table; None for anything else."""
    if account.owner == LOOKUP_TABLE_PROGRAM:
        return _lookup_table(account)
    program = "spl-token-2022" if account.owner == TOKEN_2022_PROGRAM_ID else "spl-token"
    holding = read_token_account(account)
    if holding is not None:
        mint_account = read_account(holding.mint)
        mint = None if mint_account is None else read_mint(mint_account)
        if mint is None:
            return None
        return _parsed(program, "account", _holding_info(holding, mint), account)
    mint = read_mint(account)
    if mint is not None:
        return _parsed(program, "mint", _mint_info(mint), account)
    nonce = nonce_value(account)
    if nonce is not None:
        info: Json = {
            "authority": str(Pubkey(account.data[8:40])),
            "blockhash": base58.encode(nonce),
            "feeCalculator": {
                "lamportsPerSignature": str(int.from_bytes(account.data[72:80], "little"))
            },
        }
        return _parsed("nonce", "initialized", info, account)
    return None


def _lookup_table(account: Account) -> Json | None:
    table = read_lookup_table(account.data)
    if table is None:
        return None
    info: Json = {
        "deactivationSlot": str(table.deactivation_slot),
        "lastExtendedSlot": str(table.last_extended_slot),
        "lastExtendedSlotStartIndex": table.last_extended_start,
        "addresses": [str(address) for address in table.addresses],
    }
    if table.authority is not None:
        info["authority"] = str(table.authority)
    return _parsed("address-lookup-table", "lookupTable", info, account)


def _parsed(program: str, kind: str, info: Json, account: Account) -> Json:
    parsed = {"type": kind, "info": info}
    return {"program": program, "parsed": parsed, "space": len(account.data)}


def _holding_info(holding: TokenAccount, mint: Mint) -> Json:
    info: Json = {
        "mint": str(holding.mint),
        "owner": str(holding.owner),
        "state": holding.state,
        "isNative": holding.native_reserve is not None,
        "tokenAmount": ui_amount(holding.amount, mint.decimals),
    }
    if holding.delegate is not None:
        info["delegate"] = str(holding.delegate)
        info["delegatedAmount"] = ui_amount(holding.delegated_amount, mint.decimals)
    if holding.native_reserve is not None:
        info["rentExemptReserve"] = ui_amount(holding.native_reserve, mint.decimals)
    if holding.close_authority is not None:
        info["closeAuthority"] = str(holding.close_authority)
    return info


def _mint_info(mint: Mint) -> Json:
    return {
        "mintAuthority": None if mint.mint_authority is None else str(mint.mint_authority),
        "supply": str(mint.supply),
        "decimals": mint.decimals,
        "isInitialized": mint.is_initialized,
        "freezeAuthority": None if mint.freeze_authority is None else str(mint.freeze_authority),
    }
