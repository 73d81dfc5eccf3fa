"""The compiled tables say the same as the Python ones."""

import re
from pathlib import Path

from engine.core.errors import ErrorCode
from engine.core.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

CORE = Path(__file__).resolve().parents[3] / "engine" / "core"


def test_compiled_codes_are_the_codes_of_the_table():
    text = (CORE / "codes.pxd").read_text()
    found = {name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)$", text, re.M)}
    expected = {f"ERR_{c.name}": c.value for c in ErrorCode if c} | {"OK": 0}
    assert found == expected


def test_parameter_structs_follow_the_table():
    text = (CORE / "state.pxd").read_text()
    for struct, table in (
        ("ExchangeParameters", EXCHANGE_PARAMETERS),
        ("MarketParameters", MARKET_PARAMETERS),
    ):
        body = re.search(rf"cdef struct {struct}:\n((?:    int64_t \w+\n)+)", text)
        assert body
        names = re.findall(r"int64_t (\w+)", body[1])
        assert names == [parameter.name for parameter in table]


def test_defaults_stand_within_their_ranges():
    for parameter in (*EXCHANGE_PARAMETERS, *MARKET_PARAMETERS):
        assert parameter.low <= parameter.high
        if parameter.default is not None:
            assert parameter.low <= parameter.default <= parameter.high
