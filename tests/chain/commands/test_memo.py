"""Memos: one spelling per command; golden texts are in `golden/` beside this file."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chain.client.addresses import to_base58
from chain.commands.lines import (
    I64_MAX,
    NONCE_MAX,
    READERS,
    TIME_MAX,
    U32_MAX,
    U64_MAX,
    write_value,
)
from chain.commands.memo import Memo, MemoError, has_magic, parse, parse_bytes, render
from chain.commands.spec import WALLET_COMMANDS, FieldKind

GOLDEN = Path(__file__).parent / "golden"
CHAIN = "localnet"
OWNER = bytes(range(1, 33))

EXAMPLES = {
    "create-margin-account": Memo(
        name="create-margin-account",
        fields={"account": 1, "name": "Miami book", "amount": 1_500_000},
        nonce=17,
        expires=1_234_567,
    ),
    "create-margin-account-bare": Memo(
        name="create-margin-account", fields={"account": 0}, nonce=1, expires=150
    ),
    "close-margin-account": Memo(
        name="close-margin-account", fields={"account": 4_294_967_295}, nonce=2, expires=150
    ),
    "deposit-margin": Memo(
        name="deposit-margin", fields={"account": 1, "amount": 1}, nonce=3, expires=151
    ),
    "deposit-margin-owner": Memo(
        name="deposit-margin",
        fields={"owner": OWNER, "account": 1, "amount": 10**13},
        nonce=3,
        expires=151,
    ),
    "withdraw-margin": Memo(
        name="withdraw-margin",
        fields={"account": 1, "amount": 250_000_000, "tip": 1_000},
        nonce=4,
        expires=152,
    ),
    "modify-position": Memo(
        name="modify-position",
        fields={"account": 1, "market": "MIA", "size": 2_500_000, "limit": 30_125_000_000},
        nonce=17,
        expires=1_234_567,
    ),
    "modify-position-delegate": Memo(
        name="modify-position",
        fields={
            "owner": OWNER,
            "account": 2,
            "market": "TX-AUS-2",
            "size": -1,
            "limit": 1,
        },
        nonce=18,
        expires=1_234_567,
    ),
    "close-position": Memo(
        name="close-position",
        fields={"account": 1, "market": "MIA", "limit": 29_000_000_000},
        nonce=19,
        expires=1_234_567,
    ),
    "close-position-part": Memo(
        name="close-position",
        fields={"account": 1, "market": "MIA", "size": 500_000, "limit": 29_000_000_000},
        nonce=19,
        expires=1_234_567,
    ),
    "modify-positions": Memo(
        name="modify-positions",
        fields={
            "account": 1,
            "leg": (("AUS", 2_500_000, 30_125_000_000), ("DAL", -1_000_000, 29_000_000_000)),
        },
        nonce=19,
        expires=1_234_567,
    ),
    "modify-positions-delegate": Memo(
        name="modify-positions",
        fields={
            "owner": OWNER,
            "account": 2,
            "leg": (("TX-AUS-2", -1, 1), ("MIA", 10**13, 10**13), ("DAL", 1, 1)),
        },
        nonce=19,
        expires=1_234_567,
    ),
    "modify-position-bracket": Memo(
        name="modify-position",
        fields={
            "account": 1,
            "market": "MIA",
            "size": 2_500_000,
            "limit": 30_125_000_000,
            "stop": 27_000_000_000,
            "target": 35_000_000_000,
        },
        nonce=17,
        expires=1_234_567,
    ),
    "place-perp-order-update": Memo(
        name="place-perp-order",
        fields={
            "account": 1,
            "market": "MIA",
            "fill": 0,
            "size": 10_000_000,
            "worst-price": 40_150_000_000,
            "until": 1_798_675_200,
            "stop": 36_000_000_000,
            "target": 45_000_000_000,
        },
        nonce=19,
        expires=1_234_567,
    ),
    "place-perp-order-trailing": Memo(
        name="place-perp-order",
        fields={
            "owner": OWNER,
            "account": 2,
            "market": "TX-AUS-2",
            "fill": 4,
            "trigger-by": 1,
            "reduce-only": 1,
            "whole-position": 1,
            "trail": 50_000,
            "until": 1_798_675_200,
            "group": 7,
        },
        nonce=19,
        expires=1_234_567,
    ),
    "amend-perp-order": Memo(
        name="amend-perp-order",
        fields={
            "account": 1,
            "order": 2**64 - 1,
            "size": -1,
            "trigger": 1,
            "worst-price": 39_000_000_000,
            "until": 1_798_675_200,
        },
        nonce=19,
        expires=1_234_567,
    ),
    "cancel-perp-order": Memo(
        name="cancel-perp-order", fields={"account": 1, "order": 12}, nonce=19, expires=1_234_567
    ),
    "cancel-perp-orders": Memo(
        name="cancel-perp-orders", fields={"account": 1}, nonce=19, expires=1_234_567
    ),
    "cancel-perp-orders-market": Memo(
        name="cancel-perp-orders",
        fields={"owner": OWNER, "account": 1, "market": "MIA"},
        nonce=19,
        expires=1_234_567,
    ),
    "set-delegate": Memo(
        name="set-delegate", fields={"delegate": OWNER}, nonce=20, expires=1_234_567
    ),
    "set-delegate-terms": Memo(
        name="set-delegate",
        fields={
            "delegate": OWNER,
            "until": 1_796_083_200,
            "notional-per-day": 10_000_000_000,
            "markets": ("AUS", "HOU"),
        },
        nonce=20,
        expires=1_234_567,
    ),
    "set-delegate-none": Memo(
        name="set-delegate", fields={"delegate": bytes(32)}, nonce=20, expires=1_234_567
    ),
    "add-liquidity": Memo(
        name="add-liquidity", fields={"amount": 10_000_000_000_000}, nonce=21, expires=9
    ),
    "process-settlement-requests": Memo(
        name="process-settlement-requests",
        fields={"owner": OWNER, "requests": (0, 1, 18_446_744_073_709_551_615)},
        nonce=22,
        expires=9,
    ),
    "claim-deposit": Memo(name="claim-deposit", fields={"deposit": 7}, nonce=23, expires=9),
    "liquidate": Memo(name="liquidate", fields={"owner": OWNER, "account": 3}, nonce=24, expires=9),
    "liquidate-fee-account": Memo(
        name="liquidate",
        fields={"owner": OWNER, "account": 3, "fee-account": 0},
        nonce=24,
        expires=9,
    ),
    "remove-liquidity": Memo(
        name="remove-liquidity",
        fields={"position": 18_446_744_073_709_551_615, "shares": 2_500_000},
        nonce=25,
        expires=9,
    ),
    "remove-liquidity-tip": Memo(
        name="remove-liquidity",
        fields={"position": 2, "shares": 1, "tip": 1_000},
        nonce=25,
        expires=9,
    ),
    "close-lp-position": Memo(
        name="close-lp-position", fields={"position": 2}, nonce=26, expires=9
    ),
    "upgrade-lp-account": Memo(name="upgrade-lp-account", fields={}, nonce=27, expires=9),
    "stake-create": Memo(name="stake-create", fields={}, nonce=28, expires=9),
    "stake": Memo(name="stake", fields={"amount": 10_000_000}, nonce=29, expires=9),
    "stake-create-account": Memo(
        name="stake", fields={"amount": 1, "create-account": 1}, nonce=29, expires=9
    ),
    "unstake": Memo(name="unstake", fields={"amount": 250_000}, nonce=30, expires=9),
    "stake-withdraw": Memo(name="stake-withdraw", fields={"amount": 250_000}, nonce=31, expires=9),
}


def test_every_command_has_a_golden_text():
    assert {memo.name for memo in EXAMPLES.values()} == set(WALLET_COMMANDS)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_text_is_what_we_write_and_read(name):
    text = (GOLDEN / f"{name}.txt").read_bytes().decode("ascii")
    assert render(CHAIN, EXAMPLES[name]) == text
    assert parse(text, CHAIN) == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_device_can_show_it(name):
    text = (GOLDEN / f"{name}.txt").read_text(encoding="ascii")
    assert all(" " <= letter <= "~" or letter == "\n" for letter in text)
    assert max(len(line) for line in text.split("\n")) <= 64
    assert len(text) <= 400


GOOD = render(CHAIN, EXAMPLES["modify-position"])
BAD = {
    "another chain": GOOD.replace("localnet", "devnet"),
    "the lines do not fit the command": GOOD + "\n",
    "unknown or incomplete command": GOOD.replace("modify-position", "Modify-Position"),
    "size has no sign": GOOD.replace("+2.5", "2.5"),
    "size is not a decimal with exactly 6": GOOD.replace("+2.500000", "+2.5"),
    "size is a negative zero": GOOD.replace("+2.500000", "-0.000000"),
    "limit is not a decimal with exactly 8": GOOD.replace("301.25", "0301.25"),
    "limit is missing or out of place": GOOD.replace("limit", "Limit"),
    "account is not a plain integer": GOOD.replace("account 1", "account 01"),
    "account is too large": GOOD.replace("account 1", "account 4294967296"),
    "market is not a market symbol": GOOD.replace("MIA", "mia"),
    "nonce is not a plain integer": GOOD.replace("nonce 17", "nonce +17"),
    "nonce is too large": GOOD.replace("nonce 17", f"nonce {NONCE_MAX + 1}"),
    "nonce is missing or out of place": GOOD.replace("nonce", "Nonce"),
    "the first line is not the magic": GOOD.replace("Acre v1", "Acre v2"),
    "not an address": GOOD.replace("account 1", "owner 11111\naccount 1"),
}


@pytest.mark.parametrize("reason", BAD)
def test_a_bad_memo_is_refused_with_a_readable_reason(reason):
    with pytest.raises(MemoError) as refusal:
        parse(BAD[reason], CHAIN)
    assert reason in refusal.value.reason
    assert len(refusal.value.reason) <= 80


BASKET = render(CHAIN, EXAMPLES["modify-positions"])
LEG = "leg AUS +2.500000 limit 301.25000000\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BASKET.replace(LEG, ""), "leg must be there 2 to 8 times"),
        (BASKET.replace(LEG, LEG * 8), "leg must be there 2 to 8 times"),
        (BASKET.replace(LEG, "leg AUS +2.500000\n"), "leg is not symbol, size, limit and price"),
        (BASKET.replace(LEG, LEG.replace("+", "")), "leg has no sign"),
        (BASKET.replace(LEG, LEG.replace(" +", "  +")), "leg is not symbol, size, limit"),
        (BASKET.replace(LEG, LEG.replace("limit", "Limit")), "leg is not symbol, size, limit"),
        (BASKET.replace(LEG, LEG.replace("AUS", "aus")), "leg is not a market symbol"),
        (BASKET.replace("account 1\n", "") + "\naccount 1", "account is missing"),
        (BASKET.replace("nonce", LEG + "account 1\nnonce"), "the lines do not fit"),
    ],
)
def test_legs_have_one_spelling(text, reason):
    with pytest.raises(MemoError) as refusal:
        parse(text, CHAIN)
    assert reason in refusal.value.reason


def test_a_zero_that_could_be_left_out_is_refused():
    text = render(CHAIN, EXAMPLES["withdraw-margin"]).replace("tip 0.001000", "tip 0.000000")
    with pytest.raises(MemoError, match="left out"):
        parse(text, CHAIN)


def test_yes_has_one_spelling_and_no_has_none():
    text = render(CHAIN, EXAMPLES["stake-create-account"])
    for word in ("no", "Yes", "1", "true", "yes ", ""):
        with pytest.raises(MemoError):
            parse(text.replace("create-account yes", f"create-account {word}"), CHAIN)
    for value in (0, 2, "yes", b"yes"):
        with pytest.raises(MemoError, match="left out"):
            render(
                CHAIN,
                Memo(
                    name="stake", fields={"amount": 1, "create-account": value}, nonce=1, expires=1
                ),
            )


ENTRY = render(CHAIN, EXAMPLES["place-perp-order-update"])
TRAILING = render(CHAIN, EXAMPLES["place-perp-order-trailing"])


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        (ENTRY, "fill at-next-price-update", "fill auction"),
        (ENTRY, "fill at-next-price-update", "fill 0"),
        (ENTRY, "size +10.000000", "size +0.000000"),
        (ENTRY, "size +10.000000", "size 10.000000"),
        (ENTRY, "worst-price 401.50000000", "worst-price 0.00000000"),
        (ENTRY, "\nuntil 2026-12-31T00:00:00Z", ""),
        (ENTRY, "stop 360.00000000", "stop 0.00000000"),
        (ENTRY, "stop 360.00000000\ntarget 450.00000000", "target 450.0\nstop 360.0"),
        (ENTRY, "stop 360.00000000", "group 0\nstop 360.00000000"),
        (ENTRY, "size +10.000000", "trail 0.000000\nsize +10.000000"),
        (ENTRY, "size +10.000000", "trigger 0.00000000\nsize +10.000000"),
        (TRAILING, "trigger-by market-price", "trigger-by index"),
        (TRAILING, "reduce-only yes", "reduce-only no"),
        (TRAILING, "fill at-trailing-stop\n", ""),
    ],
)
def test_waiting_orders_have_one_spelling(text, good, bad):
    assert text.count(good) == 1
    with pytest.raises(MemoError):
        parse(text.replace(good, bad), CHAIN)


@pytest.mark.parametrize(
    ("line", "value"), [("fill", 5), ("trigger-by", 0), ("group", 0), ("trigger", 0), ("size", 0)]
)
def test_a_value_without_a_spelling_is_not_written(line, value):
    example = EXAMPLES["place-perp-order-update"]
    fields = {**example.fields, line: value}
    with pytest.raises(MemoError):
        render(CHAIN, Memo(name=example.name, fields=fields, nonce=1, expires=1))


def test_a_command_without_fields_takes_none():
    text = render(CHAIN, EXAMPLES["stake-create"])
    for line in ("amount 1.000000", "account 1", ""):
        with pytest.raises(MemoError):
            parse(text.replace("\nnonce", f"\n{line}\nnonce"), CHAIN)


def test_closing_zero_is_not_closing_all():
    text = render(CHAIN, EXAMPLES["close-position-part"])
    for size in ("+0.000000", "-0.500000"):
        with pytest.raises(MemoError):
            parse(text.replace("+0.500000", size), CHAIN)


def test_nine_requests_are_too_many():
    text = render(CHAIN, EXAMPLES["process-settlement-requests"])
    with pytest.raises(MemoError, match="more than 8"):
        parse(text.replace("requests 0,", "requests 0,0,0,0,0,0,0,"), CHAIN)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("2026-12-01T00:00:00Z", "2026-12-01T00:00:00"),
        ("2026-12-01T00:00:00Z", "2026-12-01T00:00:00+00:00"),
        ("2026-12-01T00:00:00Z", "2026-12-01 00:00:00Z"),
        ("2026-12-01T00:00:00Z", "2026-13-01T00:00:00Z"),
        ("2026-12-01T00:00:00Z", "2026-12-01T24:00:00Z"),
        ("2026-12-01T00:00:00Z", "1970-01-01T00:00:00Z"),
        ("10000.000000", "0.000000"),
        ("10000.000000", "10000.00"),
        ("AUS,HOU", "HOU,AUS"),
        ("AUS,HOU", "AUS,AUS"),
        ("AUS,HOU", "AUS, HOU"),
        ("AUS,HOU", "aus,HOU"),
        ("AUS,HOU", ""),
        ("AUS,HOU", "AA,BB,CC,DD,EE,FF,GG,HH,II"),
        ("until", "notional-per-day 1.000000\nuntil"),
    ],
)
def test_terms_of_a_delegate_have_one_spelling(good, bad):
    text = render(CHAIN, EXAMPLES["set-delegate-terms"])
    assert text.count(good) == 1
    with pytest.raises(MemoError):
        parse(text.replace(good, bad), CHAIN)


def test_bytes_outside_ascii_are_refused():
    assert has_magic("Acre v1 localnet\nädd".encode())
    with pytest.raises(MemoError, match="ASCII"):
        parse_bytes("Acre v1 localnet\nädd".encode(), CHAIN)


def test_a_name_with_hidden_ends_is_refused():
    for name in (" a", "a ", "", "a" * 33, "a\tb", "é"):
        with pytest.raises(MemoError):
            render(
                CHAIN,
                Memo(
                    name="create-margin-account",
                    fields={"account": 1, "name": name},
                    nonce=1,
                    expires=1,
                ),
            )


_VALUES = {
    FieldKind.ID32: st.integers(0, U32_MAX),
    FieldKind.ID64: st.integers(0, U64_MAX),
    FieldKind.AMOUNT: st.integers(1, I64_MAX),
    FieldKind.SIZE: st.integers(-I64_MAX, I64_MAX),
    FieldKind.CLOSE_SIZE: st.integers(1, I64_MAX),
    FieldKind.PRICE: st.integers(0, I64_MAX),
    FieldKind.SYMBOL: st.from_regex(r"\A[A-Z0-9-]{2,12}\Z"),
    FieldKind.NAME: st.from_regex(r"\A[!-~]([ -~]{0,30}[!-~])?\Z"),
    FieldKind.ADDRESS: st.binary(min_size=32, max_size=32),
    FieldKind.DELEGATE: st.binary(min_size=32, max_size=32),
    FieldKind.YES: st.just(1),
    FieldKind.ORDER: st.integers(0, 4),
    FieldKind.SOURCE: st.just(1),
    FieldKind.TIME: st.integers(1, TIME_MAX),
    FieldKind.LEGS: st.lists(
        st.tuples(
            st.from_regex(r"\A[A-Z0-9-]{2,12}\Z"),
            st.integers(-I64_MAX, I64_MAX),
            st.integers(0, I64_MAX),
        ),
        min_size=2,
        max_size=8,
    ).map(tuple),
    FieldKind.SYMBOLS: st.sets(st.from_regex(r"\A[A-Z0-9-]{2,12}\Z"), min_size=1, max_size=8).map(
        lambda symbols: tuple(sorted(symbols))
    ),
    FieldKind.IDS: st.lists(st.integers(0, U64_MAX), min_size=1, max_size=8).map(tuple),
}


_LETTERS = st.characters(min_codepoint=9, max_codepoint=0x2FF)  # digits of other scripts, too


@st.composite
def spellings(draw, kind):
    """Draw a value's one spelling with up to three letters changed, left out or put in."""
    letters = list(write_value(kind, draw(_VALUES[kind])))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(letters)))
        letters[start : start + draw(st.integers(0, 1))] = draw(st.lists(_LETTERS, max_size=1))
    return "".join(letters)


