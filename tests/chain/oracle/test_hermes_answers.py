import json

import orjson
import pytest

from chain.oracle.hermes_answers import FeedPrice, feed_id_of, missing_ids, read_answer
from chain.oracle.source import PRICE_E8_MAX
from tests.chain.oracle.hermes_server import AUSTIN, DALLAS, Feed, parsed, update

NOW_S = 1_800_000_000
GOOD = Feed("41250123456789", "25000000000", -11, NOW_S - 1)


def read(*feeds: Feed):
    return read_answer(json.dumps(update(dict(zip((AUSTIN, DALLAS), feeds, strict=False)))), NOW_S)


def test_an_update_is_exact():
    answer = read(GOOD)
    # 412.50123456789 and 0.25, in units of 1e-8
    assert answer.prices == [FeedPrice(AUSTIN, 412_50123457, 25000000, NOW_S - 1)]
    assert (answer.named, answer.refused) == ({AUSTIN}, [])


def test_an_id_may_have_a_prefix_and_capitals():
    entry = parsed("0x" + AUSTIN.upper(), GOOD)
    answer = read_answer(orjson.dumps({"parsed": [entry]}), NOW_S)
    assert [price.feed_id for price in answer.prices] == [AUSTIN]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"price": "0"}, "a price that is not above zero"),
        ({"price": "-5"}, "a price that is not above zero"),
        ({"price": "1.5"}, "a price that is no whole number"),
        ({"price": "1e9"}, "a price that is no whole number"),
        ({"price": ""}, "a price that is no whole number"),
        ({"price": "9" * 20}, "a price that is no whole number"),
        ({"conf": "-1"}, "a price that is no whole number"),
        ({"conf": "41250123456790"}, "a confidence interval wider than the price"),
        ({"expo": -19}, "an exponent outside -18…18"),
        ({"expo": 19}, "an exponent outside -18…18"),
        ({"expo": 0}, "a price that is too small or too large"),
        ({"price": "1", "conf": "0", "expo": -18}, "a price that is too small or too large"),
        ({"publish_time": NOW_S + 61}, "a publish time in the future or before 1970"),
        ({"publish_time": 0}, "a publish time in the future or before 1970"),
        ({"publish_time": -1}, "a publish time in the future or before 1970"),
        ({"price": 5}, "an entry of another shape"),
        ({"expo": "-8"}, "an entry of another shape"),
        ({"publish_time": 1.5}, "an entry of another shape"),
        ({"publish_time": 2**70}, "a publish time in the future or before 1970"),
        ({"price": None}, "an entry of another shape"),
    ],
)
def test_a_bad_price_is_left_out_and_the_others_stand(change, reason):
    bad = Feed(**{**vars(GOOD), **change})
    answer = read(bad, GOOD)
    assert [price.feed_id for price in answer.prices] == [DALLAS]
    assert answer.refused == [reason]


def test_the_bounds_are_included():
    largest = Feed(str(PRICE_E8_MAX), str(PRICE_E8_MAX), -8, NOW_S + 60)
    assert read(largest).prices == [FeedPrice(AUSTIN, PRICE_E8_MAX, PRICE_E8_MAX, NOW_S + 60)]
    assert read(Feed(str(PRICE_E8_MAX + 1), "0", -8, NOW_S)).prices == []


@pytest.mark.parametrize("name", ["", "zz" * 32, AUSTIN[:-1], AUSTIN + "0", "0x0x" + AUSTIN])
def test_an_id_that_is_none_is_refused(name):
    answer = read_answer(orjson.dumps({"parsed": [parsed(name, GOOD)]}), NOW_S)
    assert (answer.prices, answer.refused) == ([], ["an id that is none"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'"Price"',
        b'{"parsed":null}',
        b'{"parsed":{}}',
        b'{"parsed":[',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"parsed":[' + b"[" * 100_000,
        b'{"parsed":[{"id":' + b'{"a":' * 100_000,
        b'{"binary":' + b"[" * 100_000,
    ],
)
def test_non_updates_are_none(body):
    assert read_answer(body, NOW_S) is None


@pytest.mark.parametrize(
    ("feed", "feed_id"),
    [
        (f"pyth:{AUSTIN}", AUSTIN),
        (f"pyth:0x{AUSTIN.upper()}", AUSTIN),
        (f"pyth:{AUSTIN}0", None),
        (f"index:{AUSTIN}", None),
        (AUSTIN, None),
        ("index:AUS", None),
        ("pyth:", None),
    ],
)
def test_the_feed_of_a_market(feed, feed_id):
    assert feed_id_of(feed) == feed_id


def test_a_404_names_only_ids_that_were_asked_for():
    text = f"Price ids not found: 0x{DALLAS}, 0x{'11' * 32}"
    assert missing_ids(text, [AUSTIN, DALLAS]) == {DALLAS}
    assert missing_ids("Update data not found", [AUSTIN]) == set()
