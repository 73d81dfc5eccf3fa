"""Slots, their heights and times, by arithmetic over a few stored facts.

Every slot has a block unless it is inside a skipped range, so idle slots store nothing.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from chain.node.limits import FORKS_MAX, SKIP_RANGES_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """The wall time of one slot; later slots follow at the given pace until the next anchor."""

    slot: int
    unix_ms: int
    slot_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRange:
    """Slots without a block, both ends included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """A fork: blocks from this slot on have the fork's number."""

    first: int
    number: int


class Timeline:
    """Answer questions about slots that lie in the past or present."""

    def __init__(
        self, anchors: list[Anchor], skips: list[SkippedRange], forks: Sequence[Fork] = ()
    ) -> None:
        self._anchors = sorted(anchors, key=lambda anchor: anchor.slot)
        self._forks = sorted(forks, key=lambda fork: fork.first)
        self._skips = sorted(skips, key=lambda skip: skip.first)
        self._skipped_through = [0]
        for skip in self._skips:
            self._skipped_through.append(self._skipped_through[-1] + skip.last - skip.first + 1)

    def add_anchor(self, anchor: Anchor) -> None:
        """Fix the pace from this slot on."""
        assert not self._anchors or anchor.slot >= self._anchors[-1].slot
        if self._anchors and self._anchors[-1].slot == anchor.slot:
            self._anchors.pop()
        self._anchors.append(anchor)

    def add_skip(self, skip: SkippedRange) -> None:
        """Leave the slots of a range without blocks; ranges come in rising order."""
        assert skip.first <= skip.last
        assert not self._skips or skip.first > self._skips[-1].last
        if len(self._skips) >= SKIP_RANGES_MAX:
            raise ValueError(f"no more than {SKIP_RANGES_MAX} skipped ranges are kept")
        self._skips.append(skip)
        self._skipped_through.append(self._skipped_through[-1] + skip.last - skip.first + 1)

    @property
    def has_room(self) -> bool:
        """Whether another fork and another skipped range can still be kept."""
        return len(self._forks) < FORKS_MAX and len(self._skips) < SKIP_RANGES_MAX

    def fork_after(self, slot: int) -> Fork:
        """Let every block after this slot be of a new fork, whose number was never used."""
        number = 1 + max((fork.number for fork in self._forks), default=0)
        fork = Fork(first=slot + 1, number=number)
        self._forks = [*(old for old in self._forks if old.first <= slot), fork]
        return fork

    def fork_at(self, slot: int) -> int:
        """Return the number of the fork that a slot is on; 0 before the first."""
        index = bisect_right(self._forks, slot, key=lambda fork: fork.first) - 1
        return self._forks[index].number if index >= 0 else 0

    def forget_skips_after(self, slot: int) -> None:
        """Take back the skipped ranges that begin after this slot."""
        while self._skips and self._skips[-1].first > slot:
            self._skips.pop()
            self._skipped_through.pop()

    def unix_ms(self, slot: int) -> int:
        """Return the wall time at which the slot began."""
        if not self._anchors:
            return 0
        index = max(bisect_right(self._anchors, slot, key=lambda anchor: anchor.slot) - 1, 0)
        anchor = self._anchors[index]
        time_ms = anchor.unix_ms + (slot - anchor.slot) * anchor.slot_ms
        if index + 1 < len(self._anchors):
            # Slots promised but never opened before a stop must not overtake what follows.
            time_ms = min(time_ms, self._anchors[index + 1].unix_ms)
        return time_ms

    def block_time_s(self, slot: int) -> int:
        """Return the block time in whole seconds, rounded down."""
        return self.unix_ms(slot) // 1000

    def has_block(self, slot: int) -> bool:
        """Return whether the slot is not skipped."""
        index = self._last_skip_at(slot)
        return index < 0 or slot > self._skips[index].last

    def block_height(self, slot: int) -> int:
        """Return the number of blocks before the one in this slot (genesis has height 0)."""
        index = self._last_skip_at(slot)
        skipped = self._skipped_through[index + 1]
        if index >= 0 and slot < self._skips[index].last:
            skipped -= self._skips[index].last - slot
        return slot - skipped

    def block_at_or_before(self, slot: int) -> int:
        """Return the nearest slot with a block that is not later than this one."""
        if slot <= 0:
            return 0
        index = self._last_skip_at(slot)
        if index >= 0 and slot <= self._skips[index].last:
            return self._skips[index].first - 1
        return slot

    def parent(self, slot: int) -> int:
        """Return the slot of the previous block; genesis is its own parent."""
        return self.block_at_or_before(slot - 1)

    def block_range(self, first: int, last: int, count_max: int) -> list[int]:
        """List slots with blocks in a closed range, at most `count_max` of them."""
        slots: list[int] = []
        slot = first
        while slot <= last and len(slots) < count_max:
            index = self._last_skip_at(slot)
            if not self.has_block(slot):
                slot = self._skips[index].last + 1
                continue
            next_skip = self._skips[index + 1].first if index + 1 < len(self._skips) else last + 1
            end = min(next_skip, last + 1, slot + count_max - len(slots))
            slots.extend(range(slot, end))
            slot = end
        return slots

    def _last_skip_at(self, slot: int) -> int:
        return bisect_right(self._skips, slot, key=lambda skip: skip.first) - 1
