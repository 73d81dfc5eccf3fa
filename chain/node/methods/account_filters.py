"""The filters of getProgramAccounts and programSubscribe, read and checked once."""

import base64
import binascii
from dataclasses import dataclass
from typing import Protocol

from solders.account import Account
from solders.pubkey import Pubkey

from chain.node.encoding import base58
from chain.node.encoding.tokens import read_token_account
from chain.node.errors import invalid_params
from chain.node.limits import MEMCMP_BYTES_MAX, PROGRAM_FILTERS_MAX
from chain.node.methods.params import Config

_U64_MAX = 2**64 - 1
_KEY_BYTES = 32


class AccountFilter(Protocol):
    """A condition on an account. Equal filters compare as equal."""

    def accepts(self, account: Account, data: bytes) -> bool:
        """Return whether an account, whose data was read once, fulfills the condition."""


@dataclass(frozen=True, slots=True)
class DataSize:
    """The account has so many bytes."""

    size: int

    def accepts(self, _account: Account, data: bytes) -> bool:
        """Compare the length."""
        return len(data) == self.size


@dataclass(frozen=True, slots=True)
class Memcmp:
    """These bytes are at this place."""

    offset: int
    expected: bytes

    def accepts(self, _account: Account, data: bytes) -> bool:
        """Compare the bytes."""
        return data[self.offset : self.offset + len(self.expected)] == self.expected


@dataclass(frozen=True, slots=True)
class TokenAccountState:
    """The account is an initialized token account."""

    def accepts(self, account: Account, _data: bytes) -> bool:
        """Read the token account."""
        return read_token_account(account) is not None


def read_filters(config: Config) -> tuple[AccountFilter, ...]:
    """Read the option `filters`; raises RpcError where it is malformed."""
    raw = config.get("filters")
    if raw is None:
        return ()
    if not isinstance(raw, list) or len(raw) > PROGRAM_FILTERS_MAX:
        raise invalid_params(f"filters must be a list of at most {PROGRAM_FILTERS_MAX}")
    return tuple(_filter(item) for item in raw)


def key_filters(filters: tuple[AccountFilter, ...]) -> tuple[Pubkey | None, Pubkey | None]:
    """Return the mint and the owner that filters ask for, if the accounts are tokens."""
    keys: list[Pubkey | None] = [None, None]
    for condition in filters:
        if isinstance(condition, Memcmp) and len(condition.expected) == _KEY_BYTES:
            for index, offset in enumerate((0, _KEY_BYTES)):
                if condition.offset == offset:
                    keys[index] = Pubkey(condition.expected)
    return keys[0], keys[1]


def _filter(item: object) -> AccountFilter:
    if item == "tokenAccountState" or (isinstance(item, dict) and "tokenAccountState" in item):
        return TokenAccountState()
    if isinstance(item, dict) and len(item) == 1 and "dataSize" in item:
        return DataSize(Config(item).required_count("dataSize", 0, _U64_MAX))
    if isinstance(item, dict) and len(item) == 1 and isinstance(item.get("memcmp"), dict):
        return _memcmp(Config(item["memcmp"]))
    raise invalid_params("a filter is a dataSize, a memcmp or tokenAccountState")


def _memcmp(options: Config) -> Memcmp:
    offset = options.required_count("offset", 0, _U64_MAX)
    text = options.get("bytes")
    encoding = options.text("encoding", "base58", ("base58", "base64"))
    expected = None
    if isinstance(text, str) and len(text) <= MEMCMP_BYTES_MAX * 2:
        try:
            expected = (
                base58.decode(text)
                if encoding == "base58"
                else base64.b64decode(text, validate=True)
            )
        except (ValueError, binascii.Error):
            raise invalid_params(f"memcmp bytes are not {encoding}") from None
    if expected is None or len(expected) > MEMCMP_BYTES_MAX:
        raise invalid_params(f"memcmp bytes must be text of at most {MEMCMP_BYTES_MAX} bytes")
    return Memcmp(offset, expected)
