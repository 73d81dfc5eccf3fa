"""The types of the stream: an interface for the data of each message, and the channels."""

import re
from collections.abc import Mapping
from typing import Any

from edge.generate.shapes import schemas
from edge.generate.typescript import declared, members
from edge.http.route import Base
from edge.streams.document import stream_document

Shape = dict[str, Any]
_HEAD = """\
// Generated from edge/streams/messages.py by edge/generate; do not edit.
// Types alone: nothing of this file is in the bundle.

"""


def streams_module(documents: Mapping[Base, Shape]) -> str:
    """Return the text of `streams.ts`; what is in `api.ts` already comes from there."""
    document = stream_document("", "http://localhost")
    messages, shapes = (document["components"][part] for part in ("messages", "schemas"))
    known = schemas(documents)
    data = {name: shape for name, shape in shapes.items() if name not in messages}
    own = {name: shape for name, shape in data.items() if not _is_same(known.get(name), shape)}
    channels = _channels(document["channels"]["stream"]["x-channels"], messages)
    declarations = [*(declared(name, shape) for name, shape in own.items()), channels]
    text = "\n\n".join(declarations)
    used = set(re.findall(r"\b[A-Z]\w+", re.sub(r"/\*\*.*?\*/|//.*", "", text, flags=re.DOTALL)))
    shared = sorted(used & (data.keys() - own.keys()))
    names = "".join(f"  {name},\n" for name in shared)
    return f'{_HEAD}import type {{\n{names}}} from "./api.js";\n\n{text}\n'


def _is_same(known: Shape | None, shape: Shape) -> bool:
    return known is not None and members(known) == members(shape)


def _channels(rows: list[Shape], messages: Shape) -> str:
    lines = [
        "/** What a channel sends, by its name: the state as a snapshot, then deltas. */",
        "export interface Channels {",
    ]
    for row in rows:
        name = re.sub(r"\{\w+\}", "${string}", row["name"])
        key = name if name == row["name"] else f"[name: `{name}`]"
        snapshot, delta = (_data_of(messages[row[kind]]) for kind in ("snapshot", "delta"))
        lines += [
            f"  /** {row['summary']}{'; needs a login' if row['needsAuth'] else ''}. */",
            f"  readonly {key}: {{ readonly snapshot: {snapshot}; readonly delta: {delta} }};",
        ]
    return "\n".join([*lines, "}"])


def _data_of(message: Shape) -> str:
    reference: str = message["payload"]["properties"]["data"]["$ref"]
    return reference.rpartition("/")[2]
