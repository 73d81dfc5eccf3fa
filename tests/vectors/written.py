"""The file format of the vectors that the slow reference writes."""

import json
from typing import Any


def document_of(title: str, encoding: str, vectors: list[dict[str, Any]]) -> str:
    """Return the text of a file of vectors, one vector per line."""
    meta = {
        "title": title,
        "encoding": encoding,
        "origin": "derived: written by the slow reference, never by the engine",
        "count": len(vectors),
    }
    rows = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors)
    return f'{{"meta":{json.dumps(meta)},\n"vectors":[\n{rows}\n]}}\n'
