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

    `begun` is the block whose commands are being submitted, or were when the process ended.
    """

    def __init__(self, blocks: Sequence[Worked], cursor: Cursor) -> None:
        """Take the blocks whose commands the engine has up to `cursor`."""
        self.blocks = [row for row in blocks if row.cursor <= cursor]
        self.begun = next(iter(blocks[len(self.blocks) :]), None)

    @property
    def last(self) -> BlockMark | None:
        """The newest block that was processed, None before the first."""
        return self.blocks[-1].mark if self.blocks else None

    @property
    def is_full(self) -> bool:
        """Whether finality is so far behind that no more can be kept."""
        return len(self.blocks) >= BLOCKS_MAX

    @property
    def is_long(self) -> bool:
        """Whether it is time to ask what has been finalized since."""
        return len(self.blocks) >= BLOCKS_LONG

    @property
    def all(self) -> list[Worked]:
        """The blocks, and the one that was begun."""
        return self.blocks if self.begun is None else [*self.blocks, self.begun]

    def partial(self, cursor: Cursor) -> BlockMark | None:
        """Return the block of which the engine has a part only."""
        is_partial = self.begun is not None and self.begun.mark.slot == cursor[0]
        return self.begun.mark if self.begun is not None and is_partial else None

    def known(self, cursor: Cursor) -> list[BlockMark]:
        """Return the blocks of which the engine has all or a part, oldest first."""
        marks = [row.mark for row in self.blocks]
        partial = self.partial(cursor)
        return marks if partial is None else [*marks, partial]

    def begin(self, mark: BlockMark, cursor: Cursor) -> None:
        """Note a block that follows the last, before its commands are submitted."""
        self.begun = Worked(mark, cursor)

    def finish(self) -> None:
        """Append the block that was begun."""
        assert self.begun is not None
        self.blocks.append(self.begun)
        self.begun = None

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
        self.begun = None
