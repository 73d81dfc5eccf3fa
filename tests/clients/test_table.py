"""The page of the clients: every method of the node has its row, and every row of it is right."""

import pytest

from chain.node.server.dispatcher import METHODS
from chain.node.server.topics import UNSUBSCRIBERS
from tests.clients.table import (
    CLIENTS,
    CONFIRMATIONS,
    COUNTED,
    NO_CALL,
    OK,
    PAGE,
    columns_of,
    differences,
    text_of,
)


@pytest.fixture(scope="module")
def columns():
    return columns_of(PAGE.read_text())


def test_every_method_of_the_node_has_a_row(columns):
    rows = columns["kit"]
    subscribers = {name.replace("Unsubscribe", "Subscribe") for name in UNSUBSCRIBERS}
    served = {*METHODS, *subscribers}
    assert not served - rows.keys()


def test_every_client_has_a_column_and_each_cell_is_right_or_empty(columns):
    assert list(columns) == list(CLIENTS)
    for client, cells in columns.items():
        assert cells.pop(COUNTED) == str(CONFIRMATIONS)
        assert CONFIRMATIONS > 200
        assert set(cells.values()) <= {OK, NO_CALL}, client
        assert OK in cells.values()


def test_the_page_is_what_its_columns_give(columns):
    again = columns_of(PAGE.read_text())
    kept = {
        client: {row: cell for row, cell in cells.items() if cell != NO_CALL}
        for client, cells in again.items()
    }
    assert text_of(kept) == PAGE.read_text()
    assert not differences(PAGE.read_text(), kept)


def test_a_difference_is_found():
    page = PAGE.read_text()
    kept = columns_of(page)
    kept["kit"]["getSlot"] = "no: HTTP error (429): Too Many Requests"
    kept["umi"].pop("memo")
    kept["gill"]["getNothing"] = OK
    assert len(differences(page, kept)) == 3
