"""The reference pages have every call, every type, and what a caller needs of them."""

import re

from edge.core.settings import VERSION
from edge.generate.reference import FOLDER, PAGES, reference_pages
from edge.generate.shapes import schemas
from edge.http.openapi.document import document
from edge.http.openapi.recorded import key_of, recorded
from edge.http.route import ROUTES, Base


def pages() -> dict[str, str]:
    documents = {base: document(base, ROUTES, VERSION) for base in Base}
    return {path.stem: text for path, text in reference_pages(documents).items()}


def test_each_call_and_each_type_has_one_place():
    text = "\n".join(pages().values())
    calls = re.findall(r"^## ((?:GET|POST|PUT) /\S+)$", text, re.M)
    assert sorted(calls) == sorted(key_of(item) for item in ROUTES)
    types = schemas({base: document(base, ROUTES, VERSION) for base in Base})
    for name in types:
        assert len(re.findall(rf"^###? {name}$", text, re.M)) == 1, name


def test_links_to_types_lead_to_them():
    found = pages()
    count = 0
    for page, text in found.items():
        for name, home, anchor in re.findall(r"\[(\w+)\]\(([\w-]*)(?:\.md)?#(\w+)\)", text):
            count += 1
            assert anchor == name.lower()
            assert re.search(rf"^###? {name}$", found[home or page], re.M), (page, name)
    assert count > 400


def test_a_section_says_parameters_cost_refusals_and_an_example():
    text = pages()["markets"]
    section = text.partition("## GET /express/v1/market/{symbol}/candles\n")[2].partition("\n## ")[
        0
    ]
    assert "| `symbol` | path | string | Symbol of a market" in section
    assert re.search(r"Costs 1 to \d+ tokens, by the rows that are asked for, of the ", section)
    assert "`public`: 50 a second, burst 200." in section
    assert "default `false`" in text
    assert "`MARKET_NOT_FOUND`" in section
    assert "curl 'http://127.0.0.1:8080/express/v1/market/{symbol}/candles'" in section
    example = recorded()["GET /express/v1/market/{symbol}/candles"]
    assert f'"symbol": "{example["symbol"]}"' in section


def test_a_call_without_a_body_says_so():
    text = "\n".join(pages().values())
    sections = dict(re.findall(r"^## ((?:POST|PUT) /\S+)\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    bodies = {key_of(item): item.body for item in ROUTES if item.method != "GET"}
    assert sections.keys() == bodies.keys()
    for call, section in sections.items():
        assert ("\nNo body.\n" in section) is (bodies[call] is None), call
        assert ("\nBody" in section) is (bodies[call] is not None), call


def test_every_type_has_fields():
    types = schemas({base: document(base, ROUTES, VERSION) for base in Base})
    assert [name for name, shape in types.items() if not shape.get("properties")] == []


def test_the_index_names_every_page():
    index = pages()["README"]
    for name in (*PAGES, "types"):
        assert f"]({name}.md)" in index
    assert str(FOLDER) == "docs/reference/api"
