"""Random streams of prediction commands: the reference holds its own laws, and nothing is rare."""

from collections import Counter
from dataclasses import fields
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.reference.predictions.commands import START_S, PredictionWorld, prediction_commands
from tests.reference.predictions.messages import (
    first_difference,
    happened,
    message,
    messages,
)
from tests.reference.predictions.predictions import NaivePredictions
from tests.reference.rounding import DAY

SEEDS, COMMANDS, OFTEN = 6, 1_200, 5
CODES = {
    *("", "EXCHANGE_HALTED", "PREDICTION_MARKET_NOT_FOUND", "MARKET_NOT_OPEN", "VALIDATION"),
    *("BAD_PRICE", "BAD_CONTRACTS", "BAD_EXPIRY", "DUPLICATE_CLIENT_ORDER_ID"),
    *("TOO_MANY_OPEN_ORDERS", "NO_LIQUIDITY", "INSUFFICIENT_POINTS", "POST_ONLY_WOULD_CROSS"),
    *("FOK_NOT_FILLED", "ORDER_NOT_FOUND", "MARKET_NOT_CLOSED", "NOT_PARTICIPATING"),
}
# Each kind of event, with its discriminator: for orders (status, reason).
KINDS = {
    *("ParticipationStarted", "PredictionCreated", "PredictionOpened", "PredictionClosed"),
    *("PredictionResolved", "PredictionVoided", "OrderOpened", "CancelAfterSet"),
    *(("PointsGranted", is_top_up) for is_top_up in (0, 1)),
    *(("ResolutionRecorded", is_correction) for is_correction in (0, 1)),
    *(("PredictionPaid", side) for side in (0, 1)),
    *(("PredictionTraded", kind) for kind in ("minted", "merged", "moved", "mixed")),
    *(("OrderUpdated", 0, reason) for reason in (1, 3)),
    *(("OrderUpdated", 1, reason) for reason in (0, 1, 3)),
    ("OrderUpdated", 2, 0),
    *(("OrderUpdated", 3, reason) for reason in (1, 2, 3, 4)),
    *(("OrderUpdated", 4, reason) for reason in (5, 6, 7)),
}


def kind_of(name: str, fields: dict) -> object:
    if name == "OrderUpdated":
        return (name, fields["status"], fields["reason"])
    if name == "PredictionTraded":
        moved = fields["contracts"] - fields["minted"] - fields["merged"]
        parts = {"minted": fields["minted"], "merged": fields["merged"], "moved": moved}
        kinds = [kind for kind, contracts in parts.items() if contracts]
        return (name, kinds[0] if len(kinds) == 1 else "mixed")
    marks = {
        "PointsGranted": "is_top_up",
        "ResolutionRecorded": "is_correction",
        "PredictionPaid": "side",
    }
    return (name, fields[marks[name]]) if name in marks else name


@cache
def met() -> tuple[Counter[str], Counter[object]]:
    codes: Counter[str] = Counter()
    kinds: Counter[object] = Counter()
    for seed in range(SEEDS):
        exchange = NaivePredictions(START_S)
        world = PredictionWorld(seed, exchange)
        for _ in range(COMMANDS):
            answer = exchange.apply(world())
            codes[answer.code] += 1
            kinds.update(kind_of(name, fields) for name, fields in answer.all_events)
    return codes, kinds


def test_every_refusal_is_met_often_and_no_other():
    codes = met()[0]
    assert set(codes) == CODES
    assert {code: codes[code] for code in CODES if codes[code] < OFTEN} == {}


def test_every_kind_of_event_is_met_often_and_no_other():
    kinds = met()[1]
    assert set(kinds) == KINDS
    assert {kind: kinds[kind] for kind in KINDS if kinds[kind] < OFTEN} == {}


@pytest.mark.parametrize("seed", range(100, 104))
def test_invariants_hold_after_every_command(seed):
    exchange = NaivePredictions(START_S)
    world = PredictionWorld(seed, exchange)
    for _ in range(800):
        before = {i: (m.sequence, depths(exchange, i)) for i, m in exchange.markets.items()}
        command = world()
        answer = exchange.apply(command)
        exchange.check()
        for market_id, (sequence, depth) in before.items():
            rise = exchange.markets[market_id].sequence - sequence
            assert rise in (0, 1)
            assert rise == 1 or depths(exchange, market_id) == depth
        if answer.code:
            assert answer.events == []


def depths(exchange: NaivePredictions, market_id: int) -> list:
    return [exchange.depth(market_id, side) for side in (0, 1)]


def test_a_seed_gives_one_stream_that_needs_no_watching():
    commands = prediction_commands(5, 300)
    assert commands == prediction_commands(5, 300)
    assert commands != prediction_commands(6, 300)
    assert [c["name"] for c in commands[:3]] == ["IndexPrint"] * 3
    times = [c["time_s"] for c in commands]
    assert times == sorted(times)


