"""Hermes answers parsed into observations: every field is validated.

Shapes: `PriceUpdate` of the Hermes v2 API (`parsed[].id`, `.price.{price, conf, expo,
publish_time}`; price and conf are strings, the real value is price · 10^expo). Other fields, the
binary update among them, are passed over.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from chain.oracle.decimals import confidence_to_e8, price_to_e8
from chain.oracle.source import PRICE_E8_MAX

EXPO_MAX: Final = 18  # either way; prices of Pyth have -12 to 0
FUTURE_MAX_S: Final = 60  # clocks differ; a print further ahead is a mistake
_FEED: Final = re.compile(r"pyth:(?:0x)?([0-9a-fA-F]{64})")
_ID: Final = re.compile(r"(?:0x)?([0-9a-fA-F]{64})(?![0-9a-fA-F])")
_PRICE: Final = re.compile(r"-?[0-9]{1,19}")
_CONFIDENCE: Final = re.compile(r"[0-9]{1,20}")


class _Price(msgspec.Struct):
    price: str
    conf: str
    expo: int
    publish_time: int


class _Parsed(msgspec.Struct):
    id: str
    price: _Price


class _Update(msgspec.Struct):
    parsed: list[msgspec.Raw] | None = None


_UPDATE: Final = msgspec.json.Decoder(_Update)
_PARSED: Final = msgspec.json.Decoder(_Parsed)
# The last: a text that is nested without end.
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class FeedPrice(NamedTuple):
    """One feed's price, in whole 1e-8 units; the id is 64 lower-case hex digits."""

    feed_id: str
    price_e8: int
    confidence_e8: int
    published_at_s: int


class Answer(NamedTuple):
    """The prices that can be used, the ids that were named, and why others were left out."""

    prices: list[FeedPrice]
    named: set[str]
    refused: list[str]


def feed_id_of(price_feed: str) -> str | None:
    """Return the 64 lower-case hex digits of `pyth:<id>`, None for any other feed."""
    match = _FEED.fullmatch(price_feed)
    return match[1].lower() if match is not None else None


def missing_ids(text: str, asked: Sequence[str]) -> set[str]:
    """Return the requested ids that the body of a 404 names."""
    return {match[1].lower() for match in _ID.finditer(text)} & set(asked)


def read_answer(body: bytes | str, now_s: int) -> Answer | None:
    """Read an update; None: it is none. A feed with a bad price is left out, the others count."""
    try:
        parsed = _UPDATE.decode(body).parsed
    except UNREADABLE:
        return None
    if parsed is None:
        return None
    answer = Answer([], set(), [])
    for raw in parsed:
        try:
            one = _PARSED.decode(raw)
        except UNREADABLE:
            answer.refused.append("an entry of another shape")
            continue
        feed_id = _ID.fullmatch(one.id)
        if feed_id is None:
            answer.refused.append("an id that is none")
            continue
        answer.named.add(feed_id[1].lower())
        price = _feed_price(feed_id[1].lower(), one.price, now_s)
        if isinstance(price, str):
            answer.refused.append(price)
        else:
            answer.prices.append(price)
    return answer


def _feed_price(feed_id: str, said: _Price, now_s: int) -> FeedPrice | str:
    """Return the price, or why it cannot be one."""
    if _PRICE.fullmatch(said.price) is None or _CONFIDENCE.fullmatch(said.conf) is None:
        return "a price that is no whole number"
    if not -EXPO_MAX <= said.expo <= EXPO_MAX:
        return f"an exponent outside -{EXPO_MAX}…{EXPO_MAX}"
    mantissa, confidence = int(said.price), int(said.conf)
    if mantissa <= 0:
        return "a price that is not above zero"
    if confidence > mantissa:
        return "a confidence interval wider than the price"
    if not 0 < said.publish_time <= now_s + FUTURE_MAX_S:
        return "a publish time in the future or before 1970"
    price_e8 = price_to_e8(mantissa, said.expo)
    if not 1 <= price_e8 <= PRICE_E8_MAX:
        return "a price that is too small or too large"
    confidence_e8 = min(confidence_to_e8(confidence, said.expo), price_e8)
    return FeedPrice(feed_id, price_e8, confidence_e8, said.publish_time)
