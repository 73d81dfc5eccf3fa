"""What the simulation knows of money by itself, and what must hold at every step.

The chain's ledger is the truth. From it follow claims, commands and payouts; nothing here asks the
product's follower, settler or reconciler what they believe.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN, ChainFacts
from chain.commands.memo import MAGIC
from chain.custody.custody import KeyCustody, PayoutOrder
from chain.custody.payout import RequestKey, SignedPayout, key_of
from chain.follower.follower import Follower
from chain.node.encoding import base58
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AuthorisePayout,
    SettlementProcessed,
    SettlementRequestCreated,
    decode,
)
from engine.schema.enums import RequestState
from engine.sequencer import Applied, Sequencer
from tests.simulation.custody.chain import Chain, Landed
from tests.simulation.custody.users import MISSPELLED

MINTS = (MINT_COLLATERAL, MINT_TOKEN)


@dataclass(frozen=True, slots=True)
class Paid:
    """A payout that was signed."""

    key: RequestKey
    amount_e6: int
    mint: int


class WatchedCustody:
    """A custody whose signatures the books hear of."""

    def __init__(self, custody: KeyCustody, on_signed: Callable[[PayoutOrder, SignedPayout], None]):
        self._custody = custody
        self._on_signed = on_signed
        self.facts, self.fee_payer = custody.facts, custody.fee_payer
        self.guard_bases = custody.guard_bases
        self.remaining_allowance_e6 = custody.remaining_allowance_e6

    def sign(self, order: PayoutOrder) -> SignedPayout:
        payout = self._custody.sign(order)
        self._on_signed(order, payout)
        return payout


@dataclass
class Books:
    """The books of one world; `found` hears of the first wrong."""

    chain: Chain
    facts: ChainFacts
    found: Callable[[str], None]
    signed: dict[bytes, Paid] = field(default_factory=dict)  # by signature
    authorised: set[bytes] = field(default_factory=set)  # signatures that are durable
    cause_slot: dict[RequestKey, int] = field(default_factory=dict)
    checks: int = 0

    def __post_init__(self) -> None:
        self.chain.vaults = tuple(map(self.vault, MINTS))
        self.chain.on_landed = self.on_landed

    def vault(self, mint: int) -> bytes:
        """Return the vault's account of a mint."""
        is_collateral = mint == MINT_COLLATERAL
        return self.facts.collateral_vault if is_collateral else self.facts.token_vault

    # while the world runs

    def on_applied(self, applied: Applied) -> None:
        """Take a durable command of whatever writer."""
        command: Any = applied.command
        if isinstance(command, AuthorisePayout) and applied.rejection is None:
            self.authorised.add(command.payout_signature)
        for event in applied.events:
            if isinstance(event, SettlementRequestCreated | SettlementProcessed):
                self.cause_slot[event.owner, event.request_id] = getattr(command, "slot", 0)

    def on_start(self, exchange: Exchange) -> None:
        """Take a replayed command, which may be durable although no client got an answer."""
        for request in exchange.open_settlement_requests():
            if request.payout_signature is not None:
                self.authorised.add(request.payout_signature)

    def on_signed(self, order: PayoutOrder, payout: SignedPayout) -> None:
        """Check that what a payout rests on is final."""
        request = order.request
        key = key_of(request)
        self.signed[payout.signature] = Paid(key, request.amount_e6, request.mint)
        slot, finalized = self.cause_slot.get(key, 0), self.chain.ledger.finalized_slot
        if slot > finalized:
            self.found(f"a payout of request {key[1]} of slot {slot} is signed at {finalized}")

    def on_landed(self, landed: Landed) -> None:
        """Check that a payout was durable before it was sent, and is the only one."""
        if all(delta >= 0 for delta in landed.vault.values()):
            return
        paid = self.signed.get(landed.signature)
        if paid is None:
            self.found(f"an unknown transaction moved {landed.vault} of the vault")
            return
        if landed.signature not in self.authorised:
            self.found(f"the payout of request {paid.key[1]} landed before it was in the journal")
        if landed.vault != {self.vault(paid.mint): -paid.amount_e6}:
            self.found(f"the payout of request {paid.key[1]} moved {landed.vault}")
        others = [row for row in self.payouts() if self.signed[row.signature].key == paid.key]
        if len(others) > 1:
            self.found(f"request {paid.key[1]} was paid {len(others)} times")

    def payouts(self) -> Iterable[Landed]:
        """Return the transactions that moved tokens out of the vault."""
        return (row for row in self.chain.landed if any(d < 0 for d in row.vault.values()))

    def check_claims(self, sequencer: Sequencer, follower: Follower) -> None:
        """Compare vault and claims at the followed slot, unless the follower is between blocks."""
        exchange, followed = sequencer.exchange, follower.followed_slot
        last = follower._marks.last
        if sequencer.failed.done() or exchange.chain_cursor[0] > followed or last is None:
            return
        if last.slot > self.chain.ledger.confirmed_slot or not self._is_on_chain(last):
            return  # it follows a fork that the chain has abandoned, and will learn of it
        self.checks += 1
        self._check_sums(exchange)
        settled = self._settled(exchange)
        for mint in MINTS:
            vault = self.vault(mint)
            deposits_e6 = sum(
                max(0, row.vault.get(vault, 0)) for row in self.chain.landed if row.slot <= followed
            )
            paid_e6 = sum(paid.amount_e6 for paid in settled.values() if paid.mint == mint)
            claims_e6 = _claims_e6(exchange, mint)
            if claims_e6 != deposits_e6 - paid_e6:
                self.found(
                    f"mint {mint} at slot {followed}: claims {claims_e6}, deposits {deposits_e6},"
                    f" paid {paid_e6}"
                )
        final = {row.signature for row in self.payouts() if self._is_final(row)}
        for signature in settled.keys() - final:
            self.found(f"a payout is recorded that is not final: {settled[signature]}")

    def _is_on_chain(self, mark: Any) -> bool:
        return base58.encode(self.chain.blockhash(mark.slot)) == mark.blockhash

    def _is_final(self, row: Landed) -> bool:
        return not row.is_failed and row.slot <= self.chain.ledger.finalized_slot

    def _settled(self, exchange: Exchange) -> dict[bytes, Paid]:
        """Return the signed payouts that the engine has recorded, by their signature."""
        settled = {}
        for paid in self.signed.values():
            request = exchange.settlement_request(*paid.key)
            if request is not None and request.state == RequestState.SETTLED:
                settled[request.payout_signature or b""] = paid
        return settled

    def _check_sums(self, exchange: Exchange) -> None:
        view = exchange.exchange_view(exchange.now_s)
        parts_e6 = (
            view.margin_e6, view.lp_balance_e6, view.reserve_e6, view.protocol_fees_e6,
            view.unsettled_e6, view.quarantined_e6,
        )  # fmt: skip
        if sum(parts_e6) != view.balance_e6:
            self.found(f"claims {parts_e6} are not the balance {view.balance_e6}")
        Exchange.restore(exchange.snapshot())  # checks every link, list and sum of the state

    # at the end

    def check_end(self, exchange: Exchange, records: list[bytes]) -> None:
        """Compare journal and chain, which both have come to rest."""
        for mint in MINTS:
            vault_e6, claims_e6 = self.chain.vault_e6(self.vault(mint)), _claims_e6(exchange, mint)
            if vault_e6 != claims_e6:
                self.found(f"mint {mint}: the vault has {vault_e6}, claims are {claims_e6}")
        open_requests = [
            row for row in exchange.open_settlement_requests() if row.maturity_s <= exchange.now_s
        ]
        if open_requests:
            self.found(f"not paid: {open_requests}")
        self._check_commands(records)

    def _check_commands(self, records: list[bytes]) -> None:
        """Every transaction for the exchange that landed is in the journal once, in order."""
        found = [
            command.signature
            for command in map(decode, records)
            if getattr(command, "signature", b"") and hasattr(command, "transaction_index")
        ]
        rows = sorted(self.chain.landed, key=lambda row: (row.slot, row.position))
        landed = [row.signature for row in rows for _ in range(_commands(row))]
        if found != landed:
            lost, more = Counter(landed) - Counter(found), Counter(found) - Counter(landed)
            self.found(
                f"{len(found)} commands in the journal, {len(landed)} on the chain: lost"
                f" {_short(lost)}, void or doubled {_short(more)}"
            )


def _commands(row: Landed) -> int:
    """Return the number of commands of a transaction: an ignored memo and its tokens are two."""
    has_tokens = not row.is_failed and any(delta > 0 for delta in row.vault.values())
    if MAGIC.encode() not in row.wire:
        return int(has_tokens)
    return 1 + (has_tokens and MISSPELLED.encode() in row.wire)


def _claims_e6(exchange: Exchange, mint: int) -> int:
    view = exchange.exchange_view(exchange.now_s)
    return view.balance_e6 if mint == MINT_COLLATERAL else view.token_balance_e6


def _short(signatures: Iterable[bytes]) -> list[str]:
    return [signature.hex()[:8] for signature in signatures]
