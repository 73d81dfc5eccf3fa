"""Websocket subscriptions: who wants to hear what, and telling them at the right commitment."""

import contextlib
import itertools
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import orjson
from solders.account import Account
from solders.pubkey import Pubkey

from chain.node import base58
from chain.node.account_encoding import AccountFormat, encode_told_account
from chain.node.account_methods import reader_at
from chain.node.answer_budget import AnswerBudget
from chain.node.context import with_context
from chain.node.errors import INVALID_REQUEST, METHOD_NOT_FOUND, RpcError, invalid_params
from chain.node.ledger import Commitment, Ledger
from chain.node.limits import SUBSCRIPTIONS_MAX, SUBSCRIPTIONS_PER_SOCKET_MAX
from chain.node.meta import Json
from chain.node.params import Params, read_address
from chain.node.store import Record

log = logging.getLogger(__name__)

_KINDS = ("account", "logs", "root", "signature", "slot")
_MISSING_ACCOUNT: Json = {
    "lamports": 0,
    "owner": str(Pubkey.default()),
    "executable": False,
    "rentEpoch": 0,
    "space": 0,
    "data": ["", "base64"],
}


class Receiver(Protocol):
    """A socket as the hub sees it."""

    def send(self, text: str) -> None:
        """Queue a message; never blocks."""


@dataclass(slots=True, kw_only=True)
class Subscription:
    """One thing that one socket wants to hear."""

    id: int
    kind: str
    receiver: Receiver
    commitment: Commitment
    form: AccountFormat | None = None
    wants_received: bool = False
    address: Pubkey | None = None
    signature: bytes | None = None
    last_account: Account | None = None


