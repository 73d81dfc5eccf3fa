"""Everything in the documents says what it means: calls, parameters, headers, types, fields."""

import re

import pytest

from edge.http.openapi.document import document
from edge.http.openapi.fields.table import key_of, texts
from edge.http.route import ROUTES, Base
from edge.streams.document import stream_document
from tests.edge.described import document_of

MAIN, EXPRESS = (document_of(base) for base in Base)
STREAM = stream_document("1", "http://acre.example")


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


# What a text may add to a name without saying anything.
EMPTY = set(
    [
        "a",
        "an",
        "the",
        "of",
        "is",
        "it",
        "its",
        "this",
        "that",
        "value",
        "field",
        "number",
        "string",
        "whether",
    ]
)
UNITS = re.compile(r"; (USD|area|token amount|points|SOL|decimal|unix seconds|base58).*")


def is_trivial(name: str, text: str) -> bool:
    """Return whether a text says only what the name and the unit say."""
    own = words_of(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)) | EMPTY
    said = {word.rstrip("s") for word in words_of(UNITS.sub("", text))}
    return len(said) < 2 or said <= {word.rstrip("s") for word in own}


def fields_of(name: str, shape: dict):
    """Yield each field of a shape, also of the shapes inside."""
    for field, kind in shape.get("properties", {}).items():
        yield f"{name}.{field}", field, kind.get("description", "")
        yield from fields_of(f"{name}.{field}", kind)
    for part in (*shape.get("anyOf", ()), *([shape["items"]] if "items" in shape else ())):
        yield from fields_of(name, part)


def said_of(whole: dict):
    """Yield place, name and text of all that a document describes."""
    for name, shape in whole["components"]["schemas"].items():
        yield f"type {name}", "", shape.get("description", "")
        yield from fields_of(name, shape)
    for name, header in whole["components"].get("headers", {}).items():
        yield f"header {name}", name, header.get("description", "")
    for path, methods in whole.get("paths", {}).items():
        for method, content in methods.items():
            place = f"{method} {path}"
            yield place, content["operationId"], content["description"]
            for one in content["parameters"]:
                yield f"{place} {one['name']}", one["name"], one.get("description", "")
            for status, answer in content["responses"].items():
                for kind in answer.get("content", {}).values() if status < "400" else ():
                    yield from fields_of(f"{place} {status}", kind["schema"])


@pytest.mark.parametrize("whole", [MAIN, EXPRESS, STREAM], ids=["main", "express", "stream"])
def test_everything_is_described(whole):
    said = list(said_of(whole))
    assert len(said) > 200
    wrong = [f"{place}: {text!r}" for place, name, text in said if is_trivial(name, text)]
    assert not wrong, wrong


def test_every_text_of_the_table_is_used():
    used = set()
    for whole in (MAIN, EXPRESS, STREAM):
        for name, shape in whole["components"]["schemas"].items():
            used |= {key_of(name, field) for field in shape.get("properties", {})}
    for item in ROUTES:
        kind = item.query.__name__
        used |= {
            key_of(kind, field, is_query=True) for field in item.query.__struct_encode_fields__
        }
        for name in re.findall(r"\{(\w+)\}", item.path):
            used |= {f"{{{name}}}"} & texts().keys() or {f"?{name}"}
    unused = texts().keys() - used
    assert not unused, sorted(unused)


@pytest.mark.parametrize(
    ("name", "text"),
    [("marketId", ""), ("marketId", "the market id"), ("tradeFee", "fee of the trade"), ("x", "x"),
     ("margin", "Margin; USD, 6 decimals")],
)  # fmt: skip
def test_a_text_that_repeats_the_name_is_found(name, text):
    assert is_trivial(name, text)


def test_units_and_decimals_follow_the_words():
    shapes = document(Base.MAIN, ROUTES, "1")["components"]["schemas"]
    fee = shapes["Trade"]["properties"]["tradeFee"]["description"]
    assert fee == "Maker and taker fee of the trade, rounded up; USD, 6 decimals"
    price = shapes["Position"]["properties"]["liquidationPrice"]["description"]
    assert price.endswith("null when none does; USD, 8 decimals")
