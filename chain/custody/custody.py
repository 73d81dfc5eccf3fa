"""`Custody`: who signs payouts. There is no other call that signs anything.

`KeyCustody` holds the vault authority itself in a file: for a local chain. With `DelegateCustody`
the vault authority is an SPL Token multisig of cold keys, and the key at hand is only the delegate
of the vault's token accounts: the Token program lets it move as much as the multisig has approved.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from solders.keypair import Keypair

from chain.client.facts import ChainFacts
from chain.client.instructions import signed
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.custody.guard import Guard, GuardState
from chain.custody.payout import SignedPayout, payout_instructions
from chain.custody.vault import vault_account
from engine.core.views import SettlementRequestView

CUSTODY_DELEGATE: Final = "delegate"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutOrder:
    """A payout and its blockhash."""

    request: SettlementRequestView
    tip_e6: int  # to the processor; everything else to the owner
    guard_state: GuardState
    blockhash: str
    last_valid_block_height: int


class Custody(Protocol):
    """Moves tokens of the vault to those whom the engine owes them."""

    @property
    def facts(self) -> ChainFacts:
        """The vault and its mints."""

    @property
    def fee_payer(self) -> Keypair:
        """The key that pays fees and lends the rent of guards; it never moves tokens."""

    @property
    def guard_bases(self) -> tuple[bytes, ...]:
        """Keys under which guards of payouts were ever made, the present one first."""

    async def remaining_allowance_e6(self, rpc: Rpc, mint: int) -> int | None:
        """Return the remaining allowance (finalized) at this endpoint; None without a limit."""

    def sign(self, order: PayoutOrder) -> SignedPayout:
        """Sign the guard and the exact transfers of one payout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyCustody:
    """The vault authority's key, in a file of mode 0600."""

    facts: ChainFacts
    key: Keypair
    fee_payer: Keypair

    def __post_init__(self) -> None:
        assert address_of(self.key) == self.facts.vault_authority

    @property
    def guard_bases(self) -> tuple[bytes, ...]:
        """The authority itself, which the engine keeps from its first command on."""
        return (self.facts.vault_authority,)

    async def remaining_allowance_e6(self, _rpc: Rpc, _mint: int) -> int | None:
        """The vault of a key file: the key alone moves its tokens."""
        return None

    def sign(self, order: PayoutOrder) -> SignedPayout:
        """Sign as the owner of the vault's accounts."""
        return _sign(order, self.facts, self.key, self.fee_payer)


@dataclass(frozen=True, slots=True, kw_only=True)
class DelegateCustody:
    """A hot key with an allowance from the multisig; `former` keys never sign again."""

    facts: ChainFacts
    hot_key: Keypair
    fee_payer: Keypair
    former: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        assert address_of(self.hot_key) != self.facts.vault_authority
        assert address_of(self.hot_key) not in self.former

    @property
    def guard_bases(self) -> tuple[bytes, ...]:
        """A guard's base signs, which a multisig cannot: the hot key, and those before it."""
        return (address_of(self.hot_key), *self.former)

    async def remaining_allowance_e6(self, rpc: Rpc, mint: int) -> int | None:
        """Return the remaining finalized allowance; 0 if another key holds it.

        A key with an allowance is the only delegate, so no payout that a former key signed can
        land any more.
        """
        account = await vault_account(rpc, self.facts, mint, "finalized")
        return 0 if account is None else account.allowance_of_e6(address_of(self.hot_key))

    def sign(self, order: PayoutOrder) -> SignedPayout:
        """Sign as the delegate of the vault's accounts."""
        return _sign(order, self.facts, self.hot_key, self.fee_payer)


def _sign(order: PayoutOrder, facts: ChainFacts, key: Keypair, fee_payer: Keypair) -> SignedPayout:
    """Sign with the fee payer and the key, which never pays a fee."""
    assert address_of(fee_payer) != address_of(key)
    request = order.request
    guard = Guard.of_request(address_of(key), request.owner, request.request_id)
    claim = guard.claim(address_of(fee_payer), order.guard_state)
    instructions = payout_instructions(
        request, facts, (address_of(fee_payer), address_of(key)), claim, order.tip_e6
    )
    return SignedPayout(
        signed(instructions, [fee_payer, key], order.blockhash), order.last_valid_block_height
    )
