"""Route table: handlers looked up by the literal parts of a path."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from aiohttp import web

from edge.http.response import Reply
from edge.http.schema.base import Request
from engine.sequencer import Submitter

Handler = Callable[[web.Request, Mapping[str, str]], Awaitable[Reply]]
BLANK = frozenset({"user"})  # parameters that may be empty: it is an error of its own


@dataclass(frozen=True, slots=True)
class Place:
    """A path of the table: where its parameters are by name, and its handlers by method."""

    template: str
    parameters: dict[str, int]
    handlers: dict[str, Handler]
    writes: set[str] = field(default_factory=set)  # methods that submit a command
    direct: set[str] = field(default_factory=set)  # methods whose handler needs no task
    short: "dict[str, Short | ShortWrite]" = field(default_factory=dict)  # what functions answer


@dataclass(frozen=True, slots=True)
class Short:
    """A route below a user whose answer is a plain function of wallet, body and engine time."""

    parse: Callable[[bytes], Request]
    answer: Callable[[bytes, Any, int], bytes]
    rate: str  # of which it takes a token


# Submits the command of a wallet, of a path's parameters and a body.
Submit = Callable[[bytes, Mapping[str, str], Any, Submitter[bytes]], None]


@dataclass(frozen=True, slots=True)
class ShortWrite:
    """A route for signed-in wallets that submits one command, whose answer is made as a text."""

    parse: Callable[[bytes], Request]
    submit: Submit
    rate: str  # of which it takes a token
    status: int  # of the answer


@dataclass(frozen=True, slots=True)
class _Shape:
    """Paths that have their parameters in the same places, by their literal parts."""

    parameters: tuple[int, ...]
    # The first part is a literal: paths begin with a slash.
    literals_of: Callable[[list[str]], object]
    places: dict[object, Place] = field(default_factory=dict)


class Table:
    """Handlers by method and path; a part `{name}` of a path matches any text without slash.

    Of two paths that fit, the one with a literal part where they first differ wins (API 5.2).
    """

    def __init__(self) -> None:
        self._shapes: dict[int, list[_Shape]] = {}  # by the number of parts; the winners first

    def add(
        self,
        method: str,
        template: str,
        handler: Handler,
        *,
        is_write: bool = False,
        is_direct: bool = False,
        short: Short | ShortWrite | None = None,
    ) -> None:
        """Add a handler; a method of a path has one."""
        parts = template.split("/")
        at = tuple(index for index, part in enumerate(parts) if part.startswith("{"))
        shape = self._shape(len(parts), at)
        parameters = {parts[index][1:-1]: index for index in at}
        place = shape.places.setdefault(shape.literals_of(parts), Place(template, parameters, {}))
        assert place.parameters == parameters, template
        assert method not in place.handlers, template
        place.handlers[method] = handler
        if is_write:
            place.writes.add(method)
        if is_direct:
            place.direct.add(method)
        if short is not None:
            place.short[method] = short

    def _shape(self, length: int, parameters: tuple[int, ...]) -> _Shape:
        shapes = self._shapes.setdefault(length, [])
        for shape in shapes:
            if shape.parameters == parameters:
                return shape
        literals = (index for index in range(length) if index not in parameters)
        shapes.append(_Shape(parameters, itemgetter(*literals)))
        shapes.sort(key=lambda shape: [index in shape.parameters for index in range(length)])
        return next(shape for shape in shapes if shape.parameters == parameters)

    def find(self, path: str, method: str) -> tuple[Place, dict[str, str]] | set[str]:
        """Return the place of a path with its parameters, else which methods the path has.

        `path` is decoded, except for encoded slashes and percent signs.
        """
        methods: set[str] = set()
        parts = path.split("/")
        for shape in self._shapes.get(len(parts), ()):
            place = shape.places.get(shape.literals_of(parts))
            if place is None:
                continue
            values = {name: parts[index] for name, index in place.parameters.items()}
            if "" in values.values() and not _may_be_blank(values):
                continue
            if method not in place.handlers:
                methods.update(place.handlers)
                continue
            if "%" in path:
                values = {
                    name: text.replace("%2F", "/").replace("%25", "%")
                    for name, text in values.items()
                }
            return place, values
        return methods


def _may_be_blank(values: dict[str, str]) -> bool:
    return all(text or name in BLANK for name, text in values.items())
