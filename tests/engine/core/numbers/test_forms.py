"""Texts of one shape."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from engine.core.numbers.forms import Form


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Row:
    value: Any


FORM = Form([(b'{"a":', 0, "value", 0), (b',"b":', 1, "value", 2)], b"}")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, '"0"'),
        (-120, '"-120"'),
        (2**63 - 1, '"9223372036854775807"'),
        (-(2**63), '"-9223372036854775808"'),
        (2**63, '"9223372036854775808"'),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        ((), "[]"),
        ((Colour.RED, Colour.BLUE), '["RED","BLUE"]'),
    ],
)
def test_a_value_is_written_as_its_kind(value, text):
    assert FORM.fill(Row(value), Row(None)).decode() == f'{{"a":{text},"b":null}}'


def test_a_number_has_the_decimals_of_its_gap():
    assert FORM.fill(Row(-1250), Row(-1250)) == b'{"a":"-1250","b":"-12.5"}'


def test_a_text_beyond_the_room_and_what_is_no_number_are_refused():
    for value in ((Colour.RED,) * 1000, 10**60):
        with pytest.raises(OverflowError):
            FORM.fill(Row(value), Row(0))
    with pytest.raises(OverflowError, match="too long"):
        Form([(b"x" * 4000, 0, "value", 0)], b"").fill(Row(1), Row(1))
    with pytest.raises(OverflowError, match="too long"):
        Form([], b"x" * 4097).fill(None, None)
    assert Form([], b"x" * 4096).fill(None, None) == b"x" * 4096
    with pytest.raises(OverflowError, match="too many gaps"):
        Form([(b"", 0, "value", 0)] * 65, b"")
    with pytest.raises(TypeError):
        FORM.fill(Row("1"), Row(1))
    with pytest.raises(AttributeError):
        FORM.fill(None, None)
