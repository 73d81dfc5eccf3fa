"""The blocks that were processed and may still be abandoned, and the last one that cannot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chain.follower.blocks import BlockMark

BLOCKS_MAX: Final = 2048  # about a quarter of an hour of a cluster that finalizes nothing
BLOCKS_LONG: Final = 256

Cursor = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Worked:
    """A block and the place of the last command up to its end."""

    mark: BlockMark
    cursor: Cursor


class Marks:
    """Consecutive blocks, oldest first; each is the parent of the next one.

    `begun` are those after them whose commands are being submitted, or were when the process ended.
    """

    def __init__(self, blocks: Sequence[Worked], cursor: Cursor) -> None:
        """Take the blocks whose commands the engine has up to `cursor`."""
        self.blocks = [row for row in blocks if row.cursor <= cursor]
        self.begun = list(blocks[len(self.blocks) :])

    @property
    def last(self) -> BlockMark | None:
        """The newest block that was processed, None before the first."""
        return self.blocks[-1].mark if self.blocks else None

    def has_room(self, count: int) -> bool:
        """Return whether so many more blocks can be kept: finality may be far behind."""
        return len(self.blocks) + count <= BLOCKS_MAX

    @property
    def is_long(self) -> bool:
        """Whether it is time to ask what has been finalized since."""
        return len(self.blocks) >= BLOCKS_LONG

    @property
    def all(self) -> list[Worked]:
        """The blocks, and those that were begun."""
        return [*self.blocks, *self.begun]

    def partial(self, cursor: Cursor) -> BlockMark | None:
        """Return the block of which the engine has a part only."""
        is_partial = bool(self.begun) and self.begun[0].mark.slot == cursor[0]
        return self.begun[0].mark if is_partial else None

    def known(self, cursor: Cursor) -> list[BlockMark]:
        """Return the blocks of which the engine has all or a part, oldest first."""
        marks = [row.mark for row in self.blocks]
        partial = self.partial(cursor)
        return marks if partial is None else [*marks, partial]

    def begin(self, blocks: Sequence[Worked]) -> None:
        """Note blocks that follow the last one, before their commands are submitted."""
        self.begun = list(blocks)

    def finish(self, count: int) -> None:
        """Append the first blocks of those that were begun."""
        self.blocks += self.begun[:count]
        del self.begun[:count]

    def newest_up_to(self, slot: int) -> BlockMark | None:
        """Return the newest block at or before a slot."""
        return next((row.mark for row in reversed(self.blocks) if row.mark.slot <= slot), None)

    def forget_before(self, slot: int) -> bool:
        """Forget what is final but the block of this slot; return whether commands became so."""
        oldest = self.blocks[0].cursor
        self.blocks = [row for row in self.blocks if row.mark.slot >= slot]
        return self.blocks[0].cursor != oldest

    def cut_after(self, slot: int) -> None:
        """Forget the blocks after a slot: the chain has abandoned them."""
        self.blocks = [row for row in self.blocks if row.mark.slot <= slot]
        self.begun = []
