"""Which handler a path finds."""

import pytest

from edge.http.table import Table


async def handler(_request, _path):
    raise AssertionError("not called here")


def table_of(*routes: str) -> Table:
    table = Table()
    for line in routes:
        method, path = line.split()
        table.add(method, path, handler)
    return table


TABLE = (
    "GET /a/{x}",
    "POST /a/batch",
    "GET /a/{x}/c",
    "POST /a/batch/d",
    "GET /user/{user}/b/{id}",
    "GET /{w}/batch",
    "GET /",
)


@pytest.mark.parametrize(
    ("method", "path", "template", "values"),
    [
        ("GET", "/", "/", {}),
        ("GET", "/a/1", "/a/{x}", {"x": "1"}),
        ("POST", "/a/batch", "/a/batch", {}),
        ("GET", "/a/batch", "/a/{x}", {"x": "batch"}),  # the literal part has no GET
        ("GET", "/z/batch", "/{w}/batch", {"w": "z"}),
        ("GET", "/a/batch/c", "/a/{x}/c", {"x": "batch"}),  # and goes no further here
        ("GET", "/a/p%2Fq%2525", "/a/{x}", {"x": "p/q%25"}),
        ("GET", "/user//b/7", "/user/{user}/b/{id}", {"user": "", "id": "7"}),
    ],
)
def test_a_literal_part_wins_over_a_parameter_that_fits_as_well(method, path, template, values):
    place, found = table_of(*TABLE).find(path, method)
    assert (place.template, found) == (template, values)


@pytest.mark.parametrize(
    ("method", "path", "methods"),
    [
        ("PUT", "/a/batch", {"GET", "POST"}),
        ("GET", "/a/batch/d", {"POST"}),
        ("GET", "/a/", set()),  # only a user may be blank
        ("GET", "/user/u/b/", set()),
        ("GET", "/a", set()),
        ("GET", "/a/1/c/", set()),
        ("GET", "*", set()),
    ],
)
def test_a_path_that_is_not_found_tells_its_other_methods(method, path, methods):
    assert table_of(*TABLE).find(path, method) == methods


def test_a_method_of_a_path_has_one_handler():
    with pytest.raises(AssertionError):
        table_of("GET /a/{x}", "GET /a/{x}")
