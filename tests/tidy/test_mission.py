"""docs/mission.md: every verifiable item has a test that exists, or a reason."""

import re
from collections import Counter

from tests.tidy.test_attacks import ROOT, names_in
from tests.tidy.tree import text_of

LAST = 455
ROW = re.compile(r"^\| (M\d{3}(?: M\d{3})*) \| ([^|]+) \| (.+) \|$")
PYTHON = re.compile(r"`(tests/[a-z0-9_/]+\.py)::(test_[a-z0-9_]+)`")
WEB = re.compile(
    r"`((?:web/src|sdk/typescript|tests/browser)/[\w./-]+\.(?:ts|tsx|mjs))` \"([^\"]+)\""
)
REASON = re.compile(r"(?:in work|web: [a-z][a-z ,-]+)")
WORDS_MAX = 6


def rows() -> list[tuple[list[str], str, str]]:
    lines = text_of("docs/mission.md").splitlines()
    table = [line for line in lines if line.startswith("| M")]
    found = [match for line in table if (match := ROW.match(line))]
    assert len(found) == len(table), "a row that is none"
    return [(row[1].split(), row[2], row[3]) for row in found]


def test_every_item_stands_there_once():
    listed = Counter(name for names, _, _ in rows() for name in names)
    assert listed == Counter(f"M{number:03}" for number in range(1, LAST + 1))


def test_every_item_has_a_name():
    named = re.findall(r"^- (M\d{3}): \S", text_of("docs/mission.md"), re.M)
    assert named == [f"M{number:03}" for number in range(1, LAST + 1)]


def test_every_item_has_a_test_or_a_reason():
    for names, words, cell in rows():
        rest = WEB.sub("", PYTHON.sub("", cell)).strip(", ")
        has_tests = bool(PYTHON.search(cell) or WEB.search(cell))
        assert rest == "" if has_tests else REASON.fullmatch(rest), (names, cell)
        assert len(words.split()) <= WORDS_MAX, names


def test_every_test_that_is_named_exists():
    for names, _, cell in rows():
        for path, name in PYTHON.findall(cell):
            assert (ROOT / path).is_file(), (names, path)
            assert name in names_in(ROOT / path), (names, path, name)
        for path, name in WEB.findall(cell):
            assert (ROOT / path).is_file(), (names, path)
            assert name in text_of(path), (names, path, name)
