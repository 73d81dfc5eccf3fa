"""Index of accounts by program, mint and token owner."""

from collections.abc import KeysView
from typing import NamedTuple

from solders.account import Account
from solders.pubkey import Pubkey

from chain.node.encoding.tokens import TOKEN_PROGRAMS, read_token_account


class _Place(NamedTuple):
    program: Pubkey
    mint: Pubkey | None  # what the bytes of a token account say, whatever its state
    owner: Pubkey | None
    holder: Pubkey | None  # the owner of an initialized token account
    size: int


class AccountIndex:
    """Sets of accounts by owning program and, for token accounts, by mint and owner."""

    def __init__(self) -> None:
        self._sets: dict[tuple[str, Pubkey], set[Pubkey]] = {}
        self._places: dict[Pubkey, _Place] = {}

    @staticmethod
    def holder(account: Account) -> Pubkey | None:
        """Return the owner of a token account's tokens; None for other accounts."""
        token_account = read_token_account(account)
        return None if token_account is None else token_account.owner

    def update(self, address: Pubkey, account: Account | None) -> None:
        """File an account under its new owners; None removes it."""
        former = self._places.get(address)
        if account is not None and former is not None and _is_plain_at(account, former):
            return
        place = None if account is None else _place(account)
        if place == former:
            return
        if former is not None:
            for key in _keys(former):
                members = self._sets[key]
                members.discard(address)
                if not members:
                    del self._sets[key]
            del self._places[address]
        if place is not None:
            self._places[address] = place
            for key in _keys(place):
                self._sets.setdefault(key, set()).add(address)

    def size(self, address: Pubkey) -> int:
        """Return the data size of an account in bytes."""
        place = self._places.get(address)
        return 0 if place is None else place.size

    def addresses(self) -> KeysView[Pubkey]:
        """Return the addresses of all accounts."""
        return self._places.keys()

    def owned_by(
        self, program: Pubkey, mint: Pubkey | None = None, owner: Pubkey | None = None
    ) -> set[Pubkey]:
        """Return a program's accounts; of a token program, those of a mint or owner if given."""
        if program in TOKEN_PROGRAMS and (mint is not None or owner is not None):
            narrowed = [
                self._sets.get((kind, key), set())
                for kind, key in (("mint", mint), ("owner", owner))
                if key is not None
            ]
            return min(narrowed, key=len)
        return self._sets.get(("program", program), set())

    def held_by(self, owner: Pubkey) -> set[Pubkey]:
        """Return the addresses of an owner's token accounts."""
        return self._sets.get(("holder", owner), set())


def _is_plain_at(account: Account, place: _Place) -> bool:
    """Return whether an account of no token program is filed where it was."""
    owner = account.owner
    return (
        owner == place.program and owner not in TOKEN_PROGRAMS and len(account.data) == place.size
    )


def _place(account: Account) -> _Place:
    data = account.data
    is_token = account.owner in TOKEN_PROGRAMS and len(data) >= 64
    return _Place(
        program=account.owner,
        mint=Pubkey(data[:32]) if is_token else None,
        owner=Pubkey(data[32:64]) if is_token else None,
        holder=AccountIndex.holder(account),
        size=len(data),
    )


def _keys(place: _Place) -> list[tuple[str, Pubkey]]:
    keys = [
        ("program", place.program),
        ("mint", place.mint),
        ("owner", place.owner),
        ("holder", place.holder),
    ]
    return [(kind, key) for kind, key in keys if key is not None]