@settings(deadline=None)
@given(st.data())
@pytest.mark.parametrize("kind", FieldKind)
def test_whatever_a_reader_takes_is_what_is_written(kind, data):
    text = data.draw(spellings(kind))
    try:
        value = READERS[kind](text)
    except MemoError:
        return
    assert write_value(kind, value) == text


@pytest.mark.parametrize("line", ["owner", "delegate"])
def test_another_spelling_of_an_address_is_refused_whatever_the_library_takes(monkeypatch, line):
    name = {"owner": "liquidate", "delegate": "set-delegate"}[line]
    text = render(CHAIN, EXAMPLES[name])
    spelling = to_base58(OWNER)
    monkeypatch.setattr("chain.commands.lines.from_base58", lambda _text: OWNER)
    assert parse(text, CHAIN) == EXAMPLES[name]
    with pytest.raises(MemoError, match=f"{line} is not the canonical spelling"):
        parse(text.replace(spelling, spelling[:-1] + "z"), CHAIN)


def test_another_spelling_of_a_time_is_refused_whatever_the_library_takes(monkeypatch):
    name = "set-delegate-terms"
    text = render(CHAIN, EXAMPLES[name])
    monkeypatch.setattr("chain.commands.lines._TIME", re.compile(".*"))
    assert parse(text, CHAIN) == EXAMPLES[name]
    for other in ("2026-12-01 00:00:00Z", "2026-12-01T00:00:00+00:00", "20261201T000000Z"):
        with pytest.raises(MemoError, match="until is not the canonical spelling"):
            parse(text.replace("2026-12-01T00:00:00Z", other), CHAIN)


