"""Deprecated calls: the client warns of each once, by what the service says."""

import warnings

import pytest
from solders.keypair import Keypair

from acre_sdk import AcreClient, DeprecatedCall, deprecation
from acre_sdk.deprecation import WARNED_MAX, warn_if_deprecated

MARKED = {"Deprecation": "@1", "Link": '</docs>; rel="deprecation"'}


@pytest.fixture(autouse=True)
def unwarned(monkeypatch):
    monkeypatch.setattr(deprecation, "_warned", set())


async def test_a_call_that_the_service_marks_is_warned_of_once(service):
    url = str(service.client.make_url("/"))
    async with AcreClient(url, Keypair()) as client:
        asked = {"liquidity": "1000000", "user": client.address}
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            first = await client.main.get_quote_add_liquidity(**asked)
            second = await client.main.get_quote_add_liquidity(**asked)
        (one,) = seen
        assert one.category is DeprecatedCall
        text = str(one.message)
        assert text.startswith("GET /quote/add-liquidity is deprecated and may end on Wed, 01 Dec")
        assert "</docs/developers/versioning.html>" in text
        assert first == second
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            kept = await client.main.get_user_by_user_quote_add_liquidity(
                client.address, liquidity="1000000"
            )
        assert kept == first


def test_calls_that_differ_by_wallet_or_id_are_one():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for number in range(3):
            wallet = Keypair().pubkey()
            warn_if_deprecated("GET", f"/user/{wallet}/orders/{number}", MARKED)
    (one,) = seen
    assert str(one.message).startswith("GET /user/…/orders/… is deprecated; see </docs>")


def test_warnings_end_at_a_bound():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for number in range(2 * WARNED_MAX):
            warn_if_deprecated("GET", f"/call-{number}", MARKED)
    assert len(seen) == WARNED_MAX


def test_an_unmarked_call_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_if_deprecated("GET", "/status", {"Link": MARKED["Link"]})
