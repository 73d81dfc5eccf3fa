"""Accounts in the encodings that clients ask for."""

import base64
from collections.abc import Callable

from solders.account import Account
from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_2022_PROGRAM_ID

from chain.node import base58
from chain.node.errors import INVALID_REQUEST, RpcError, invalid_params
from chain.node.limits import BASE58_ACCOUNT_BYTES_MAX
from chain.node.meta import Json
from chain.node.nonces import nonce_value
from chain.node.params import Config
from chain.node.tokens import (
    Mint,
    TokenAccount,
    read_mint,
    read_token_account,
    ui_amount,
)

ACCOUNT_ENCODINGS = ("binary", "base58", "base64", "jsonParsed")
_DATA_BYTES_MAX = 10 * 1024 * 1024

ReadAccount = Callable[[Pubkey], Account | None]


def encode_account(account: Account, config: Config, read_account: ReadAccount) -> Json:
    """Render an account as the options `encoding` and `dataSlice` ask."""
    encoding = config.text("encoding", "binary", ACCOUNT_ENCODINGS)
    return {
        "lamports": account.lamports,
        "owner": str(account.owner),
        "executable": account.executable,
        "rentEpoch": account.rent_epoch,
        "space": len(account.data),
        "data": _encode_data(account, encoding, config, read_account),
    }


def _encode_data(
    account: Account, encoding: str, config: Config, read_account: ReadAccount
) -> object:
    if encoding == "jsonParsed":
        parsed = parse_account(account, read_account)
        if parsed is not None:
            return parsed
        encoding = "base64"
    data = _slice(account.data, config)
    if encoding == "base64":
        return [base64.b64encode(data).decode(), "base64"]
    if len(data) > BASE58_ACCOUNT_BYTES_MAX:
        raise RpcError(
            INVALID_REQUEST,
            f"Encoded binary (base 58) data should be less than {BASE58_ACCOUNT_BYTES_MAX} bytes,"
            " please use Base64 encoding.",
        )
    text = base58.encode(data)
    return text if encoding == "binary" else [text, "base58"]


def _slice(data: bytes, config: Config) -> bytes:
    window = config.get("dataSlice")
    if window is None:
        return data
    if not isinstance(window, dict):
        raise invalid_params("dataSlice must be an object")
    options = Config({name: value for name, value in window.items() if value is not None})
    offset = options.count("offset", 0, 0, _DATA_BYTES_MAX)
    length = options.count("length", 0, 0, _DATA_BYTES_MAX)
    return data[offset : offset + length]


def parse_account(account: Account, read_account: ReadAccount) -> Json | None:
    """Explain the data of a token account, mint or nonce account; None for anything else."""
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
