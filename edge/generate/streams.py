"""`docs/reference/streams.md`: the channels of the websocket and the fields of their messages."""

from collections.abc import Iterator
from typing import Any

from edge.streams.document import CLOSE_CODES, DESCRIPTION, stream_document

Shape = dict[str, Any]
_HEAD = """\
# Streams

Generated from edge/streams/messages.py by `python -m edge.generate`; do not edit. The same as
AsyncAPI 3.0: `/express/v1/asyncapi.json`.

The websocket is at `/express/v1/ws`.

"""


def streams_page() -> str:
    """Return the page."""
    document = stream_document("", "http://localhost")
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Shape) -> Iterator[str]:
    yield _HEAD + DESCRIPTION
    messages = document["components"]["messages"]
    schemas = document["components"]["schemas"]
    yield from ("", "## Channels", "", "| Channel | What | Needs auth | Snapshot | Delta |")
    yield "|---|---|---|---|---|"
    channels = document["channels"]["stream"]["x-channels"]
    for one in channels:
        kinds = (_data_of(messages[one[key]]) for key in ("snapshot", "delta"))
        auth = "yes" if one["needsAuth"] else "no"
        names = " | ".join(_linked(kind) for kind in kinds)
        yield f"| `{one['name']}` | {one['summary']} | {auth} | {names} |"
    for title, operation in (("Messages of a client", "ask"), ("Messages of the server", "send")):
        yield from ("", f"## {title}", "", "| Type | What | Fields |", "|---|---|---|")
        for reference in document["operations"][operation]["messages"]:
            message = messages[reference["$ref"].rpartition("/")[2]]
            if "$ref" in message["payload"]:
                yield _message_row(message, schemas)
    yield from ("", "## Close codes", "", "| Code | Why |", "|---|---|")
    yield from (f"| {code} | {why} |" for code, why in CLOSE_CODES.items())
    yield from ("", "## Types")
    for name, shape in schemas.items():
        if name not in messages:
            yield from _type_lines(name, shape)


def _data_of(message: Shape) -> str:
    reference: str = message["payload"]["properties"]["data"]["$ref"]
    return reference.rpartition("/")[2]


def _linked(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _message_row(message: Shape, schemas: dict[str, Shape]) -> str:
    shape = schemas[message["name"]]
    tag = next(
        part["enum"][0] for key, part in shape["properties"].items() if key in {"op", "type"}
    )
    fields = [
        f"{key}{'' if key in shape['required'] else '?'} {_kind(part)}"
        for key, part in shape["properties"].items()
        if key not in {"op", "type"}
    ]
    return f"| `{tag}` | {message['summary']} | {', '.join(fields) or '-'} |"


def _type_lines(name: str, shape: Shape) -> Iterator[str]:
    yield from ("", f"### {name}", "", shape.get("description", ""), "")
    yield from ("| Field | Type | |", "|---|---|---|")
    required = shape.get("required", ())
    for key, part in shape["properties"].items():
        absent = "" if key in required else "may be absent"
        words = "; ".join(filter(None, (part["description"], absent)))
        yield f"| `{key}` | {_kind(part)} | {words} |"


def _kind(part: Shape) -> str:
    if "$ref" in part:
        return _linked(part["$ref"].rpartition("/")[2])
    if "anyOf" in part:
        return " or ".join(_kind(kind) for kind in part["anyOf"])
    if "enum" in part:
        return ", ".join(
            f"`{str(value).lower() if value is False else value}`" for value in part["enum"]
        )
    if part.get("type") == "array":
        return f"list of {_kind(part['items'])}"
    return str(part.get("type", "any"))
