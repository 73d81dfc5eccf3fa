"""Records as structured arrays: many commands at once in, all events of a batch at once out.

The layouts come from the one table, as the codecs do; every field is a whole number or bytes, and
numpy is only their container. A number of 128 bits is a pair of `low` and `high`.
"""

from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.schema.commands import COMMANDS
from engine.schema.events import EVENTS
from engine.schema.fields import Kind
from engine.schema.records import HEADER, ORIGIN_FIELDS, Message

Records = NDArray[np.void]

_LAYOUTS: dict[Kind, np.dtype[Any]] = {
    Kind.U8: np.dtype("u1"),
    Kind.U16: np.dtype("<u2"),
    Kind.U32: np.dtype("<u4"),
    Kind.U64: np.dtype("<u8"),
    Kind.I64: np.dtype("<i8"),
    Kind.I128: np.dtype([("low", "<u8"), ("high", "<i8")]),
    Kind.ADDRESS: np.dtype(("u1", (32,))),
    Kind.SIGNATURE: np.dtype(("u1", (64,))),
    Kind.HASH: np.dtype(("u1", (32,))),
    Kind.TEXT12: np.dtype("S12"),
    Kind.TEXT32: np.dtype("S32"),
    Kind.TEXT36: np.dtype("S36"),
    Kind.TEXT40: np.dtype("S40"),
    Kind.TEXT80: np.dtype("S80"),
    Kind.TEXT400: np.dtype("S400"),
    Kind.IDS8: np.dtype(("<u8", (8,))),
    Kind.I64S8: np.dtype(("<i8", (8,))),
}
# What `Exchange.account_scan` and `Exchange.position_rows` write (engine/core/scan.pxd).
SCAN_ROW = np.dtype(
    [
        ("account", "<u4"),  # row of the table: stays as long as the exchange
        ("user", "<u4"),  # row of the owner
        ("account_id", "<u4"),
        ("position_count", "u1"),
        ("in_liquidation", "u1"),
        ("is_liquidatable", "u1"),
        ("reserved", "u1"),
        ("collateral_e6", "<i8"),
        ("available_e6", "<i8"),
        ("price_pnl_e6", "<i8"),
        ("funding_pnl_e6", "<i8"),
        ("required_e6", "<i8"),  # maintenance and fee margin
        ("initial_e6", "<i8"),
    ]
)
POSITION_ROW = np.dtype(
    [
        ("account", "<u4"),
        ("market_id", "<u4"),
        ("size_e6", "<i8"),
        ("maintenance_ratio_e12", "<i8"),
    ]
)
# What `Exchange.claim_rows` writes (engine/core/payouts/claims.pxd).
CLAIM_ROW = np.dtype(
    [
        ("owner", "u1", (32,)),
        ("number", "<u8"),  # id among the owner's rows of the kind
        ("amount_e6", "<i8"),  # of an LP position: its shares
        ("kind", "<u4"),
        ("mint", "<u4"),
    ]
)
# The structs of engine/core/c_interface.pxd, in their order.
FLOWS = np.dtype(
    [
        (name, "<i8")
        for name in (
            "trades",
            "turnover_e6",
            "fees_e6",
            "surcharge_e6",
            "impact_e6",
            "price_pnl_e6",
            "funding_pnl_e6",
            "liquidations",
            "liquidated_e6",
            "liquidation_fees_e6",
            "bad_debt_e6",
            "held_prints",
            "refusals",
            "last_refusal",
        )
    ]
)
WORTH = np.dtype(
    [
        (name, "<i8")
        for name in (
            "price_e8",
            "size_e6",
            "collateral_e6",
            "equity_e6",
            "price_pnl_e6",
            "funding_pnl_e6",
            "initial_e6",
            "required_e6",
            "in_liquidation",
        )
    ]
)
QUOTED = np.dtype(
    [
        (name, "<i8")
        for name in (
            "code",
            "new_size_e6",
            "fill_e8",
            "fee_e6",
            "surcharge_e6",
            "mark_down_e6",
            "required_e6",
        )
    ]
)
_LENGTH_AND_TAG = Struct("<IH")


def _layout(message: Message) -> np.dtype[np.void]:
    origin = ORIGIN_FIELDS[message.origin] if message.origin is not None else ()
    fields = (*HEADER, *origin, *message.fields)
    layout = [(field.name, _LAYOUTS[field.kind]) for field in fields]
    return np.dtype(layout)


_COMMANDS = {message.name: (message, _layout(message)) for message in COMMANDS}
_EVENTS = {message.name: (message, _layout(message)) for message in EVENTS}
_EVENT_NAMES = {message.tag: message.name for message in EVENTS}


def scan_rows(count: int, out: Records | None = None) -> Records:
    """Return rows of a scan to be written over; ValueError when the given ones do not do."""
    if out is None:
        return np.empty(count, SCAN_ROW)
    if out.dtype != SCAN_ROW or len(out) < count:
        raise ValueError(f"a scan needs {count} rows of SCAN_ROW to write")
    return out


def position_rows(count: int) -> Records:
    """Return rows of positions to be written over."""
    return np.empty(count, POSITION_ROW)


def claim_rows(count: int) -> Records:
    """Return rows of claims to be written over."""
    return np.empty(count, CLAIM_ROW)


def event_dtype(name: str) -> np.dtype[np.void]:
    """Return the layout of an event's record; KeyError for an unknown name."""
    return _EVENTS[name][1]


def new_commands(name: str, count: int) -> Records:
    """Return zeroed commands with length, tag and version filled in."""
    message, layout = _COMMANDS[name]
    rows = np.zeros(count, layout)
    rows["length"] = layout.itemsize
    rows["tag"] = message.tag
    rows["version"] = message.version
    return rows


def events_by_name(buffer: bytes) -> dict[str, Records]:
    """Return the events of a batch, each kind in its order; kinds without an event are absent."""
    found: dict[int, list[bytes]] = {}
    offset, end = 0, len(buffer)
    while offset < end:
        length, tag = _LENGTH_AND_TAG.unpack_from(buffer, offset)
        if tag in found:
            found[tag].append(buffer[offset : offset + length])
        else:
            found[tag] = [buffer[offset : offset + length]]
        offset += length
    return {
        _EVENT_NAMES[tag]: np.frombuffer(b"".join(rows), event_dtype(_EVENT_NAMES[tag]))
        for tag, rows in found.items()
    }
