"""The quote of a position is written without the schema's encoder, and is the same."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.api.markets.schemas import FundingParts, SignedAmounts
from edge.api.quotes.encode import POSITION_QUOTE
from edge.api.quotes.schemas import CostOfHolding, IfMoved, PointsQuote, PositionQuote
from edge.http.form import form_of
from engine.core.views import TradeQuote
from engine.programmes import points_rows
from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.perps.test_quotes import busy_world

FIGURES = st.integers(-(2**63), 2**63 - 1)
OPTIONAL = st.none() | FIGURES
REASONS = st.lists(st.sampled_from(ErrorCode), max_size=20).map(tuple)
MOVES = ("down_10", "down_5", "down_2", "up_2", "up_5", "up_10")
KINDS = {
    **{f"if_{move}_e6": OPTIONAL for move in MOVES},
    "is_executable": st.booleans(),
    "reasons": REASONS,
    "liquidation_price_e8": OPTIONAL,
    "leverage_e12": OPTIONAL,
}
QUOTES = st.builds(
    TradeQuote,
    **{name: KINDS.get(name, FIGURES) for name in TradeQuote.__dataclass_fields__},
)
POINTS = st.builds(
    points_rows.PointsQuote, per_day_e6=st.integers(0, 2**70), multiplier_e12=st.integers(0, 2**70)
)


def ratio(raw_e12: int | None) -> str | None:
    if raw_e12 is None:
        return None
    text = f"{Decimal(raw_e12).scaleb(-12):.12f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def optional_text(raw: int | None) -> str | None:
    return None if raw is None else str(raw)


def entity(quote: TradeQuote, points: points_rows.PointsQuote) -> PositionQuote:
    return PositionQuote(
        open_interest_delta=SignedAmounts(
            size=str(quote.size_delta_e6), notional=str(quote.notional_delta_e6)
        ),
        position_initial_margin_ratio=ratio(quote.initial_margin_ratio_e12),
        position_maintenance_margin_ratio=ratio(quote.maintenance_margin_ratio_e12),
        fill_price=str(quote.fill_price_e8),
        index_price=str(quote.index_price_e8),
        price_impact=ratio(quote.price_impact_e12),
        trade_fee=str(quote.trade_fee_e6),
        liquidation_price=optional_text(quote.liquidation_price_e8),
        leverage_multiple=ratio(quote.leverage_e12),
        accrued_funding_estimate_one_hour=str(quote.funding_estimate_one_hour_e6),
        points_quote=PointsQuote(
            per_day=str(points.per_day_e6), multiplier=ratio(points.multiplier_e12)
        ),
        is_executable=quote.is_executable,
        reasons=[reason.name for reason in quote.reasons],
        surcharge=str(quote.surcharge_e6),
        funding_parts=FundingParts(
            drift=ratio(quote.funding_drift_e12),
            crowding=ratio(quote.funding_crowding_e12),
            spread=ratio(quote.funding_spread_e12),
        ),
        holding_rate=ratio(quote.holding_rate_e12),
        cost_of_holding=CostOfHolding(
            one_day=str(quote.cost_one_day_e6),
            seven_days=str(quote.cost_seven_days_e6),
            thirty_days=str(quote.cost_thirty_days_e6),
        ),
        break_even_price=str(quote.break_even_price_e8),
        margin_collateral_after=str(quote.margin_after_e6),
        available_margin_after=str(quote.available_after_e6),
        total_required_margin_after=str(quote.required_after_e6),
        free_margin_change=str(quote.free_margin_change_e6),
        realized_pnl=str(quote.realized_pnl_e6),
        if_moved=IfMoved(
            **{move: optional_text(getattr(quote, f"if_{move}_e6")) for move in MOVES}
        ),
    )


@given(QUOTES, POINTS)
def test_the_bytes_are_those_of_the_schemas_encoder(quote, points):
    expected = msgspec.json.encode({"info": entity(quote, points)})
    assert POSITION_QUOTE.fill(quote, points) == expected


SIZES = st.integers(-300 * 10**6, 300 * 10**6) | st.integers(-(10**13), 10**13)


def outcome_of(ask, *asked):
    try:
        return ask(*asked)
    except EngineError as error:
        return error.code, error.detail


@settings(max_examples=80)
@given(SIZES, st.integers(0, 4), st.integers(0, 2), st.integers(0, 7_200))
def test_figures_are_written_as_the_quote_that_has_them(size, market_id, account_id, wait):
    world, owner = busy_world()
    points = points_rows.PointsQuote(per_day_e6=1, multiplier_e12=10**12)
    exchange, asked = world.exchange, (owner, account_id, market_id)
    for ask, size_e6, is_close in (
        (exchange.quote_modify_position, size, False),
        (exchange.quote_close_position, abs(size), True),
        (exchange.quote_close_position, 0, True),
    ):
        quote = outcome_of(ask, *asked, size_e6, world.now_s + wait)
        figures = outcome_of(exchange.trade_figures, *asked, size_e6, world.now_s + wait, is_close)
        if isinstance(quote, tuple):
            assert figures == quote
            continue
        assert POSITION_QUOTE.fill(figures, points) == POSITION_QUOTE.fill(quote, points)
        assert figures.notional_delta_e6 == quote.notional_delta_e6
        assert (figures.is_executable, figures.reasons) == (quote.is_executable, quote.reasons)


def test_a_form_needs_a_source_for_each_field_and_a_row_that_has_it():
    for sources in (
        {"size": "size_delta_e6"},
        {"notional": "fill_price_e8", "size": "surcharge_e6"},
    ):
        with pytest.raises(AssertionError):
            form_of(SignedAmounts, sources, TradeQuote, points_rows.PointsQuote)
    unknown = {"size": "size_delta_e6", "notional": "unknown_e6"}
    with pytest.raises(ValueError, match="not enough values to unpack"):
        form_of(SignedAmounts, unknown, TradeQuote, points_rows.PointsQuote)
