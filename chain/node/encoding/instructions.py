"""Instructions of the standard programs in words (`jsonParsed`).

An instruction that is not understood is rendered with its accounts and base58 data, as any
cluster does, so a reader never loses it.
"""

from collections.abc import Callable, Sequence

from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM
from spl.memo.constants import MEMO_PROGRAM_ID
from spl.token.constants import (
    ASSOCIATED_TOKEN_PROGRAM_ID,
    TOKEN_2022_PROGRAM_ID,
    TOKEN_PROGRAM_ID,
)

from chain.node.encoding import base58
from chain.node.encoding.meta import Json
from chain.node.encoding.tokens import ui_amount

NEWER_MEMO_PROGRAM_ID = Pubkey.from_string("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH")
MEMO_V1_PROGRAM_ID = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
_AUTHORITY_TYPES = ("mintTokens", "freezeAccount", "accountOwner", "closeAccount")

Keys = Sequence[Pubkey]
Parsed = tuple[str, Json]


def parse_instruction(program: Pubkey, accounts: Keys, data: bytes, height: int | None) -> Json:
    """Explain an instruction, or render it undecoded."""
    name, parsed = _explain(program, accounts, data)
    if parsed is None:
        return {
            "programId": str(program),
            "accounts": [str(account) for account in accounts],
            "data": base58.encode(data),
            "stackHeight": height,
        }
    return {"program": name, "programId": str(program), "parsed": parsed, "stackHeight": height}


def _explain(program: Pubkey, accounts: Keys, data: bytes) -> tuple[str, object]:
    name, parse = _PARSERS.get(program, ("", None))
    if parse is None:
        return "", None
    try:
        return name, parse(accounts, data)
    except (IndexError, UnicodeDecodeError, ValueError):
        # Too few accounts or bytes: whatever it is, it is not the instruction it claims to be.
        return name, None


def _parse_memo(_accounts: Keys, data: bytes) -> object:
    return data.decode()


def _parse_system(accounts: Keys, data: bytes) -> object:
    parser = _SYSTEM.get(_u32(data, 0))
    return None if parser is None else _typed(parser(accounts, data))


def _parse_token(accounts: Keys, data: bytes) -> object:
    parser = _TOKEN.get(data[0])
    return None if parser is None else _typed(parser(accounts, data))


def _parse_associated(accounts: Keys, data: bytes) -> object:
    kind = data[0] if data else 0
    if kind not in (0, 1):
        return None
    source, account, wallet, mint, system, token = (str(key) for key in accounts[:6])
    info: Json = {
        "source": source,
        "account": account,
        "wallet": wallet,
        "mint": mint,
        "systemProgram": system,
        "tokenProgram": token,
    }
    return _typed(("create" if kind == 0 else "createIdempotent", info))


def _typed(parsed: Parsed) -> Json:
    return {"type": parsed[0], "info": parsed[1]}


def _create_account(accounts: Keys, data: bytes) -> Parsed:
    return "createAccount", {
        "source": str(accounts[0]),
        "newAccount": str(accounts[1]),
        "lamports": _u64(data, 4),
        "space": _u64(data, 12),
        "owner": _key(data, 20),
    }


def _create_account_with_seed(accounts: Keys, data: bytes) -> Parsed:
    seed, rest = _seed(data, 36)
    return "createAccountWithSeed", {
        "source": str(accounts[0]),
        "newAccount": str(accounts[1]),
        "base": _key(data, 4),
        "seed": seed,
        "lamports": _u64(data, rest),
        "space": _u64(data, rest + 8),
        "owner": _key(data, rest + 16),
    }


def _assign(accounts: Keys, data: bytes) -> Parsed:
    return "assign", {"account": str(accounts[0]), "owner": _key(data, 4)}


def _system_transfer(accounts: Keys, data: bytes) -> Parsed:
    return "transfer", {
        "source": str(accounts[0]),
        "destination": str(accounts[1]),
        "lamports": _u64(data, 4),
    }


def _allocate(accounts: Keys, data: bytes) -> Parsed:
    return "allocate", {"account": str(accounts[0]), "space": _u64(data, 4)}


def _advance_nonce(accounts: Keys, _data: bytes) -> Parsed:
    return "advanceNonce", {
        "nonceAccount": str(accounts[0]),
        "recentBlockhashesSysvar": str(accounts[1]),
        "nonceAuthority": str(accounts[2]),
    }


def _initialize_nonce(accounts: Keys, data: bytes) -> Parsed:
    return "initializeNonce", {
        "nonceAccount": str(accounts[0]),
        "recentBlockhashesSysvar": str(accounts[1]),
        "rentSysvar": str(accounts[2]),
        "nonceAuthority": _key(data, 4),
    }


def _token_initialize_mint(accounts: Keys, data: bytes) -> Parsed:
    info: Json = {
        "mint": str(accounts[0]),
        "decimals": data[1],
        "mintAuthority": _key(data, 2),
    }
    if data[34] == 1:
        info["freezeAuthority"] = _key(data, 35)
    if data[0] == 20:
        return "initializeMint2", info
    return "initializeMint", {**info, "rentSysvar": str(accounts[1])}


