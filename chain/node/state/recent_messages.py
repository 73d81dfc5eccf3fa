"""The messages that executed while their blockhash is still valid.

One message can carry different valid signatures (the holder of a key may sign anew with another
random number), so the first signature alone does not show whether it has executed already.
"""

from chain.node.encoding.wire import Decoded


class RecentMessages:
    """Hashes of messages by the slot they executed in, oldest first."""

    def __init__(self) -> None:
        self._slots: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, decoded: Decoded) -> bool:
        return decoded.message_hash in self._slots

    def add(self, decoded: Decoded, slot: int) -> None:
        """Remember a message; slots come in rising order."""
        self._slots[decoded.message_hash] = slot

    def forget_through(self, slot: int) -> None:
        """Drop the messages that executed up to this slot."""
        while self._slots and next(iter(self._slots.values())) <= slot:
            del self._slots[next(iter(self._slots))]

    def forget_after(self, slot: int) -> None:
        """Drop the messages that executed after this slot."""
        while self._slots and next(reversed(self._slots.values())) > slot:
            self._slots.popitem()
