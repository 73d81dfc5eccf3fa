"""Schema reading shared by the client generators."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from edge.http.route import JSON, Base

Shape = dict[str, Any]
NOTICE = "Generated from edge/http/openapi/document.py by edge/generate; do not edit."


@dataclass(frozen=True, slots=True)
class Operation:
    """One call of a document."""

    method: str
    path: str
    content: Shape

    @property
    def answer(self) -> Shape | None:
        """The schema of the JSON that it answers with; None: nothing, or another type."""
        responses = self.content["responses"]
        status = next(status for status in responses if status.startswith("2"))
        found: Shape | None = responses[status].get("content", {}).get(JSON, {}).get("schema")
        return found

    @property
    def body(self) -> str | None:
        """The name of the type of its body."""
        if "requestBody" not in self.content:
            return None
        return name_of(self.content["requestBody"]["content"][JSON]["schema"])

    def parameters(self, place: str) -> list[Shape]:
        """Return the parameters in `path`, `query` or `header`."""
        return [one for one in self.content["parameters"] if one["in"] == place]


def operations(document: Shape) -> Iterator[Operation]:
    """Yield the calls of a document that answer with JSON or with nothing."""
    for path, methods in document["paths"].items():
        for method, content in methods.items():
            found = Operation(method.upper(), path, content)
            if found.answer is not None or "204" in content["responses"]:
                yield found


def schemas(documents: Mapping[Base, Shape]) -> dict[str, Shape]:
    """Return the types of all documents by name; both bases mean the same by a name."""
    merged: dict[str, Shape] = {}
    for document in documents.values():
        for name, shape in document["components"]["schemas"].items():
            assert merged.setdefault(name, shape) == shape, f"two meanings of {name}"
    return dict(sorted(merged.items()))


def asked_names(documents: Mapping[Base, Shape]) -> set[str]:
    """Return the names of the body types and of their nested types."""
    shapes = schemas(documents)
    waiting = [one.body for document in documents.values() for one in operations(document)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name is not None and name not in found:
            found.add(name)
            waiting += re.findall(r"#/components/schemas/(\w+)", str(shapes[name]))
    return found


def name_of(shape: Shape) -> str:
    """Return the name of the type that a schema refers to."""
    name: str = shape["$ref"].rsplit("/", 1)[1]
    return name


def parts_of(shape: Shape) -> list[Shape]:
    """Return the alternatives of a schema, itself when there is one."""
    kind = shape.get("type")
    if isinstance(kind, list):
        return [{**shape, "type": one} for one in kind]
    return list(shape.get("anyOf", (shape,)))
