"""Rows of wallets: margin transfers, outcomes of commands, settlement requests, deposits."""

from collections.abc import Mapping

from edge.projector.rows.batch import Batch, Collector, is_of_chain, key_of, origin
from edge.store.tables import MarginTransferRow, UserCommandRow
from engine.core.generated import messages as m
from engine.core.generated.messages import Command, Event
from engine.schema.errors import ErrorCode


def transfer_row(command: Command, event: m.MarginTransferred, index: int) -> MarginTransferRow:
    return MarginTransferRow(
        *key_of(command, event.owner, index),
        account_id=event.account_id,
        is_withdraw=bool(event.is_withdraw),
        margin_e6=event.margin_e6,
        maturity_s=event.maturity_s,
    )


def command_row(command: Command, event: Event) -> UserCommandRow | None:
    """Return the outcome of a wallet's command, None for an event that is no outcome of one."""
    if not is_of_chain(command):
        return None
    row = UserCommandRow(
        owner=command.user,
        seq=command.seq,
        at_s=command.time_s,
        slot=command.slot,
        signature=command.signature,
        name=None,
        nonce=None,
        status="applied",
        code=None,
        detail=0,
    )
    if isinstance(event, m.CommandIgnored):
        row.status, row.code = "ignored", event.reason
        return row if event.has_magic else None
    if isinstance(event, m.CommandRejected):
        row.status, row.code = "rejected", ErrorCode(event.code).name
        row.detail = event.detail
    elif not isinstance(event, m.CommandApplied):
        return None
    row.name, row.nonce = command.WIRE, command.nonce
    return row


def _on_transfer(batch: Batch, command: Command, event: m.MarginTransferred, index: int) -> None:
    batch.add(transfer_row(command, event, index))
    way = "margin_out" if event.is_withdraw else "margin_in"
    batch.book(event.owner, command.seq, **{way: event.margin_e6})


def _on_outcome(batch: Batch, command: Command, event: Event, _index: int) -> None:
    row = command_row(command, event)
    if row is not None:
        batch.add(row)


def _then(name: str, *fields: str) -> Collector:
    def collect(batch: Batch, _command: Command, event: Event, _index: int) -> None:
        values = tuple(getattr(event, field) for field in ("owner", *fields))
        batch.statements.append((f"projection.{name}", values))

    return collect


def _on_quarantine(
    batch: Batch, command: Command, event: m.DepositQuarantined, _index: int
) -> None:
    slot, signature = origin(command)
    values = (event.owner, event.deposit_id, event.amount_e6, event.mint)
    batch.statements.append(("projection.add_deposit", (*values, signature, slot, event.reason)))


# The state of a request is kept by the statements in their order.
_REQUEST = ("request_id", "kind", "mint", "amount_e6", "tip_e6", "maturity_s")
COLLECTORS: Mapping[type, Collector] = {
    m.MarginTransferred: _on_transfer,
    m.CommandApplied: _on_outcome,
    m.CommandRejected: _on_outcome,
    m.CommandIgnored: _on_outcome,
    m.SettlementRequestCreated: _then("add_request", *_REQUEST),
    m.SettlementProcessed: _then(
        "process_request", "request_id", "processor", "amount_e6", "tip_e6"
    ),
    m.PayoutAuthorised: _then("authorise_request", "request_id", "payout_signature"),
    m.PayoutExpired: _then("expire_request", "request_id"),
    m.SettlementPaid: _then("pay_request", "request_id", "payout_signature"),
    m.DepositQuarantined: _on_quarantine,
    m.DepositClaimed: _then("claim_deposit", "deposit_id"),
}

NOT_PROJECTED: frozenset[type] = frozenset(
    {
        m.MarginAccountCreated,
        m.MarginAccountClosed,
        m.DelegateSet,
        m.RiskSet,
        m.StakeAccountCreated,
        m.Staked,
        m.Unstaked,
        m.UnstakeRequested,
        m.StakeWithdrawn,  # a settlement request follows it
        m.VestingSet,
    }
)
