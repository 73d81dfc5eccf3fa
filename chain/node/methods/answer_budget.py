"""Budget of reading and answering for one call."""

from chain.node.errors import invalid_params
from chain.node.limits import ANSWER_BYTES_MAX, ANSWER_READ_BYTES_MAX


class AnswerBudget:
    """The bytes that one answer may still have; what does not fit is refused before it is made."""

    __slots__ = ("_readable", "_writable")

    def __init__(
        self, writable: int = ANSWER_BYTES_MAX, readable: int = ANSWER_READ_BYTES_MAX
    ) -> None:
        self._writable = writable
        self._readable = readable

    @property
    def is_spent(self) -> bool:
        """Whether something was refused already."""
        return self._writable < 0 or self._readable < 0

    def read(self, count: int) -> None:
        """Count bytes that were read for the answer; raises RpcError beyond the limit."""
        self._readable -= count
        if self._readable < 0:
            raise invalid_params(
                f"the call reads more than {ANSWER_READ_BYTES_MAX} bytes; ask for fewer"
            )

    def write(self, count: int) -> None:
        """Count bytes that are about to be encoded; raises RpcError beyond the limit."""
        self._writable -= count
        if self._writable < 0:
            raise invalid_params(f"the answer has more than {ANSWER_BYTES_MAX} bytes; ask for less")
