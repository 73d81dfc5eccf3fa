"""Journals of commit eb41df2: this program reads and applies each of their records.

`state_hashes.json` has the state hash that each journal has now. A change of a rule or of a row of
the state changes it: write it anew by `python -m tests.engine.journal.test_old_journals`.
"""

import json
import lzma
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated.messages import record_struct

FIXTURE = Path(__file__).parent / "fixtures" / "eb41df2.json.xz"
HEAD = Struct("<IHH")  # length, tag and version of a record
HASHES = FIXTURE.with_name("state_hashes.json")
JOURNALS: list[dict[str, Any]] = json.loads(lzma.decompress(FIXTURE.read_bytes()))["journals"]
# Where rules 44 to 51 give the same commands other events; the others keep theirs.
OTHER_RULES = {
    "rules very stale",
    "limits",
    "questions",
    "random 1",
    "random 2",
    "world 4",
    "world 5",
    "world 6",
    "predictions",
}


def applied(journal: dict[str, Any]) -> tuple[Exchange, bytes]:
    """Return an exchange with the journal applied, and its events."""
    exchange = Exchange()
    records = (bytes.fromhex(text) for text in journal["records"])
    return exchange, b"".join(exchange.apply_batch(record) for record in records)


def as_then(events: bytes) -> bytes:
    """Return events in the layout of that time; what a later one added is 0 in them."""
    then, at = [], 0
    while at < len(events):
        length, tag, version = HEAD.unpack_from(events, at)
        record = events[at : at + length]
        if version > 1:
            width = record_struct(tag, 1).size
            assert not any(record[width:]), record
            record = HEAD.pack(width, tag, 1) + record[HEAD.size : width]
        then.append(record)
        at += length
    return b"".join(then)


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda one: one["name"].replace(" ", "-"))
def test_an_old_journal_is_applied_to_its_end(journal):
    exchange, events = applied(journal)
    assert exchange.sequence == len(journal["records"])
    assert exchange.state_hash().hex() == json.loads(HASHES.read_text())[journal["name"]]
    assert Exchange.restore(exchange.snapshot()).state_hash() == exchange.state_hash()
    is_same = sha256(as_then(events)).hexdigest() == journal["marks"][-1][2]
    assert is_same == (journal["name"] not in OTHER_RULES)


def test_the_old_journals_have_every_kind_of_command_of_their_time():
    kinds = {kind for journal in JOURNALS for kind in journal["kinds"]}
    assert len(kinds) == 61


if __name__ == "__main__":
    hashes = {journal["name"]: applied(journal)[0].state_hash().hex() for journal in JOURNALS}
    HASHES.write_text(json.dumps(hashes, indent=2) + "\n")