def _token_initialize_account(accounts: Keys, data: bytes) -> Parsed:
    info: Json = {"account": str(accounts[0]), "mint": str(accounts[1])}
    if data[0] == 1:
        info |= {"owner": str(accounts[2]), "rentSysvar": str(accounts[3])}
        return "initializeAccount", info
    info["owner"] = _key(data, 1)
    if data[0] == 16:
        return "initializeAccount2", {**info, "rentSysvar": str(accounts[2])}
    return "initializeAccount3", info


def _amount_parser(kind: str, names: tuple[str, ...], authority: str) -> "Parser":
    """Build the parser of an instruction with an amount; a ninth byte holds its decimals."""

    def parse(accounts: Keys, data: bytes) -> Parsed:
        info: Json = {name: str(accounts[index]) for index, name in enumerate(names)}
        info |= _signed_by(accounts, len(names), authority)
        amount = _u64(data, 1)
        if kind.endswith("Checked"):
            info["tokenAmount"] = ui_amount(amount, data[9])
        else:
            info["amount"] = str(amount)
        return kind, info

    return parse


def _plain_parser(kind: str, names: tuple[str, ...], authority: str | None) -> "Parser":
    """Build the parser of an instruction that is fully described by its accounts."""

    def parse(accounts: Keys, _data: bytes) -> Parsed:
        info: Json = {name: str(accounts[index]) for index, name in enumerate(names)}
        if authority is not None:
            info |= _signed_by(accounts, len(names), authority)
        return kind, info

    return parse


def _token_set_authority(accounts: Keys, data: bytes) -> Parsed:
    kind = data[1]
    info: Json = {
        "mint" if kind < 2 else "account": str(accounts[0]),
        "authorityType": _AUTHORITY_TYPES[kind],
        "newAuthority": _key(data, 3) if data[2] == 1 else None,
    }
    return "setAuthority", info | _signed_by(accounts, 1, "authority")


def _signed_by(accounts: Keys, index: int, name: str) -> Json:
    """Name the authority, and the signers if it is a multisig."""
    if len(accounts) == index + 1:
        return {name: str(accounts[index])}
    return {
        "multisig" + name[0].upper() + name[1:]: str(accounts[index]),
        "signers": [str(account) for account in accounts[index + 1 :]],
    }


def _u32(data: bytes, offset: int) -> int:
    return int.from_bytes(_take(data, offset, 4), "little")


def _u64(data: bytes, offset: int) -> int:
    return int.from_bytes(_take(data, offset, 8), "little")


def _key(data: bytes, offset: int) -> str:
    return str(Pubkey(_take(data, offset, 32)))


def _seed(data: bytes, offset: int) -> tuple[str, int]:
    length = _u64(data, offset)
    return _take(data, offset + 8, length).decode(), offset + 8 + length


def _take(data: bytes, offset: int, length: int) -> bytes:
    if len(data) < offset + length:
        raise ValueError("instruction data is too short")
    return data[offset : offset + length]


Parser = Callable[[Keys, bytes], Parsed]

_SYSTEM: dict[int, Parser] = {
    0: _create_account,
    1: _assign,
    2: _system_transfer,
    3: _create_account_with_seed,
    4: _advance_nonce,
    6: _initialize_nonce,
    8: _allocate,
}
_TOKEN: dict[int, Parser] = {
    0: _token_initialize_mint,
    1: _token_initialize_account,
    3: _amount_parser("transfer", ("source", "destination"), "authority"),
    4: _amount_parser("approve", ("source", "delegate"), "owner"),
    5: _plain_parser("revoke", ("source",), "owner"),
    6: _token_set_authority,
    7: _amount_parser("mintTo", ("mint", "account"), "mintAuthority"),
    8: _amount_parser("burn", ("account", "mint"), "authority"),
    9: _plain_parser("closeAccount", ("account", "destination"), "owner"),
    10: _plain_parser("freezeAccount", ("account", "mint"), "freezeAuthority"),
    11: _plain_parser("thawAccount", ("account", "mint"), "freezeAuthority"),
    12: _amount_parser("transferChecked", ("source", "mint", "destination"), "authority"),
    13: _amount_parser("approveChecked", ("source", "mint", "delegate"), "owner"),
    14: _amount_parser("mintToChecked", ("mint", "account"), "mintAuthority"),
    15: _amount_parser("burnChecked", ("account", "mint"), "authority"),
    16: _token_initialize_account,
    17: _plain_parser("syncNative", ("account",), None),
    18: _token_initialize_account,
    20: _token_initialize_mint,
    21: _plain_parser("getAccountDataSize", ("mint",), None),
    22: _plain_parser("initializeImmutableOwner", ("account",), None),
}
_PARSERS: dict[Pubkey, tuple[str, Callable[[Keys, bytes], object]]] = {
    MEMO_PROGRAM_ID: ("spl-memo", _parse_memo),
    MEMO_V1_PROGRAM_ID: ("spl-memo", _parse_memo),
    NEWER_MEMO_PROGRAM_ID: ("spl-memo", _parse_memo),
    SYSTEM_PROGRAM: ("system", _parse_system),
    TOKEN_PROGRAM_ID: ("spl-token", _parse_token),
    TOKEN_2022_PROGRAM_ID: ("spl-token-2022", _parse_token),
    ASSOCIATED_TOKEN_PROGRAM_ID: ("spl-associated-token-account", _parse_associated),
}
