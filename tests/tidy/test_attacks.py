"""docs/attacks.md: every attack in the table has the tests that it names."""

import ast
import re
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ATTACKS_MIN = 60
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$")
TEST = re.compile(r"`(tests/[a-z0-9_/]+\.py)::(test_[a-z0-9_]+)`")


def rows() -> list[tuple[int, str, str, str]]:
    lines = (ROOT / "docs" / "attacks.md").read_text().splitlines()
    found = [match for line in lines if (match := ROW.match(line))]
    return [(int(row[1]), row[2], row[3], row[4]) for row in found]


@lru_cache
def names_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def test_the_attacks_are_numbered_and_enough():
    assert [number for number, *_ in rows()] == list(range(1, len(rows()) + 1))
    assert len(rows()) >= ATTACKS_MIN
    names = [attack for _, attack, _, _ in rows()]
    assert len(set(names)) == len(names)


def test_every_attack_names_tests_that_exist():
    for number, _, _, cell in rows():
        named = TEST.findall(cell)
        assert named, number
        for path, name in named:
            assert (ROOT / path).is_file(), (number, path)
            assert name in names_in(ROOT / path), (number, path, name)
