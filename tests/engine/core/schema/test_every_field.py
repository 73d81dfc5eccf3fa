"""Every command with every field at, below and beyond its limits: the contract's error, no change.

Driven by the one table of commands: a new command or field without expectations fails.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS
from engine.schema.errors import EngineError
from engine.schema.errors import ErrorCode as E
from engine.schema.fields import Field, Kind
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter
from engine.schema.records import Message, Origin
from tests.engine.core.support.expectations import rows_of
from tests.engine.core.support.ranges import (
    AMOUNT_MAX,
    EXCHANGE_BOUNDS,
    I64_MAX,
    I64_MIN,
    MARKET_BOUNDS,
    PRICE_MAX,
    SIZE_MAX,
    TIME_MAX,
    Row,
    parameter_ranges,
)
from tests.engine.core.support.stage import Stage, Stages, numbered
from tests.engine.core.support.world import (
    E6,
    OPERATOR,
    START_S,
    assert_vault,
    exchange_parameters,
    of,
    wallet,
)

STAGES = Stages()
ROWS = rows_of(STAGES.get())
CHAIN = [c.name for c in COMMANDS if c.origin is Origin.CHAIN and c.name != "IgnoreTransaction"]
OPERATORS = [c.name for c in COMMANDS if c.origin is Origin.OPERATOR and c.name != "CreateExchange"]
# Commands of predictions check before they write; what is not undone cannot be tried.
NEVER_UNDONE = {c.name for c in COMMANDS if c.origin is Origin.EDGE} | {
    "CreatePrediction",
    "ResolvePrediction",
    "VoidPrediction",
}
WIDTHS = {Kind.U8: 8, Kind.U16: 16, Kind.U32: 32, Kind.U64: 64}
GLOBAL_STATES = ("paused", "halted", "market paused", "held", "stale", "window")
# Names whose limits the suffix alone does not tell.
LIMITS = {"_e6": AMOUNT_MAX, "_e8": PRICE_MAX, "_e12": 10**15, "_s": TIME_MAX}


def edges(field: Field) -> set[int]:
    """Zero, one, the limit of rules/numbers.md and one more, and the ends of the integer."""
    if field.kind in WIDTHS:
        return {0, 1, 2 ** WIDTHS[field.kind] - 1}
    limit = next((at for suffix, at in LIMITS.items() if field.name.endswith(suffix)), I64_MAX - 1)
    values = {0, limit, limit + 1, I64_MAX}
    if field.name == "size_e6":
        values |= {SIZE_MAX, SIZE_MAX + 1}
    return values | {1} | {-value for value in values | {1}} | {I64_MIN}


def cases(command: Message) -> Iterator[tuple[str, Any, E]]:
    """A field, a value and the refusal: each end of each range and every edge of the kind."""
    for field in command.fields:
        expected = ROWS[command.name].fields[field.name]
        if not isinstance(expected[0][0], int):
            yield from ((field.name, value, code) for value, code in expected)
            continue
        values = edges(field) | {end for low, high, _ in expected for end in (low, high)}
        for value in sorted(values):
            codes = [code for low, high, code in expected if low <= value <= high]
            if not codes and field.name == "parameter":
                continue  # test_every_parameter_keeps_to_its_range has each of them
            assert len(codes) == 1, f"{command.name}.{field.name} = {value}: {codes}"
            yield field.name, value, codes[0]


def build(stage: Stage, name: str, row: Row, /, **changes: Any) -> m.Command:
    """The good case of a command with changes; the tokens follow its amount."""
    kind = getattr(m, name)
    values = row.good | changes
    origin = next(c.origin for c in COMMANDS if c.name == name)
    if origin is Origin.OPERATOR:
        return numbered(stage, kind(**({"operator": OPERATOR} | values)))
    if origin is not Origin.CHAIN:
        return numbered(stage, kind(**values))
    if row.mint:
        values = {
            "attached_e6": values["amount_e6"],
            "attached_mint": row.mint if values["amount_e6"] else 0,
        } | values
    if name == "ModifyPosition" and "limit_e8" not in changes and values["size_e6"] < 0:
        values["limit_e8"] = 1
    user = values.pop("user", wallet(row.user))
    nonce = stage.exchange.user_view(user).nonce + 1
    head = {"user": user, "slot": stage.slot + 1, "expires_slot": stage.slot + 1, "nonce": nonce}
    return numbered(stage, kind(**(head | values)))


def figures(stage: Stage) -> tuple[Any, ...]:
    pool = stage.pool()
    return (pool.balance_e6, pool.quarantined_e6, pool.token_balance_e6, pool.token_quarantined_e6)


def quarantined(stage: Stage, command: m.Command) -> list[m.DepositQuarantined]:
    """What a refusal must keep for the sender."""
    amount, mint = getattr(command, "attached_e6", 0), getattr(command, "attached_mint", 0)
    if amount <= 0 or mint not in (1, 2):
        return []
    vault, held, token_vault, token_held = figures(stage)
    room = AMOUNT_MAX - (max(vault, held) if mint == 1 else max(token_vault, token_held))
    number = len(stage.exchange.quarantined_deposits(command.user)) + 1
    return [
        m.DepositQuarantined(
            seq=command.seq,
            time_s=command.time_s,
            owner=command.user,
            deposit_id=number,
            amount_e6=min(amount, room),
            mint=mint,
        )
    ]


def quoted_code(exchange: Exchange, command: m.ModifyPosition | m.ClosePosition) -> E:
    """The refusal of an order from the two halves of `check`: admission, and the quote."""
    code = exchange.check_admission(command)
    if code is not E.NONE:
        return code
    if not 1 <= command.limit_e8 <= PRICE_MAX or abs(command.size_e6) > SIZE_MAX + 1:
        # Refused by the parser of a quote's client, for which a limit of 0 is any price.
        return exchange.check(command)
    is_close = isinstance(command, m.ClosePosition)
    ask = exchange.quote_close_position if is_close else exchange.quote_modify_position
    owner = command.user if command.owner == bytes(32) else command.owner
    try:
        quote = ask(
            owner,
            command.account_id,
            command.market_id,
            command.size_e6,
            command.time_s,
            command.user,
            command.limit_e8,
        )
    except EngineError as refusal:
        return refusal.code
    return quote.reasons[0] if quote.reasons else E.NONE


def quoted_basket_code(exchange: Exchange, command: m.ModifyPositions) -> E:
    """The refusal of an order of several legs from the two halves of `check`."""
    code = exchange.check_admission(command)
    if code is not E.NONE:
        return code
    limits = command.limits_e8[: command.leg_count]
    sizes = command.sizes_e6[: command.leg_count]
    if not all(1 <= limit <= PRICE_MAX for limit in limits):
        return exchange.check(command)
    owner = command.user if command.owner == bytes(32) else command.owner
    legs = list(zip(command.market_ids, sizes, strict=False))
    try:
        quote = exchange.quote_basket(
            owner, command.account_id, legs, command.time_s, command.user, limits
        )
    except EngineError as refusal:
        return refusal.code
    return quote.reasons[0] if quote.reasons else E.NONE


def expect(stage: Stage, command: m.Command, code: E) -> None:
    """The command does what it must; the stage itself stays as it is."""
    context = f"{command} → {code.name}"
    before = stage.exchange.state_hash()
    if type(command).__name__ not in NEVER_UNDONE:
        assert stage.exchange.check(command) is code, context
    has_bracket = isinstance(command, m.ModifyPosition) and (command.stop_e8 or command.target_e8)
    if isinstance(command, m.ModifyPosition | m.ClosePosition) and not has_bracket:
        assert quoted_code(stage.exchange, command) is code, context
    if isinstance(command, m.ModifyPositions):
        assert quoted_basket_code(stage.exchange, command) is code, context
    assert stage.exchange.state_hash() == before
    copy = stage.copy()
    events = copy.exchange.apply(command)
    rejections = of(events, m.CommandRejected)
    assert_vault(copy)
    if code is E.NONE:
        assert rejections == [], context
        return
    assert [(e.code, e.command_tag) for e in rejections] == [(code, command.TAG)], context
    is_users = not hasattr(command, "operator") and hasattr(command, "user")
    assert rejections[0].user == (command.user if is_users else bytes(32))
    kept = quarantined(stage, command)
    wanted = [replace(e, reason=code.name) for e in kept]
    assert of(events, m.DepositQuarantined) == wanted, context
    if not kept:
        assert events == rejections, context
        assert copy.exchange.state_hash() == before, context
        return
    # The only effect is what the tokens alone would have had.
    alone = stage.copy()
    head = {name: getattr(command, name) for name in ("seq", "time_s", "user", "slot")}
    tokens = {"attached_e6": command.attached_e6, "attached_mint": command.attached_mint}
    alone.exchange.apply(m.IgnoreTransaction(**head, **tokens))
    assert copy.exchange.state_hash() == alone.exchange.state_hash(), context


def test_every_command_and_field_has_expectations():
    assert set(ROWS) == {command.name for command in COMMANDS}
    for command in COMMANDS:
        assert set(ROWS[command.name].fields) == {f.name for f in command.fields}, command.name


@pytest.mark.parametrize("name", [c.name for c in COMMANDS if c.name != "CreateExchange"])
def test_the_good_case_is_good(name):
    expect(STAGES.get(), build(STAGES.get(), name, ROWS[name]), E.NONE)


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if c.name != "CreateExchange"], ids=lambda c: c.name
)
def test_every_field_at_and_beyond_its_limits(command):
    for name, value, code in cases(command):
        expect(
            STAGES.get(),
            build(STAGES.get(), command.name, ROWS[command.name], **{name: value}),
            code,
        )


def test_the_first_command_of_all_has_its_ranges():
    command = next(c for c in COMMANDS if c.name == "CreateExchange")
    for name, value, code in cases(command):
        exchange = Exchange()
        before = exchange.state_hash()
        values = exchange_parameters() | {"operator": OPERATOR, name: value}
        events = exchange.apply(m.CreateExchange(seq=1, time_s=START_S, **values))
        refused = [E(e.code) for e in of(events, m.CommandRejected)]
        assert refused == ([code] if code else []), (name, value)
        assert code is E.NONE or (exchange.state_hash() == before and len(events) == 1)
        again = build(STAGES.get(), "CreateExchange", ROWS["CreateExchange"], **{name: value})
        expect(STAGES.get(), again, E.VALIDATION)


@pytest.mark.parametrize("name", [c.name for c in COMMANDS if c.name != "CreateExchange"])
@pytest.mark.parametrize("state", GLOBAL_STATES)
def test_every_command_in_every_state_of_the_exchange(name, state):
    row = ROWS[name]
    code = row.states.get(state, E.NONE)
    if state == "halted" and name in CHAIN:
        code = E.EXCHANGE_HALTED
    stage = STAGES.get(state)
    changes = {"published_at_s": stage.now_s} if name == "PostPrint" else {}
    expect(stage, build(stage, name, row, **changes), code)


@pytest.mark.parametrize("name", CHAIN)
def test_where_a_command_comes_from(name):
    stage, row = STAGES.get(), ROWS[name]
    good = build(stage, name, row)
    amount = row.good["amount_e6"] if row.mint else 0
    mint = row.mint or 1
    for changes, code in (
        ({"nonce": good.nonce - 1}, E.NONE if good.nonce == 0 else E.NONCE_TOO_LOW),
        ({"nonce": 0}, E.NONCE_TOO_LOW),
        ({"nonce": 2**64 - 1}, E.NONE),
        ({"expires_slot": good.slot - 1}, E.COMMAND_EXPIRED),
        ({"expires_slot": 0}, E.COMMAND_EXPIRED),
        ({"expires_slot": 2**64 - 1}, E.NONE),
        ({"slot": 2**64 - 1, "expires_slot": 2**64 - 1}, E.NONE),
        ({"attached_e6": amount + 1, "attached_mint": mint}, E.DEPOSIT_MISMATCH),
        ({"attached_e6": amount - 1, "attached_mint": mint}, E.DEPOSIT_MISMATCH),
        ({"attached_e6": I64_MAX, "attached_mint": mint}, E.DEPOSIT_MISMATCH),
        ({"attached_e6": I64_MIN, "attached_mint": mint}, E.DEPOSIT_MISMATCH),
        ({"attached_mint": 3 - mint}, E.DEPOSIT_MISMATCH if amount else E.NONE),
        ({"attached_mint": 255}, E.DEPOSIT_MISMATCH if amount else E.NONE),
        ({"signature": b"\xff" * 64, "transaction_index": 2**32 - 1}, E.NONE),
    ):
        expect(stage, replace(good, **changes), code)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("key", [bytes(32), wallet(1), OPERATOR[:-1] + b"o"])
def test_only_the_operators_key_operates(name, key):
    for state in ("halted", "paused"):
        stage = STAGES.get(state)
        expect(stage, build(stage, name, ROWS[name], operator=key), E.NOT_OWNER)


def test_no_exchange_knows_no_command():
    for command in COMMANDS:
        if command.name in ("CreateExchange", "Tick", "RewindChain"):
            continue
        exchange = Exchange()
        before = exchange.state_hash()
        events = exchange.apply(build(STAGES.get(), command.name, ROWS[command.name]))
        assert [E(e.code) for e in events] == [E.EXCHANGE_NOT_FOUND], command.name
        assert exchange.state_hash() == before


def parameter_cases(table: tuple[Parameter, ...], bounds: dict[str, tuple[int, int]]) -> Any:
    for place, parameter in enumerate(table, 1):
        ranges = parameter_ranges(parameter, bounds)
        for value in sorted({end for low, high, _ in ranges for end in (low, high)} | {0, 1, -1}):
            code = next(c for low, high, c in ranges if low <= value <= high)
            yield place, parameter.name, value, code


def test_every_parameter_keeps_to_its_range():
    stage = STAGES.get()
    for place, _, value, code in parameter_cases(MARKET_PARAMETERS, MARKET_BOUNDS):
        changes = {"market_id": 4, "parameter": place, "value": value}
        row = ROWS["SetMarketParameter"]
        expect(stage, build(stage, "SetMarketParameter", row, **changes), code)
    for place, name, value, code in parameter_cases(EXCHANGE_PARAMETERS, EXCHANGE_BOUNDS):
        same = stage.pool().parameters[name] == value
        # Epochs of stakes are not counted anew.
        is_fixed = name in ("epoch_duration_s", "unlocking_duration_epochs") and not same
        changes = {"parameter": place, "value": value}
        row = ROWS["SetExchangeParameter"]
        command = build(stage, "SetExchangeParameter", row, **changes)
        expect(stage, command, E.VALIDATION if is_fixed else code)


@pytest.mark.parametrize("name", [c.name for c in COMMANDS if c.name != "CreateExchange"])
def test_commands_no_sequencer_issues_are_value_errors(name):
    stage = STAGES.get()
    good = build(stage, name, ROWS[name])
    before = (stage.exchange.state_hash(), stage.exchange.sequence, stage.exchange.chain_cursor)
    bad = [
        {"seq": good.seq - 1},
        {"seq": 0},
        {"time_s": good.time_s - 1},
        {"time_s": -1},
        {"time_s": I64_MIN},
        {"time_s": TIME_MAX + 1},
        {"time_s": I64_MAX},
    ]
    if name in [*CHAIN, "IgnoreTransaction"]:
        bad += [{"slot": stage.slot}, {"slot": 0}]
    for changes in bad:
        with pytest.raises(ValueError, match=r"command's|of the command"):
            stage.exchange.apply(replace(good, **changes))
    after = (stage.exchange.state_hash(), stage.exchange.sequence, stage.exchange.chain_cursor)
    assert after == before
    late = replace(good, time_s=TIME_MAX, seq=2**64 - 1)
    assert stage.copy().exchange.apply(late) is not None


def test_states_of_one_account_position_or_wallet():
    stage = STAGES.get()
    for name, changes, code in (
        ("WithdrawMargin", {"user": wallet(2)}, E.MARGIN_ACCOUNT_NOT_FOUND),
        ("CloseMarginAccount", {"user": wallet(2)}, E.MARGIN_ACCOUNT_NOT_FOUND),
        ("RemoveLiquidity", {"user": wallet(1)}, E.LP_POSITION_NOT_FOUND),
        ("RemoveLiquidity", {"user": wallet(4)}, E.LP_POSITION_NOT_FOUND),
        ("CloseLpPosition", {"user": wallet(1)}, E.LP_POSITION_NOT_FOUND),
        ("UpgradeLpAccount", {"user": wallet(1)}, E.CANNOT_UPGRADE),
        ("UpgradeLpAccount", {"user": wallet(77)}, E.CANNOT_UPGRADE),
        ("ClaimDeposit", {"user": wallet(2)}, E.DEPOSIT_NOT_FOUND),
        ("CreateStakeAccount", {"user": wallet(6)}, E.STAKE_ACCOUNT_EXISTS),
        ("Stake", {"user": wallet(2)}, E.STAKE_ACCOUNT_MISSING),
        ("Stake", {"user": wallet(2), "is_creating_account": 1}, E.NONE),
        ("Stake", {"user": wallet(7)}, E.STAKE_ACCOUNT_FULL),
        ("Unstake", {"user": wallet(2)}, E.STAKE_ACCOUNT_MISSING),
        ("Unstake", {"user": wallet(7), "amount_e6": E6}, E.NONE),
        ("Unstake", {"user": wallet(7), "amount_e6": 1}, E.STAKE_ACCOUNT_FULL),
        ("WithdrawStake", {"user": wallet(2)}, E.STAKE_ACCOUNT_MISSING),
        ("WithdrawStake", {"user": wallet(7)}, E.WITHDRAW_EXCEEDS_UNLOCKED),
        ("Liquidate", {"user": wallet(5)}, E.VALIDATION),  # the fee to the liquidated one
        ("ModifyPosition", {"user": wallet(2)}, E.NOT_OWNER),
    ):
        expect(stage, build(stage, name, ROWS[name], **changes), code)
    stage = STAGES.get("flagged")
    flagged = {"user": wallet(5), "owner": wallet(5), "account_id": 1, "market_id": 2}
    for name in ("ModifyPosition", "ClosePosition"):
        expect(stage, build(stage, name, ROWS[name], **flagged), E.IN_LIQUIDATION)
    flagged.pop("market_id")
    basket = build(stage, "ModifyPositions", ROWS["ModifyPositions"], **flagged)
    expect(stage, basket, E.IN_LIQUIDATION)
    withdrawal = {"user": wallet(5), "account_id": 1}
    expect(
        stage,
        build(stage, "WithdrawMargin", ROWS["WithdrawMargin"], **withdrawal),
        E.IN_LIQUIDATION,
    )
    expect(stage, build(stage, "Liquidate", ROWS["Liquidate"]), E.LIQUIDATION_CAPACITY)
    for state, name, code in (
        ("one market", "CreateMarket", E.VALIDATION),
        ("one account", "CreateMarginAccount", E.TOO_MANY_MARGIN_ACCOUNTS),
        ("safe", "Liquidate", E.NOT_LIQUIDATABLE),
        ("very stale", "ClosePosition", E.NONE),  # a dead market frees its accounts
    ):
        expect(STAGES.get(state), build(STAGES.get(state), name, ROWS[name]), code)


LOWER = {"account_id": 1, "size_e6": -5 * E6}
TURN = {"account_id": 1, "size_e6": -15 * E6}


@pytest.mark.parametrize(
    ("state", "name", "changes", "code"),
    [
        # A deposit that can save a position is never refused by a pause.
        ("paused", "DepositMargin", {"account_id": 1}, E.NONE),
        ("paused", "WithdrawMargin", {"account_id": 1}, E.NONE),
        # With a stale price nothing can be withdrawn beside a position, rule 13.
        ("stale", "WithdrawMargin", {"account_id": 1, "amount_e6": 10_000}, E.WITHDRAW_EXCEEDS_MAX),
        ("held", "WithdrawMargin", {"account_id": 1, "amount_e6": 10_000}, E.NONE),
        # What only lowers a position is not stopped by what stops others, rules/fills.md.
        *(
            (state, "ModifyPosition", LOWER, E.NONE)
            for state in (
                "paused",
                "market paused",
                "stale",
                "held",
                "window",
                "full side",
                "no exposure",
                "all locked",
                "one position",
            )
        ),
        ("very stale", "ModifyPosition", LOWER, E.NONE),
        ("very stale", "Liquidate", {}, E.NONE),
        ("very stale", "RemoveLiquidity", {}, E.NONE),
        ("paused", "ModifyPosition", TURN, E.EXCHANGE_PAUSED),
        ("market paused", "ModifyPosition", TURN, E.MARKET_PAUSED),
        ("stale", "ModifyPosition", TURN, E.STALE_PRICE),
        ("held", "ModifyPosition", TURN, E.PRICE_BAND),
        ("window", "ModifyPosition", TURN, E.ENTRY_WINDOW),
        # A pause stops neither liquidations nor exits; a halt lets landed payouts in.
        ("paused", "Liquidate", {}, E.NONE),
        ("paused", "RemoveLiquidity", {}, E.NONE),
        ("halted", "RecordPayout", {}, E.NONE),
        ("halted", "PostPrint", {}, E.NONE),
    ],
)
def test_a_state_does_not_block_other_commands(state, name, changes, code):
    stage = STAGES.get(state)
    expect(stage, build(stage, name, ROWS[name], **changes), code)


def test_a_delegate_trades_and_nothing_else():
    stage = STAGES.get().copy()
    stage.good(m.SetDelegate, wallet(1), delegate=wallet(2))
    as_delegate = {"user": wallet(2), "owner": wallet(1)}
    for name in ("ModifyPosition", "ClosePosition", "ModifyPositions"):
        expect(stage, build(stage, name, ROWS[name], **as_delegate), E.NONE)
    for name in ("WithdrawMargin", "CloseMarginAccount"):
        changed = build(stage, name, ROWS[name], user=wallet(2))
        expect(stage, changed, E.MARGIN_ACCOUNT_NOT_FOUND)
    stage.good(m.SetDelegate, wallet(1))
    assert stage.exchange.user_view(wallet(1)).delegate is None
    expect(stage, build(stage, "ClosePosition", ROWS["ClosePosition"], **as_delegate), E.NOT_OWNER)
