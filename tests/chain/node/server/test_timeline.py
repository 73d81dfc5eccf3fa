import random

import pytest
from solders.hash import Hash
from solders.signature import Signature

from chain.node.encoding import base58
from chain.node.errors import describe_transaction_error
from chain.node.state.timeline import Anchor, SkippedRange, Timeline


def make_timeline(*skips: tuple[int, int]) -> Timeline:
    anchors = [
        Anchor(slot=1, unix_ms=10_000, slot_ms=400),
        Anchor(slot=50, unix_ms=90_000, slot_ms=100),
    ]
    return Timeline(anchors, [SkippedRange(first=first, last=last) for first, last in skips])


def test_heights_and_parents_agree_with_counting_by_hand() -> None:
    seed = 7
    chance = random.Random(seed)
    for _ in range(50):
        starts = sorted(chance.sample(range(1, 100, 4), 6))
        skips = [(start, start + chance.randrange(3)) for start in starts]
        timeline = make_timeline(*skips)
        skipped = {slot for first, last in skips for slot in range(first, last + 1)}
        blocks = [slot for slot in range(120) if slot not in skipped]
        assert timeline.block_range(0, 119, 1_000) == blocks
        for height, slot in enumerate(blocks):
            assert timeline.block_height(slot) == height
            assert timeline.parent(slot) == (blocks[height - 1] if height else 0)
        for slot in range(120):
            assert timeline.has_block(slot) == (slot not in skipped)
            assert timeline.block_at_or_before(slot) == max(b for b in blocks if b <= slot)


def test_time_follows_the_anchors_and_never_goes_back() -> None:
    timeline = make_timeline()
    assert timeline.unix_ms(1) == 10_000
    assert timeline.unix_ms(3) == 10_800
    assert timeline.unix_ms(51) == 90_100
    late = Timeline(
        [Anchor(slot=1, unix_ms=0, slot_ms=1000), Anchor(slot=10, unix_ms=5_000, slot_ms=1000)], []
    )
    times = [late.unix_ms(slot) for slot in range(1, 20)]
    assert times == sorted(times)


def test_skipped_ranges_come_in_order() -> None:
    timeline = make_timeline((5, 6))
    with pytest.raises(AssertionError):
        timeline.add_skip(SkippedRange(first=6, last=7))


def test_base58_agrees_with_the_library() -> None:
    for data in (bytes(32), bytes(range(32)), bytes([0, 0, 255]) * 10 + b"ab"):
        assert base58.encode(data) == str(Hash.from_bytes(data))
        assert base58.decode(base58.encode(data)) == data
    assert base58.encode(bytes(range(64))) == str(Signature.from_bytes(bytes(range(64))))
    assert base58.encode(b"") == ""
    assert base58.decode("") == b""
    with pytest.raises(ValueError, match="base58"):
        base58.decode("0")


def test_errors_are_put_into_words() -> None:
    custom: object = {"InstructionError": [2, {"Custom": 17}]}
    assert describe_transaction_error(custom).endswith("2: custom program error: 0x11")
    named: object = {"InstructionError": [0, "MissingRequiredSignature"]}
    assert describe_transaction_error(named).endswith("missing required signature")
    rent: object = {"InsufficientFundsForRent": {"account_index": 3}}
    assert "(3)" in describe_transaction_error(rent)
    assert describe_transaction_error("BlockhashNotFound") == "Blockhash not found"
    assert describe_transaction_error("AccountInUse") == "Account in use"
    assert describe_transaction_error({"Other": 1}) == "{'Other': 1}"
