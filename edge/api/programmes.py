"""Facts of the programmes: journaled and folded; returns their outcome (API 4.4, 4.5)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from edge.api.context import Context
from edge.http.errors import ApiError
from edge.http.failures import from_engine
from engine.core.generated import messages as m
from engine.programmes.errors import ProgrammeError
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied

T = TypeVar("T")


async def record(context: Context, command: m.Command, read: Callable[[Applied], T]) -> T:
    """Journal a command and return what `read` makes of it once the programmes have folded it.

    `read` sees exchange and programmes as this command left them. Raises ApiError when engine or
    programmes refused it, and what `Sequencer.submit_all` raises. Check against
    `context.programmes` first (`refusals`): what is refused here is in the journal for ever.
    """

    def outcome(applied: Applied) -> T:
        if applied.rejection is not None:
            raise from_engine(ErrorCode(applied.rejection.code), applied.rejection.detail)
        refused = context.programmes.refusal_of(applied.command.seq)
        if refused is not None:
            raise api_error(refused)
        return read(applied)

    (answer,) = await context.sequencer.submit_all([command], outcome)
    return answer


def api_error(error: ProgrammeError) -> ApiError:
    """Return a refusal of the programmes in the words of the contract."""
    return ApiError(error.code, error.message or None, error.details)


@contextmanager
def refusals() -> Iterator[None]:
    """Convert refusals of the programmes within the block to ApiError."""
    try:
        yield
    except ProgrammeError as error:
        raise api_error(error) from error
