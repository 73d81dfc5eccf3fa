"""The window of blockhashes that a transaction may name."""

from collections import deque

from chain.node.limits import BLOCKHASH_AGE_MAX, SLOT_HASHES_MAX
from chain.node.state.hashing import blockhash, durable_nonce
from chain.node.state.timeline import Timeline


class Blockhashes:
    """The newest closed blocks: 512 for programs, of which 151 are valid in transactions."""

    def __init__(self, genesis_hash: bytes, timeline: Timeline, newest_slot: int) -> None:
        self._genesis_hash = genesis_hash
        self._timeline = timeline
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=SLOT_HASHES_MAX)
        self._valid: dict[bytes, int] = {}
        self._nonce = b"", b""
        slots: list[int] = []
        slot = newest_slot
        while len(slots) < SLOT_HASHES_MAX:
            slots.append(slot)
            if slot == 0:
                break
            slot = timeline.parent(slot)
        for slot in reversed(slots):
            self.add(slot)

    def add(self, slot: int) -> None:
        """Append the block of a slot; the oldest leaves the window."""
        value = self.of(slot)
        self._recent.append((slot, value))
        self._valid[value] = slot
        if len(self._valid) > BLOCKHASH_AGE_MAX + 1:
            del self._valid[next(iter(self._valid))]

    def of(self, slot: int) -> bytes:
        return blockhash(self._genesis_hash, slot, self._timeline.fork_at(slot))

    def slot_of(self, value: bytes) -> int | None:
        """Return the slot of a blockhash that is still valid."""
        return self._valid.get(value)

    @property
    def oldest_valid_slot(self) -> int:
        """The slot of the oldest blockhash that is still valid."""
        return next(iter(self._valid.values()))

    @property
    def next_nonce(self) -> bytes:
        """The value of a durable nonce that is advanced now."""
        if self._nonce[0] != self.newest:
            self._nonce = self.newest, durable_nonce(self.newest)
        return self._nonce[1]

    @property
    def newest(self) -> bytes:
        """The hash of the last closed block."""
        return self._recent[-1][1]

    def slot_hashes(self) -> list[tuple[int, bytes]]:
        """Return the recent blocks, newest first."""
        return list(reversed(self._recent))