def _is_written(field):
    return lambda value: not field.leaves_out(value)


@st.composite
def memos(draw):
    name = draw(st.sampled_from(sorted(WALLET_COMMANDS)))
    fields = {}
    for field in WALLET_COMMANDS[name].lines:
        if not field.is_optional or draw(st.booleans()):
            values = _VALUES[field.kind]
            fields[field.name] = draw(values.filter(_is_written(field)))
    nonce, expires = draw(st.integers(0, NONCE_MAX)), draw(st.integers(0, U64_MAX))
    return Memo(name=name, fields=fields, nonce=nonce, expires=expires)


@settings(deadline=None)
@given(memos())
def test_written_memos_are_parsed_back(memo):
    assert parse(render(CHAIN, memo), CHAIN) == memo


@settings(deadline=None)
@given(memos(), st.data())
def test_one_byte_off_is_refused_or_is_another_canonical_memo(memo, data):
    text = render(CHAIN, memo).encode()
    position = data.draw(st.integers(0, len(text) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[position]))
    damaged = text[:position] + bytes([value]) + text[position + 1 :]
    try:
        other = parse_bytes(damaged, CHAIN)
    except MemoError:
        return
    assert other != memo
    assert render(CHAIN, other).encode() == damaged


@settings(deadline=None)
@given(st.binary(max_size=400), st.booleans())
def test_random_bytes_never_crash(data, is_magic):
    text = b"Acre v1 localnet\n" + data if is_magic else data
    try:
        memo = parse_bytes(text, CHAIN)
    except MemoError:
        return
    assert render(CHAIN, memo).encode() == text
