"""Idempotency keys that outlive a restart: taken before their first attempt journals anything."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

from edge.http.errors import ApiError
from edge.http.limits import IDEMPOTENCY_S
from edge.http.middleware.idempotency import Answer, Claim, Key
from edge.store.coordination import Coordination
from edge.store.pool import DATABASE_ERRORS, Store

log = logging.getLogger("acre.edge")


@dataclass(frozen=True, slots=True)
class IdempotencyKeys:
    """Keys and their answers in the database, for 24 hours."""

    store: Store
    wall_s: Callable[[], float]
    sequence: Callable[[], int]
    coordination: Coordination | None = None  # with other processes of the web, if there are any

    async def take(self, key: Key, fingerprint: bytes) -> Claim | Answer:
        """Take a key for a body, or return the answer it has; raise IDEMPOTENCY_MISMATCH."""
        key_hash, now_s, after_seq = _key_hash(key), int(self.wall_s()), self.sequence()
        if self.coordination is not None:
            await self.coordination.hold_key(key_hash)
        values = (key_hash, now_s, fingerprint, after_seq, now_s - IDEMPOTENCY_S)
        if await self.store.row("session.take_idempotency_key", *values) is not None:
            return Claim(_seed(key_hash, now_s), after_seq, is_repeat=False)
        row = await self.store.row("session.idempotency_key", key_hash)
        if row is None:  # swept this very moment: free from now on
            raise ApiError("MAINTENANCE")
        if row["fingerprint"] != fingerprint:
            raise ApiError("IDEMPOTENCY_MISMATCH")
        if row["status"] is None:
            return Claim(_seed(key_hash, row["made_at_s"]), row["after_seq"], is_repeat=True)
        return Answer(row["status"], row["body"], row["content_type"], row["cache_control"])

    async def end(self, key: Key) -> None:
        """The attempt is over: another process may take the key now."""
        if self.coordination is not None:
            await self.coordination.let_key_go(_key_hash(key))

    async def add(self, key: Key, answer: Answer) -> None:
        """Keep an answer; a database that fails now must not take it from the caller."""
        values = (answer.status, answer.body, answer.content_type, answer.cache_control)
        await self._write("session.add_idempotent_answer", _key_hash(key), *values)

    async def give_back(self, key: Key) -> None:
        """Free a key whose first attempt was refused; while it is taken its body is fixed."""
        await self._write("session.give_back_idempotency_key", _key_hash(key))

    async def _write(self, name: str, *values: object) -> None:
        try:
            await self.store.rows(name, *values)
        except DATABASE_ERRORS as error:
            log.warning("idempotency_key_not_written", extra={"error": repr(error)})


def _key_hash(key: Key) -> bytes:
    return hashlib.blake2b(repr(key).encode(), digest_size=32).digest()


def _seed(key_hash: bytes, made_at_s: int) -> bytes:
    return key_hash + made_at_s.to_bytes(8)
