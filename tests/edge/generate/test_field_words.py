"""The generated types of both SDKs say what each of their fields means."""

import ast
import copy
import inspect
import re
from itertools import pairwise

import pytest

from acre_sdk.generated import models as m
from acre_sdk.models import Model
from edge.generate.__main__ import PYTHON_PAGE, ROOT, TYPESCRIPT, files
from edge.generate.python import models_module
from edge.generate.python_page import meanings
from edge.generate.typescript import types_module
from edge.http.route import Base
from tests.edge.described import document_of

MODELS = {
    name: kind
    for name, kind in vars(m).items()
    if isinstance(kind, type) and issubclass(kind, Model) and kind is not Model
}


def said_of(source: str) -> dict[str, dict[str, str]]:
    """Return what each class of a module says of its fields."""
    classes = (one for one in ast.parse(source).body if isinstance(one, ast.ClassDef))
    return {one.name: meanings(one)[1] for one in classes}


def test_every_field_of_a_model_has_its_meaning():
    said = said_of(inspect.getsource(m))
    assert len(MODELS) > 250
    assert said.keys() == MODELS.keys()
    for name, kind in MODELS.items():
        assert tuple(said[name]) == kind.__struct_fields__, name
        assert all(said[name].values()), name
    assert said["Trade"]["trade_fee"].endswith("; USD, 6 decimals")


def test_the_words_of_models_are_those_of_python():
    wrong = [name for name, kind in MODELS.items() if re.search(r"\bnull\b", kind.__doc__ or "")]
    assert not wrong
    assert "`first_published_at`" in m.Source.__doc__
    assert "`priceMove`" in m.AlertBody.__doc__  # a value, not a field


def uncommented(source: str) -> list[str]:
    """Return the fields of interfaces that have no comment above them."""
    lines = source.splitlines()
    parts = re.compile(r" {4}readonly (?:path|query|body|answer|code): ")  # of a call
    return [
        line.strip()
        for before, line in pairwise(lines)
        if re.match(r' +readonly "?[\w-]+"?\??: ', line)
        and not parts.match(line)
        and not before.endswith("*/")
    ]


@pytest.mark.parametrize("name", ["api.ts", "streams.ts"])
def test_every_field_of_an_interface_has_a_comment(name):
    source = (ROOT / TYPESCRIPT / name).read_text()
    assert source.count("/**") > 200
    assert uncommented(source) == []
    assert all(len(line) <= 100 for line in source.splitlines() if re.match(r" *(/\*)?\*", line))
    assert uncommented("{\n  readonly a: string;\n}\n") == ["readonly a: string;"]


@pytest.mark.parametrize("made", [models_module, types_module])
def test_a_field_without_a_meaning_is_not_generated(made):
    documents = {base: copy.deepcopy(document_of(base)) for base in Base}
    assert made(documents)
    for document in documents.values():
        fields = document["components"]["schemas"].get("Trade", {}).get("properties", {})
        fields.get("tradeFee", {}).pop("description", None)
    with pytest.raises(KeyError, match="description"):
        made(documents)


def test_the_page_of_the_python_client_has_the_meaning_of_each_field():
    page = (ROOT / PYTHON_PAGE).read_text()
    rows = re.findall(r"^\| `(\w+)` \| `[^|]*(?:\\\|[^|]*)*` \| (.*) \|$", page, re.M)
    assert len(rows) > 300
    assert all(meaning for _, meaning in rows)
    fields = page.partition("## Types\n")[2].count("\n| `")
    assert fields == len(rows)


def test_no_text_for_callers_names_a_chapter_of_the_rules():
    named = re.compile(r"\(API \d")
    for path, text in files().items():
        if path.suffix == ".md" or path.parent == TYPESCRIPT or path.name == "models.py":
            assert not named.search(text), path
