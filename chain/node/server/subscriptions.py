"""Websocket subscriptions: notifications, each made once, at the commitment that was asked for.

What a notification costs is charged to a client that listens, slot by slot; a client that asks for
more than one client may have is disconnected. An error while one is made ends its feed only.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial

import orjson
from solders.account import Account
from solders.pubkey import Pubkey

from chain.node.encoding import base58
from chain.node.encoding.accounts import ReadAccount, encode_notified_account
from chain.node.encoding.meta import Json
from chain.node.errors import RpcError
from chain.node.limits import (
    LATE_NOTICE_MS_MIN,
    NOTICE_BYTES_MIN,
    NOTICE_BYTES_PER_SLOT_MAX,
    NOTICE_READ_BYTES_PER_SLOT_MAX,
    PROGRAM_NOTICE_BYTES_MAX,
    SUBSCRIPTIONS_MAX,
)
from chain.node.methods.accounts import reader_at
from chain.node.methods.answer_budget import AnswerBudget
from chain.node.methods.context import with_context
from chain.node.methods.params import Params
from chain.node.server.feeds import Feed, Feeds, Receiver
from chain.node.server.topics import UNSUBSCRIBERS, Topic, read_topic
from chain.node.state.ledger import Commitment, Ledger
from chain.node.state.store import Record

log = logging.getLogger(__name__)

_FILTER_BYTES = 256  # what looking at an account for a program's feed counts as
_MISSING_ACCOUNT: Json = {
    "lamports": 0,
    "owner": str(Pubkey.default()),
    "executable": False,
    "rentEpoch": 0,
    "space": 0,
    "data": ["", "base64"],
}
_Encode = Callable[[AnswerBudget], object]  # makes a result; None for no notification


class SubscriptionHub:
    """Listen to the ledger and notify subscribers."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.feeds = Feeds()
        # New subscriptions of executed signatures, and when they came: notified with a later slot,
        # because clients lose a notification that comes right after the id.
        self._late: dict[tuple[int, Receiver], tuple[Feed, int]] = {}
        self._budgets: dict[str, AnswerBudget] = {}  # of each client, in the open slot
        ledger.listen(self)

    def call(self, receiver: Receiver, method: str, params: Params) -> object:
        """Answer a subscribe or unsubscribe call; raises RpcError."""
        if method in UNSUBSCRIBERS:
            feed_id = params.count(0, "subscription id", 0, 2**63 - 1)
            self.feeds.unsubscribe(feed_id, receiver)
            return True
        topic = read_topic(method, params)
        feed = self.feeds.join(topic, receiver)
        has_room = len(self._late) < SUBSCRIPTIONS_MAX
        if topic.signature is not None and has_room and self._ledger.find(topic.signature):
            self._late[feed.id, receiver] = feed, self._ledger.now_ms()
        return feed.id

    def drop(self, receiver: Receiver) -> None:
        """Forget all subscriptions of a socket that has gone."""
        self.feeds.drop(receiver)

    def executed(self, record: Record) -> None:
        """Notify subscribers at commitment `processed`."""
        if not self.feeds:
            return
        for feed in self.feeds.at("signature", record.signature):
            if feed.topic.wants_received:
                self._notify(feed, with_context(record.slot, "receivedSignature"))
        self._notify_records(Commitment.PROCESSED, [record], record.slot)

    def slot_opened(self, slot: int) -> None:
        """Notify slot subscribers, and those of signatures that had executed when they came."""
        self._budgets.clear()
        parent = self._ledger.timeline.parent(slot)
        body = {"slot": slot, "parent": parent, "root": self._ledger.finalized_slot}
        for feed in self.feeds.at("slot"):
            self._notify(feed, body)
        if self.feeds.has("slotsUpdates", Commitment.CONFIRMED):
            self._notify_update("frozen", parent, stats=_stats(self._ledger.block(parent)))
            self._notify_update("createdBank", slot, parent=parent)
        now_ms = self._ledger.now_ms()
        for (feed_id, receiver), (feed, came_ms) in list(self._late.items()):
            if now_ms - came_ms >= LATE_NOTICE_MS_MIN:
                del self._late[feed_id, receiver]
                self._notify_late(feed, receiver)

    def commitment_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        """Notify subscribers at commitments `confirmed` and `finalized`."""
        is_final = commitment is Commitment.FINALIZED
        if is_final:
            for feed in self.feeds.at("root"):
                self._notify(feed, to_slot)
        self._notify_update("root" if is_final else "optimisticConfirmation", to_slot)
        records = self._ledger.records_between(after_slot, to_slot)
        self._notify_records(commitment, records, to_slot)

    def _notify_update(self, kind: str, slot: int, **more: object) -> None:
        for feed in self.feeds.at("slotsUpdates"):
            timestamp = self._ledger.now_ms()
            self._notify(feed, {"type": kind, "slot": slot, "timestamp": timestamp, **more})

    def _notify_late(self, feed: Feed, receiver: Receiver) -> None:
        """Notify a new subscriber of what had happened to a signature before it subscribed."""
        topic = feed.topic
        assert topic.signature is not None
        record = self._ledger.find(topic.signature)
        if record is None or receiver not in feed.receivers:
            return
        if topic.wants_received:
            self._notify(feed, with_context(record.slot, "receivedSignature"), [receiver])
        if record.slot <= self._ledger.slot_at(topic.commitment):
            self._notify(feed, with_context(record.slot, {"err": record.err}), [receiver])
            if receiver in feed.receivers:
                self.feeds.leave(feed, receiver)

    def _notify_records(self, commitment: Commitment, records: Sequence[Record], slot: int) -> None:
        if not self.feeds:
            return
        for record in records:
            self._notify_outcome(commitment, record)
        written = dict.fromkeys(address for record in records for address in record.written)
        has_programs = self.feeds.has("program", commitment)
        for address in written:
            feeds = self.feeds.at("account", commitment, address)
            if feeds or has_programs:
                self._notify_account(Pubkey(address), commitment, slot, feeds)

    def _notify_outcome(self, commitment: Commitment, record: Record) -> None:
        for feed in self.feeds.at("signature", record.signature):
            if feed.topic.commitment is commitment:
                self._notify(feed, with_context(record.slot, {"err": record.err}))
                self.feeds.end(feed)  # a signature has one notification
        if self.feeds.has("logs", commitment):
            for mentioned in (None, *dict.fromkeys(record.addresses)):
                for feed in self.feeds.at("logs", commitment, mentioned):
                    self._notify_made(feed, partial(_logs, record))

    def _notify_account(
        self, address: Pubkey, commitment: Commitment, slot: int, feeds: Sequence[Feed]
    ) -> None:
        read_account = reader_at(self._ledger, slot)
        account = read_account(address)
        for feed in feeds:
            self._notify_made(feed, partial(_account, feed.topic, account, (read_account, slot)))
        feeds = (
            [] if account is None else self.feeds.at("program", commitment, bytes(account.owner))
        )
        if account is None or not feeds:
            return
        data = account.data
        if len(data) > PROGRAM_NOTICE_BYTES_MAX:
            return  # large accounts of strangers must not use up the budget of the listeners
        for feed in feeds:
            keyed = (address, account, data)
            self._notify_made(feed, partial(_keyed, feed.topic, keyed, (read_account, slot)))

    def _notify_made(self, feed: Feed, encode: _Encode) -> None:
        """Make a notification on account of a client that listens and has something left."""
        for client in dict.fromkeys(receiver.client for receiver in feed.receivers):
            budget = self._budgets.get(client)
            if budget is None:
                budget = AnswerBudget(NOTICE_BYTES_PER_SLOT_MAX, NOTICE_READ_BYTES_PER_SLOT_MAX)
                self._budgets[client] = budget
            if budget.is_spent:
                continue
            try:
                result = encode(budget)
            except RpcError:
                continue  # that was more than the client has left
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # a panic of the native code is no Exception
                self._give_up(feed, error)
                return
            if result is not None:
                self._notify(feed, result)
            return
        for receiver in list(feed.receivers):
            log.warning("subscriber_cut", extra={"client": receiver.client})
            receiver.cut()

    def _notify(self, feed: Feed, result: object, only: Sequence[Receiver] | None = None) -> None:
        message = {
            "jsonrpc": "2.0",
            "method": f"{feed.topic.kind}Notification",
            "params": {"result": result, "subscription": feed.id},
        }
        try:
            text = orjson.dumps(message).decode()
        except (TypeError, ValueError) as error:
            self._give_up(feed, error)
            return
        for receiver in only or list(feed.receivers):
            if receiver in feed.receivers:  # not given up while others were notified
                receiver.send(text)

    def _give_up(self, feed: Feed, error: BaseException) -> None:
        log.error("subscription_dropped", extra={"kind": feed.topic.kind}, exc_info=error)
        self.feeds.end(feed)