class SubscriptionHub:
    """Listen to the ledger and notify subscribers."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._ids = itertools.count(1)
        self._subscriptions: dict[int, Subscription] = {}
        self._held: dict[Receiver, set[int]] = {}  # the ids of each socket's subscriptions
        self._makers: dict[str, Callable[[Receiver, Params], Subscription]] = {
            "accountSubscribe": self._subscribe_account,
            "logsSubscribe": self._subscribe_logs,
            "rootSubscribe": lambda receiver, _params: self._make("root", receiver),
            "signatureSubscribe": self._subscribe_signature,
            "slotSubscribe": lambda receiver, _params: self._make("slot", receiver),
        }
        self._unsubscribers = {f"{kind}Unsubscribe": kind for kind in _KINDS}
        ledger.listen(self)

    def call(self, receiver: Receiver, method: str, params: Params) -> object:
        """Answer a subscribe or unsubscribe call; raises RpcError."""
        if method in self._unsubscribers:
            subscription_id = params.count(0, "subscription id", 0, 2**63 - 1)
            subscription = self._subscriptions.get(subscription_id)
            if subscription is None or subscription.receiver is not receiver:
                raise invalid_params("Invalid subscription id.")
            self._remove(subscription_id)
            return True
        maker = self._makers.get(method)
        if maker is None:
            raise RpcError(METHOD_NOT_FOUND, "Method not found")
        if len(self._held.get(receiver, ())) >= SUBSCRIPTIONS_PER_SOCKET_MAX:
            raise RpcError(
                INVALID_REQUEST, f"A socket holds at most {SUBSCRIPTIONS_PER_SOCKET_MAX} of these"
            )
        if len(self._subscriptions) >= SUBSCRIPTIONS_MAX:
            raise RpcError(INVALID_REQUEST, "The node holds no more subscriptions")
        subscription = maker(receiver, params)
        self._subscriptions[subscription.id] = subscription
        self._held.setdefault(receiver, set()).add(subscription.id)
        return subscription.id

    def catch_up(self, subscription_id: int) -> None:
        """Tell a new signature subscriber what has already happened."""
        subscription = self._subscriptions.get(subscription_id)
        if subscription is None or subscription.signature is None:
            return
        record = self._ledger.find(subscription.signature)
        if record is not None:
            self._notify_received(subscription, record)
            if record.slot <= self._ledger.slot_at(subscription.commitment):
                self._notify_signature(subscription, record)

    def drop(self, receiver: Receiver) -> None:
        """Forget all subscriptions of a socket that has gone."""
        for subscription_id in self._held.pop(receiver, ()):
            del self._subscriptions[subscription_id]

    def executed(self, record: Record) -> None:
        """Notify subscribers at commitment `processed`."""
        for subscription in list(self._subscriptions.values()):
            with self._isolated(subscription):
                if subscription.signature == record.signature:
                    self._notify_received(subscription, record)
                if subscription.commitment is Commitment.PROCESSED:
                    self._notify_record(subscription, record, record.slot)

    def slot_opened(self, slot: int) -> None:
        """Notify slot subscribers."""
        body = {
            "slot": slot,
            "parent": self._ledger.timeline.parent(slot),
            "root": self._ledger.finalized_slot,
        }
        for subscription in self._of_kind("slot"):
            self._send(subscription, body)

    def commitment_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        """Notify subscribers at commitments `confirmed` and `finalized`."""
        if commitment is Commitment.FINALIZED:
            for subscription in self._of_kind("root"):
                self._send(subscription, to_slot)
        records = self._ledger.records_between(after_slot, to_slot)
        if not records:
            return
        for subscription in list(self._subscriptions.values()):
            if subscription.commitment is commitment:
                with self._isolated(subscription):
                    for record in records:
                        self._notify_record(subscription, record, to_slot)

    @contextlib.contextmanager
    def _isolated(self, subscription: Subscription) -> Iterator[None]:
        """Let an error of one subscription end that one only."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # a panic of the native code is no Exception
            log.exception("subscription_dropped", extra={"kind": subscription.kind})
            if subscription.id in self._subscriptions:
                self._remove(subscription.id)

    def _remove(self, subscription_id: int) -> None:
        receiver = self._subscriptions.pop(subscription_id).receiver
        self._held[receiver].remove(subscription_id)
        if not self._held[receiver]:
            del self._held[receiver]

    def _notify_record(self, subscription: Subscription, record: Record, slot: int) -> None:
        if subscription.id not in self._subscriptions:
            return  # its socket was given up while others were told
        if subscription.kind == "signature" and subscription.signature == record.signature:
            self._notify_signature(subscription, record)
        elif subscription.kind == "logs":
            self._notify_logs(subscription, record)
        elif subscription.kind == "account":
            assert subscription.address is not None
            if bytes(subscription.address) in record.addresses:
                self._notify_account(subscription, slot)

    def _notify_signature(self, subscription: Subscription, record: Record) -> None:
        # A signature is told once; the subscription ends with it.
        if subscription.id in self._subscriptions:
            self._remove(subscription.id)
            self._send(subscription, with_context(record.slot, {"err": record.err}))

    def _notify_received(self, subscription: Subscription, record: Record) -> None:
        if subscription.wants_received:
            self._send(subscription, with_context(record.slot, "receivedSignature"))

    def _notify_logs(self, subscription: Subscription, record: Record) -> None:
        address = subscription.address
        if address is not None and bytes(address) not in record.addresses:
            return
        value = {
            "signature": base58.encode(record.signature),
            "err": record.err,
            "logs": record.meta["logMessages"],
        }
        self._send(subscription, with_context(record.slot, value))

    def _notify_account(self, subscription: Subscription, slot: int) -> None:
        assert subscription.address is not None
        assert subscription.form is not None
        read_account = reader_at(self._ledger, slot)
        account = read_account(subscription.address)
        if account == subscription.last_account:
            return
        subscription.last_account = account
        value = (
            _MISSING_ACCOUNT
            if account is None
            else encode_told_account(account, subscription.form, read_account, AnswerBudget())
        )
        self._send(subscription, with_context(slot, value))

    def _subscribe_account(self, receiver: Receiver, params: Params) -> Subscription:
        address = params.address(0, "address")
        config = params.config(1)
        subscription = self._make("account", receiver, config.commitment())
        subscription.form = AccountFormat.of(config)
        subscription.address = address
        slot = self._ledger.slot_at(subscription.commitment)
        subscription.last_account = self._ledger.bank.read(address, slot)
        return subscription

    def _subscribe_logs(self, receiver: Receiver, params: Params) -> Subscription:
        subscription = self._make("logs", receiver, params.config(1).commitment())
        wanted = params.get(0)
        if wanted in ("all", "allWithVotes"):
            return subscription
        mentions = wanted.get("mentions") if isinstance(wanted, dict) else None
        if not isinstance(mentions, list) or len(mentions) != 1 or not isinstance(mentions[0], str):
            raise invalid_params("logs filter must be `all` or mention exactly one address")
        subscription.address = read_address(mentions[0], "mentions")
        return subscription

    def _subscribe_signature(self, receiver: Receiver, params: Params) -> Subscription:
        signature = params.signature(0)
        config = params.config(1)
        subscription = self._make("signature", receiver, config.commitment())
        subscription.wants_received = config.flag("enableReceivedNotification", False)
        subscription.signature = signature
        return subscription

    def _make(
        self, kind: str, receiver: Receiver, commitment: Commitment = Commitment.CONFIRMED
    ) -> Subscription:
        return Subscription(id=next(self._ids), kind=kind, receiver=receiver, commitment=commitment)

    def _of_kind(self, kind: str) -> list[Subscription]:
        return [item for item in self._subscriptions.values() if item.kind == kind]

    def _send(self, subscription: Subscription, result: object) -> None:
        message = {
            "jsonrpc": "2.0",
            "method": f"{subscription.kind}Notification",
            "params": {"result": result, "subscription": subscription.id},
        }
        subscription.receiver.send(orjson.dumps(message).decode())