def test_commands_refusals_and_events_are_those_of_the_journal():
    exchange = NaivePredictions(START_S)
    commands = prediction_commands(7, 600)
    for seq, command in enumerate(commands, 1):
        record = message(command, seq)
        assert type(record).unpack(record.pack()) == record
        answer = exchange.apply(command)
        assert answer.code == "" or answer.code in ErrorCode.__members__
        for name, figures in answer.all_events:
            event = getattr(m, name)(seq=seq, time_s=exchange.now, **figures)
            assert happened([event.unpack(event.pack())]) == [(name, figures)]
    stream = messages(commands)
    assert [x.seq for x in stream] == list(range(1, len(commands) + 2))
    assert [type(x).__name__ for x in stream[4:]] == [
        "PostPrint" if c["name"] == "IndexPrint" else c["name"] for c in commands[3:]
    ]


class Mimic:
    """An engine that knows what the reference knows; `wrong` changes one event's name."""

    def __init__(self, wrong: str = "") -> None:
        self.exchange = NaivePredictions(START_S)
        self.wrong = wrong

    def apply(self, command: m.Command) -> list[m.Event]:
        values = {x.name: getattr(command, x.name) for x in fields(command)}
        if isinstance(command, m.CreateExchange):
            return []
        name = type(command).__name__
        if isinstance(command, m.CreateMarket | m.PostPrint):
            name = "IndexPrint"
            values["acre_id"] = values.get("market_id") or values["acre_id"]
        answer = self.exchange.apply(values | {"name": name})
        header = {"seq": command.seq, "time_s": command.time_s}
        events = [getattr(m, name)(**header, **x) for name, x in answer.all_events]
        if answer.code:
            code = ErrorCode[answer.code]
            rejected = {"user": bytes(32), "command_tag": 1, "code": code, "detail": 0, "nonce": 0}
            events.append(m.CommandRejected(**header, **rejected))
        return [e for e in events if type(e).__name__ != self.wrong]


def test_a_comparison_finds_the_first_command_whose_answers_differ():
    assert first_difference(Mimic().apply, seed=3, count=400) == ""
    found = first_difference(Mimic("PredictionTraded").apply, seed=3, count=400)
    assert found.startswith("seed 3, command ")
    assert "only the reference: ('PredictionTraded'" in found
    assert "only the engine" not in found
    assert first_difference(Mimic("CommandRejected").apply, seed=3, count=400) != ""


def command_with(name: str, **fields):
    users = st.sampled_from([bytes([i]) * 32 for i in (1, 2, 3)])
    wait = st.sampled_from([0, 0, 0, 1, 5, 3600, DAY])
    return st.fixed_dictionaries({"name": st.just(name), "user": users, "wait": wait, **fields})


def few(*values: object):
    return st.sampled_from(values)


COMMAND = st.one_of(
    *[
        command_with(
            "PlaceOrder",
            market_id=few(1, 1, 1, 2),
            order_type=few(0, 0, 0, 1),
            side=few(0, 1),
            price=st.integers(45, 55) | few(0, 1, 99, 100),
            contracts=few(1, 2, 5, 9, 30, 100),
            time_in_force=few(0, 0, 0, 1, 2, 3),
            expires_at_s=few(0, 0, START_S + 5, START_S + 3 * DAY),
            post_only=few(0, 0, 1),
            self_trade_prevention=few(0, 1, 2),
            client_order_id=few("", "", "x"),
        )
        for _ in range(3)
    ],
    command_with("CancelOrder", order_id=st.integers(0, 30)),
    command_with("CancelAllOrders", market_id=few(0, 1, 2, 3)),
    command_with(
        "AmendOrder",
        order_id=st.integers(1, 30),
        price=st.integers(44, 56),
        contracts=few(1, 3, 8, 40),
    ),
    command_with("SetCancelAfter", timeout_s=few(0, 5, 3600)),
    command_with("GrantPoints"),
    command_with(
        "ResolvePrediction",
        market_id=few(1, 2),
        outcome=few(1, 2),
        value_e8=few(0),
        published_at_s=few(0),
    ),
    command_with("VoidPrediction", market_id=few(2)),
    command_with("Halt"),
    command_with("Resume"),
)


@given(st.lists(COMMAND, max_size=60))
@settings(max_examples=120, deadline=None)
def test_no_list_of_commands_breaks_the_laws(commands):
    exchange = NaivePredictions(START_S)
    for user in (1, 2, 3):
        joins = {"name": "Participate", "time_s": START_S, "user": bytes([user]) * 32}
        exchange.apply(joins | {"programme": 1})
        exchange.apply(joins | {"name": "GrantPoints"})
    for days in (1, 3):
        market = {"acre_id": 0, "strike_e8": 0, "opens_at_s": START_S}
        market |= {"closes_at_s": START_S + days * DAY, "resolves_at_s": START_S + days * DAY}
        exchange.apply({"name": "CreatePrediction", "time_s": START_S} | market)
    now = START_S
    for command in commands:
        now += command["wait"]
        exchange.apply(command | {"time_s": now})
        exchange.check()
