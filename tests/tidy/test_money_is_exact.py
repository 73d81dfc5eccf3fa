"""No float touches money: the core holds no float literal, no float type, no true division."""

import io
import tokenize

from tests.tidy.tree import files_with, text_of

# Runs while building, or only lays out records: numpy as a container of whole numbers.
WITHOUT_MONEY = (
    "engine/schema/generate.py",
    "engine/core/arrays.py",
    "engine/core/book/arrays.py",
)
FLOAT_NAMES = frozenset({"float", "double", "Decimal", "numpy", "np", "math"})


def float_uses(text: str) -> list[tuple[int, str]]:
    """Return line and token of everything that is or makes a float."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        word = token.string
        is_hex = word[:2].lower() == "0x"
        if (
            (token.type == tokenize.NUMBER and not is_hex and set(word.lower()) & set(".ej"))
            or (token.type == tokenize.NAME and word in FLOAT_NAMES)
            or (token.type == tokenize.OP and word in ("/", "/="))
        ):
            found.append((token.start[0], word))
    return found


def test_the_core_has_no_floats():
    wrong = [
        f"{path}:{line} has {word}"
        for path in files_with(".py", ".pyx", ".pxd", under="engine/core/")
        if path not in WITHOUT_MONEY
        for line, word in float_uses(text_of(path))
    ]
    assert not wrong, wrong


def test_the_finder_sees_floats_and_lets_integers_pass():
    assert [word for _, word in float_uses("fee = size * 0.0015 + float(x) / 1e8")] == [
        "0.0015",
        "float",
        "/",
        "1e8",
    ]
    assert float_uses("fee = mul_div(size, 0xE5, 10**6) // 7  # not 0.5\n'0.5'\n") == []
