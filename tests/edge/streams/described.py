"""Messages of the stream against its own document: no field more, none less."""

import re
from functools import cache
from typing import Any

import jsonschema_rs

from edge.streams.document import stream_document
from edge.streams.messages import CHANNELS, FROM_CLIENT

Shape = dict[str, Any]
DOCUMENT = stream_document("test", "http://127.0.0.1:8080")


def closed(shape: Any) -> Any:
    """Return a schema whose objects have no other fields than those it names."""
    if isinstance(shape, list):
        return [closed(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    made = {key: closed(part) for key, part in shape.items() if key != "discriminator"}
    if isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made["additionalProperties"] = False
    return made


@cache
def validator(name: str) -> jsonschema_rs.Draft7Validator:
    components = closed(DOCUMENT["components"])
    payload = components["messages"][name]["payload"]
    return jsonschema_rs.Draft7Validator({**payload, "components": components})


def name_of(message: Shape) -> str:
    """Return the name that the document has for a message of the server."""
    kind, channel = message["type"], message.get("channel", "")
    if kind not in {"snapshot", "delta"}:
        return "StreamError" if kind == "error" else kind.capitalize()
    (found,) = [each for each in CHANNELS if re.match(each.pattern, channel)]
    (listed,) = [
        each
        for each in DOCUMENT["channels"]["stream"]["x-channels"]
        if each["name"] == found.address
    ]
    return listed[kind]


def assert_described(message: Shape) -> None:
    """Fail when the document does not have exactly this message."""
    errors = list(validator(name_of(message)).iter_errors(message))
    assert not errors, (name_of(message), [f"{one.instance_path}: {one.message}" for one in errors])


def asked_name(op: str) -> str:
    (found,) = [each for each in FROM_CLIENT if each.__struct_config__.tag == op]
    return found.__name__
