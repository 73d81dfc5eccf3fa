"""AsyncAPI 3.0 of the stream, made from the table of its channels (API 5.8, 5.9)."""

from functools import lru_cache
from typing import Any

import msgspec

from edge.http import costs
from edge.http.limits import FRAME_BYTES_MAX, SOCKETS_PER_IP_MAX, SUBSCRIPTIONS_PER_SOCKET_MAX
from edge.http.openapi.fields.table import described, words_of_type
from edge.http.route import Base, Call, route
from edge.http.schema.base import Nothing
from edge.streams.messages import CHANNELS, FROM_CLIENT, FROM_SERVER, ChannelKind
from edge.streams.route import PATH
from edge.streams.socket import MESSAGE_RATE

Shape = dict[str, Any]
SCHEMA = "#/components/schemas/{name}"
DESCRIPTION = f"""\
Live data over one websocket: JSON text frames, one message each. A client subscribes to channels
by name; each channel sends a snapshot, then deltas.

A delta's `sequence` is the previous message's + 1. A snapshot may come at any time: it replaces the
state and the count goes on from its own `sequence`. On a gap, unsubscribe and subscribe again.
Values that only the clock moves are not sent between changes.

A channel of a wallet needs `auth` with an access token on the same socket before. When the token
expires without a newer `auth`, these channels end with the error `TOKEN_EXPIRED`; the socket stays
open. 25 seconds without a message mean that the connection is lost.

Bounds: {SUBSCRIPTIONS_PER_SOCKET_MAX} subscriptions of a socket, {SOCKETS_PER_IP_MAX} sockets of \
an address, {FRAME_BYTES_MAX} bytes of a message, {MESSAGE_RATE.per_s} messages a second with a \
burst of {MESSAGE_RATE.burst}.

Amounts are raw integers in strings, scaled by `x-decimals`; rates are decimal strings; times are
unix seconds UTC. Later versions may add fields and kinds of events: clients ignore what they do not
know."""
CLOSE_CODES = {
    "1000": "normal end",
    "1001": "the server stops: connect again",
    "1003": "a binary frame",
    "1009": "a message is too large",
    "4000": "ten malformed messages",
    "4008": "the client reads too slowly",
    "4029": "too many sockets of an address, or 100 refused messages",
}


def _name_of(kind: ChannelKind, message: str) -> str:
    by = "" if kind.parameter is None or kind.name != "trades" else "OfMarket"
    return f"{kind.name}{by}{message.capitalize()}"


def _reference(kind: type) -> Shape:
    return {"$ref": SCHEMA.format(name=kind.__name__)}


def _channel_message(kind: ChannelKind, message: str, data: type) -> Shape:
    payload = {
        "type": "object",
        "properties": {
            "type": {"const": message, "description": "kind of the message"},
            "channel": {
                "type": "string",
                "pattern": kind.pattern,
                "description": "channel by its name",
            },
            "sequence": {
                "type": "integer",
                "minimum": 0,
                "description": "of a delta that of the message before + 1",
            },
            "timestamp": {"type": "integer", "description": "engine time, unix seconds UTC"},
            "data": _reference(data),
        },
        "required": ["type", "channel", "sequence", "timestamp", "data"],
    }
    return {
        "name": _name_of(kind, message),
        "title": f"{kind.summary}: {message}",
        "summary": f"`{kind.address}`{', needs auth' if kind.is_private else ''}",
        "payload": payload,
    }


def _own_message(kind: type) -> Shape:
    text = words_of_type(kind.__doc__ or "")
    return {"name": kind.__name__, "summary": text, "payload": _reference(kind)}


def _messages() -> tuple[dict[str, Shape], dict[str, Shape]]:
    """Return what clients send and what the server sends, by name."""
    asked = {kind.__name__: _own_message(kind) for kind in FROM_CLIENT}
    sent = {kind.__name__: _own_message(kind) for kind in FROM_SERVER}
    for kind in CHANNELS:
        for message, data in (("snapshot", kind.snapshot), ("delta", kind.delta)):
            made = _channel_message(kind, message, data)
            sent[made["name"]] = made
    return asked, sent


def _schemas() -> dict[str, Shape]:
    data = [kind for each in CHANNELS for kind in (each.snapshot, each.delta)]
    kinds = list(dict.fromkeys((*FROM_CLIENT, *FROM_SERVER, *data)))
    _, found = msgspec.json.schema_components(kinds, ref_template=SCHEMA)
    return {name: described(name, _plain(found[name])) for name in sorted(found)}


def _plain(shape: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a schema as AsyncAPI has it: a discriminator is the name of a field."""
    if isinstance(shape, list):
        return [_plain(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    made = {key: _plain(part) for key, part in shape.items()}
    if isinstance(made.get("discriminator"), dict):
        made["discriminator"] = made["discriminator"]["propertyName"]
    if isinstance(made.get("description"), str):
        made["description"] = words_of_type(made["description"])
    return made


def stream_document(version: str, public_url: str) -> Shape:
    """Return the AsyncAPI document of the stream of a service."""
    scheme, _, host = public_url.partition("://")
    asked, sent = _messages()
    of_channel = [{"$ref": f"#/channels/stream/messages/{name}"} for name in (*asked, *sent)]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Acre stream",
            "version": version,
            "description": DESCRIPTION,
            "contact": {"name": "The operator of this exchange"},
            "license": {"name": "Apache-2.0"},
            "tags": [{"name": "stream", "description": "Live data over one websocket"}],
        },
        "defaultContentType": "application/json",
        "servers": {
            "here": {"host": host, "protocol": "wss" if scheme == "https" else "ws"},
        },
        "channels": {
            "stream": {
                "address": PATH,
                "description": "\n".join(
                    ("Close codes:", *(f"- {code}: {why}" for code, why in CLOSE_CODES.items()))
                ),
                "messages": {
                    name: {"$ref": f"#/components/messages/{name}"} for name in (*asked, *sent)
                },
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-channels": [
                    {
                        "name": kind.address,
                        "summary": kind.summary,
                        "needsAuth": kind.is_private,
                        "snapshot": _name_of(kind, "snapshot"),
                        "delta": _name_of(kind, "delta"),
                    }
                    for kind in CHANNELS
                ],
            }
        },
        "operations": {
            "ask": {
                "action": "receive",
                "channel": {"$ref": "#/channels/stream"},
                "summary": "What a client may send",
                "description": "Requests of a client; each is answered, by its `id` if it has one.",
                "messages": of_channel[: len(asked)],
            },
            "send": {
                "action": "send",
                "channel": {"$ref": "#/channels/stream"},
                "summary": "What the server sends",
                "description": "Answers, errors, and the snapshots and deltas of channels.",
                "messages": of_channel[len(asked) :],
            },
        },
        "components": {"messages": {**asked, **sent}, "schemas": _schemas()},
    }


@lru_cache(maxsize=8)
def described_stream(version: str, public_url: str) -> bytes:
    """Return the document of a service as JSON."""
    return msgspec.json.encode(stream_document(version, public_url))


@route(
    Base.EXPRESS,
    "GET",
    "/asyncapi.json",
    returns=dict[str, Any],
    is_bare=True,
    cache="metadata",
    cost=costs.DOCUMENT,
)
async def get_stream_document(call: Call[object, Nothing, Nothing]) -> bytes:
    """Return the AsyncAPI document of the websocket."""
    return described_stream(call.gate.version, call.gate.public_url)
