"""Blocks decoded without what is never read: nothing else may be different."""

import base64
import random

import orjson
import pytest

from chain.client.block_answer import decode_block_answer
from chain.follower.blocks import BadBlock, read_block
from tests.chain.commands.test_fuzz import FACTS, SEED, meta_of, mutated, transactions
from tests.chain.follower.test_hostile import block_of

CASES = 3_000


def answer() -> dict[str, object]:
    """An answer with a command of each version, and with parts that are never read."""
    raws = transactions()
    block = block_of(*((raw, {**meta_of(raw), "logMessages": ["Program log: x"]}) for raw in raws))
    for row in block["transactions"]:
        row["version"] = "legacy"
    return {"jsonrpc": "2.0", "id": 7, "result": {**block, "blockTime": 5, "rewards": []}}


def reading_of(decoded) -> object:
    """What the follower makes of a decoded answer."""
    if not isinstance(decoded, dict):
        return "no answer"
    error, result = decoded.get("error"), decoded.get("result")
    try:
        read = read_block(2, result, None, FACTS)
    except BadBlock as bad:
        return decoded.get("id"), error, str(bad)
    return decoded.get("id"), error, read


def test_a_block_is_read_as_if_it_were_decoded_whole():
    source, seen = random.Random(SEED), set()
    honest = answer()
    for number in range(CASES):
        damaged = honest
        for _ in range(number % 4):
            damaged = mutated(source, damaged)
        if str(2**64) in repr(damaged):  # no JSON number of every reader; a parent of no block
            continue
        body = orjson.dumps(damaged)
        reading = reading_of(decode_block_answer(body))
        assert reading == reading_of(orjson.loads(body)), (SEED, body)
        seen.add(repr(reading))
    assert len(seen) > 20


def test_what_is_never_read_makes_no_objects():
    (row, *_) = decode_block_answer(orjson.dumps(answer()))["result"]["transactions"]
    assert set(row) == {"transaction", "meta"}
    assert set(row["meta"]) == {"err", "preTokenBalances", "postTokenBalances", "loadedAddresses"}


@pytest.mark.parametrize("row", [None, 5, [], {"meta": 5}, {"meta": []}, {"meta": {"err": 5}}])
def test_a_row_of_another_shape_does_not_hide_the_others(row):
    odd = answer()
    odd["result"]["transactions"].insert(1, row)
    read = read_block(2, decode_block_answer(orjson.dumps(odd))["result"], None, FACTS)
    assert [found.origin.transaction_index for found in read.found] == [0, 2, 3]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"id":7',
        b'{"id":7} {}',
        b'{"result":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"result":{"rewards":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b'{"result":{"transactions":[{"transaction":["\xff","base64"]}]}}',
        b'{"result":{"transactions":[{"transaction":["\\ud800","base64"]}]}}',
    ],
)
def test_what_is_no_json_is_refused(body):
    with pytest.raises(orjson.JSONDecodeError):
        decode_block_answer(body)


@pytest.mark.parametrize("body", [b"5", b"[]", b'"x"', b"null", b'{"result":5}', b'{"result":[]}'])
def test_an_answer_of_another_shape_is_decoded_whole(body):
    assert decode_block_answer(body) == orjson.loads(body)


def test_of_a_transaction_the_bytes_are_the_nodes_own():
    raws = [base64.b64decode(row["transaction"][0]) for row in answer()["result"]["transactions"]]
    decoded = decode_block_answer(orjson.dumps(answer()))["result"]["transactions"]
    assert [base64.b64decode(row["transaction"][0]) for row in decoded] == raws == transactions()
