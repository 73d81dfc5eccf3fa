"""Which handler answers a path: one tree of the paths' parts."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from aiohttp import web

from edge.routing.response import Reply

Handler = Callable[[web.Request, Mapping[str, str]], Awaitable[Reply]]
BLANK = frozenset({"user"})  # parameters that may be empty: it is an error of its own


@dataclass(frozen=True, slots=True)
class Place:
    """A path of the table: its parameters' names and its handlers by method."""

    template: str
    names: tuple[str, ...]
    handlers: dict[str, Handler]


@dataclass(slots=True)
class _Node:
    literals: "dict[str, _Node]" = field(default_factory=dict)
    parameter: "_Node | None" = None
    may_be_blank: bool = False
    place: Place | None = None


class Table:
    """Handlers by method and path; a part `{name}` of a path stands for any text without slash.

    A literal part wins over a parameter in the same place (contract 5.2).
    """

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, method: str, template: str, handler: Handler) -> None:
        """Add a handler; a method of a path has one."""
        node, names = self._root, []
        for part in template.split("/"):
            if not part.startswith("{"):
                node = node.literals.setdefault(part, _Node())
                continue
            name = part[1:-1]
            names.append(name)
            if node.parameter is None:
                node.parameter = _Node(may_be_blank=name in BLANK)
            assert node.parameter.may_be_blank == (name in BLANK), template
            node = node.parameter
        if node.place is None:
            node.place = Place(template, tuple(names), {})
        assert node.place.names == tuple(names), template
        assert method not in node.place.handlers, template
        node.place.handlers[method] = handler

    def find(self, path: str, method: str) -> tuple[Place, dict[str, str]] | set[str]:
        """Return the place of a path with its parameters, else which methods the path has.

        `path` is decoded but for what stands for a slash or a percent sign.
        """
        methods: set[str] = set()
        values: list[str] = []
        place = _search(self._root, path.split("/"), 0, method, values, methods)
        if place is None:
            return methods
        return place, dict(zip(place.names, values, strict=True)) if values else {}


def _search(
    node: _Node, parts: list[str], at: int, method: str, values: list[str], methods: set[str]
) -> Place | None:
    """Search below a node; `values` has the parameters on the way to it."""
    if at == len(parts):
        place = node.place
        if place is None or method in place.handlers:
            return place
        methods.update(place.handlers)
        return None
    part = parts[at]
    below = node.literals.get(part)
    if below is not None:
        place = _search(below, parts, at + 1, method, values, methods)
        if place is not None:
            return place
    below = node.parameter
    if below is None or not (part or below.may_be_blank):
        return None
    values.append(part.replace("%2F", "/").replace("%25", "%") if "%" in part else part)
    place = _search(below, parts, at + 1, method, values, methods)
    if place is None:
        values.pop()
    return place