def _logs(record: Record, budget: AnswerBudget) -> Json:
    meta = record.meta
    lines = meta["logMessages"]
    assert isinstance(lines, list)
    budget.write(NOTICE_BYTES_MIN + sum(map(len, lines)))
    value = {"signature": base58.encode(record.signature), "err": meta["err"], "logs": lines}
    return with_context(record.slot, value)


def _account(
    topic: Topic, account: Account | None, at: tuple[ReadAccount, int], budget: AnswerBudget
) -> Json:
    assert topic.form is not None
    budget.write(NOTICE_BYTES_MIN)
    read_account, slot = at
    if account is None:
        return with_context(slot, _MISSING_ACCOUNT)
    return with_context(slot, encode_notified_account(account, topic.form, read_account, budget))


def _keyed(
    topic: Topic,
    keyed: tuple[Pubkey, Account, bytes],
    at: tuple[ReadAccount, int],
    budget: AnswerBudget,
) -> Json | None:
    assert topic.form is not None
    address, account, data = keyed
    read_account, slot = at
    budget.read(_FILTER_BYTES)
    if not all(condition.accepts(account, data) for condition in topic.filters):
        return None
    budget.write(NOTICE_BYTES_MIN)
    encoded = encode_notified_account(account, topic.form, read_account, budget)
    return with_context(slot, {"pubkey": str(address), "account": encoded})


def _stats(records: Sequence[Record]) -> Json:
    failed = sum(record.err is not None for record in records)
    return {
        "numTransactionEntries": min(1, len(records)),
        "numSuccessfulTransactions": len(records) - failed,
        "numFailedTransactions": failed,
        "maxTransactionsPerEntry": len(records),
    }
