"""Which accounts belong to a program or to a token owner, without scanning all accounts."""

from solders.account import Account
from solders.pubkey import Pubkey

from chain.node.tokens import read_token_account


class AccountIndex:
    """Two sets per account: its owning program and, for token accounts, its holder."""

    def __init__(self) -> None:
        self._by_program: dict[Pubkey, set[Pubkey]] = {}
        self._by_holder: dict[Pubkey, set[Pubkey]] = {}
        self._places: dict[Pubkey, tuple[Pubkey, Pubkey | None]] = {}

    @staticmethod
    def holder(account: Account) -> Pubkey | None:
        """Return the owner of a token account's tokens; None for other accounts."""
        token_account = read_token_account(account)
        return None if token_account is None else token_account.owner

    def update(self, address: Pubkey, account: Account | None) -> None:
        """File an account under its new owners; None removes it."""
        place = None if account is None else (account.owner, self.holder(account))
        former = self._places.get(address)
        if place == former:
            return
        if former is not None:
            self._take_out(self._by_program, former[0], address)
            if former[1] is not None:
                self._take_out(self._by_holder, former[1], address)
            del self._places[address]
        if place is not None:
            self._places[address] = place
            self._by_program.setdefault(place[0], set()).add(address)
            if place[1] is not None:
                self._by_holder.setdefault(place[1], set()).add(address)

    def owned_by(self, program: Pubkey) -> set[Pubkey]:
        """Return the addresses of a program's accounts."""
        return self._by_program.get(program, set())

    def held_by(self, owner: Pubkey) -> set[Pubkey]:
        """Return the addresses of an owner's token accounts."""
        return self._by_holder.get(owner, set())

    @staticmethod
    def _take_out(sets: dict[Pubkey, set[Pubkey]], key: Pubkey, address: Pubkey) -> None:
        members = sets[key]
        members.discard(address)
        if not members:
            del sets[key]
