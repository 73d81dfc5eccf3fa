"""SPL token accounts and mints as bytes, read without judging extensions."""

from dataclasses import dataclass

from solders.account import Account
from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID

TOKEN_PROGRAMS = frozenset((TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID))
TOKEN_ACCOUNT_BYTES = 165
MINT_BYTES = 82
_MULTISIG_BYTES = 355
_EXTENDED_MINT = 1
_EXTENDED_ACCOUNT = 2
_STATES = ("uninitialized", "initialized", "frozen")


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAccount:
    """The holding of one owner in one mint."""

    mint: Pubkey
    owner: Pubkey
    amount: int
    delegate: Pubkey | None
    state: str
    native_reserve: int | None
    delegated_amount: int
    close_authority: Pubkey | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mint:
    """A kind of token."""

    mint_authority: Pubkey | None
    supply: int
    decimals: int
    is_initialized: bool
    freeze_authority: Pubkey | None


def read_token_account(account: Account) -> TokenAccount | None:
    """Read a token account; None for anything else."""
    if account.owner not in TOKEN_PROGRAMS:
        return None
    data = account.data
    if len(data) < TOKEN_ACCOUNT_BYTES or len(data) == _MULTISIG_BYTES:
        return None
    if len(data) > TOKEN_ACCOUNT_BYTES and data[TOKEN_ACCOUNT_BYTES] != _EXTENDED_ACCOUNT:
        return None
    state = data[108]
    if not 1 <= state < len(_STATES):
        return None
    return TokenAccount(
        mint=Pubkey(data[0:32]),
        owner=Pubkey(data[32:64]),
        amount=_u64(data, 64),
        delegate=_optional_key(data, 72),
        state=_STATES[state],
        native_reserve=_u64(data, 113) if data[109] == 1 else None,
        delegated_amount=_u64(data, 121),
        close_authority=_optional_key(data, 129),
    )


def read_mint(account: Account) -> Mint | None:
    """Read a mint; None for anything else."""
    if account.owner not in TOKEN_PROGRAMS:
        return None
    data = account.data
    is_extended = len(data) > TOKEN_ACCOUNT_BYTES and data[TOKEN_ACCOUNT_BYTES] == _EXTENDED_MINT
    if len(data) != MINT_BYTES and not is_extended:
        return None
    return Mint(
        mint_authority=_optional_key(data, 0),
        supply=_u64(data, 36),
        decimals=data[44],
        is_initialized=data[45] == 1,
        freeze_authority=_optional_key(data, 46),
    )


def ui_amount(amount: int, decimals: int) -> dict[str, object]:
    """Render an amount the way clients expect; `uiAmount` is a display float, never money."""
    text = amount_text(amount, decimals)
    return {
        "amount": str(amount),
        "decimals": decimals,
        "uiAmount": float(text),
        "uiAmountString": text,
    }


def amount_text(amount: int, decimals: int) -> str:
    """Render a raw amount as an exact decimal without trailing zeros."""
    if decimals == 0:
        return str(amount)
    whole, fraction = divmod(amount, 10**decimals)
    return f"{whole}.{fraction:0{decimals}d}".rstrip("0").rstrip(".")


def _optional_key(data: bytes, offset: int) -> Pubkey | None:
    if int.from_bytes(data[offset : offset + 4], "little") != 1:
        return None
    return Pubkey(data[offset + 4 : offset + 36])


def _u64(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 8], "little")
