"""Records as arrays have the layout of the codecs, field by field."""

from dataclasses import fields

import numpy as np
import pytest

from engine.core.arrays import event_dtype, events_by_name, new_commands
from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS
from engine.schema.events import EVENTS

# A value that fills each kind of field and differs from byte to byte where it can.
EXAMPLES = {
    "u1": 0xFE,
    "<u2": 0xFEDC,
    "<u4": 0xFEDCBA98,
    "<u8": 0xFEDCBA9876543210,
    "<i8": -0x7EDCBA9876543210,
}


def example(layout: np.dtype, name: str):
    """Return the Python value of a field and what the array takes for it."""
    kind, shape = (layout.subdtype or (layout, ()))[0], layout.shape
    if layout.names:  # 128 bits
        value = -(3**70) - len(name)
        return value, (value % 2**64, value >> 64)
    if shape == (8,):
        values = tuple(3**20 + place for place in range(8))
        return values, values
    if shape:
        data = bytes(range(7, 7 + shape[0]))
        return data, np.frombuffer(data, np.uint8)
    if kind.kind == "S":
        return "abc-xyz"[: kind.itemsize], b"abc-xyz"[: kind.itemsize]
    value = EXAMPLES[kind.str if kind.itemsize > 1 else "u1"]
    return value, value


@pytest.mark.parametrize("message", [*COMMANDS, *EVENTS], ids=lambda message: message.name)
def test_a_row_is_the_record_of_the_codec(message):
    layout = (
        new_commands(message.name, 0).dtype if message in COMMANDS else event_dtype(message.name)
    )
    assert not any(layout[name].kind == "f" for name in layout.names)
    row = np.zeros(1, layout)
    values = {}
    for name in layout.names[3:]:
        values[name], row[name] = example(layout[name], name)
    row["length"], row["tag"], row["version"] = layout.itemsize, message.tag, message.version
    cls = m.BY_TAG[message.tag]
    assert {field.name for field in fields(cls)} == set(values)
    assert row.tobytes() == m.encode(cls(**values))
    assert m.decode(row.tobytes()) == cls(**values)


def test_new_commands_carry_their_head():
    rows = new_commands("PostPrint", 2)
    rows["market_id"] = [1, 2]
    rows["price_e8"] = 400 * 10**8
    assert list(m.decode_all(rows.tobytes())) == [
        m.PostPrint(market_id=1, price_e8=400 * 10**8),
        m.PostPrint(market_id=2, price_e8=400 * 10**8),
    ]


def test_events_come_sorted_by_name_and_in_their_order():
    events = [
        m.PrintAccepted(seq=1, market_id=1, price_e8=5),
        m.PoolUpdated(seq=1, lp_balance_e6=-7),
        m.PrintAccepted(seq=2, market_id=2, price_e8=6),
    ]
    found = events_by_name(b"".join(m.encode(event) for event in events))
    assert sorted(found) == ["PoolUpdated", "PrintAccepted"]
    assert found["PrintAccepted"]["market_id"].tolist() == [1, 2]
    assert found["PrintAccepted"]["seq"].tolist() == [1, 2]
    assert found["PoolUpdated"]["lp_balance_e6"].tolist() == [-7]
    assert events_by_name(b"") == {}


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        new_commands("PrintAccepted", 1)
    with pytest.raises(KeyError):
        event_dtype("PostPrint")
