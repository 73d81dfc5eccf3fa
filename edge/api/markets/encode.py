"""Engine views of exchange and markets into the contract's entities."""

from dataclasses import dataclass
from math import isqrt

from chain.catalogue.facts import MarketFacts
from chain.client import addresses
from chain.client.facts import ChainFacts
from edge.api.markets.schemas import (
    Amounts,
    Distribution,
    EntryWindow,
    Exchange,
    ExchangeSpecification,
    Forecast,
    FundingAprs,
    FundingParts,
    HeldPrint,
    Market,
    MarketDetail,
    MarketRoom,
    MarketRow,
    MarketSpecification,
    MarketState,
    Metadata,
    Room,
    SideShare,
    Skew,
    Summary,
    Yield,
)
from edge.http.addresses import address_text, optional_address
from edge.http.amounts import rate
from engine.core.views import ExchangeView, MarketView, SideView
from engine.schema.enums import ExchangeStatus
from engine.schema.parameters import E6, EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter

EXCHANGE_ID = 0
STATUSES = ("active", "paused", "halted")
CURRENCY = "USD"
_PYTH = "pyth:"


def _side(view: SideView) -> SideShare:
    return SideShare(
        size=str(view.size_e6), notional=str(view.notional_e6), percent=rate(view.percent_e12)
    )


def _distribution(long: SideView, short: SideView) -> Distribution:
    return Distribution(long=_side(long), short=_side(short))


def _parameter(parameter: Parameter, value: int) -> str | int:
    if parameter.name.endswith("_e12"):
        return rate(value)
    return str(value) if parameter.name.endswith("_e6") else value


def _specification(
    table: tuple[Parameter, ...], values: dict[str, int], known: tuple[str, ...]
) -> dict[str, str | int]:
    return {
        parameter.contract: _parameter(parameter, values[parameter.name])
        for parameter in table
        if parameter.contract in known
    }


def exchange_entity(
    view: ExchangeView, facts: ChainFacts, market_ids: list[int], lp_yield: Yield
) -> Exchange:
    """Return API 3.1."""
    specification = ExchangeSpecification(
        id=EXCHANGE_ID,
        collateralMint=address_text(view.collateral_mint),
        collateralVault=address_text(facts.collateral_vault),
        collateralExpo=-6,
        tokenMint=address_text(view.token_mint),
        status=STATUSES[view.status],
        paused=view.status != ExchangeStatus.ACTIVE,
        marketIds=market_ids,
        admin=address_text(view.operator),
        authorizedSettler=address_text(view.vault_authority),
        netExposureCap=str(view.net_exposure_cap_e6),
        **_specification(
            EXCHANGE_PARAMETERS, view.parameters, ExchangeSpecification.__struct_fields__
        ),
    )
    return Exchange(
        address=address_text(view.address),
        balance=str(view.balance_e6),
        reserve_balance=str(view.reserve_e6),
        protocol_fee_balance=str(view.protocol_fees_e6),
        unsettled_balance=str(view.unsettled_e6),
        quarantined_balance=str(view.quarantined_e6),
        margin_balance=str(view.margin_e6),
        lp_balance=str(view.lp_balance_e6),
        tvl=str(view.margin_e6 + view.lp_balance_e6),
        lp_shares=str(view.lp_shares_e6),
        unrealized_pnl=str(view.unrealized_pnl_e6),
        share_price=str(view.share_price_e8),
        required_minimum_balance=str(view.required_minimum_balance_e6),
        required_minimum_balance_percent=rate(view.required_minimum_balance_percent_e12),
        open_interest=str(view.open_interest_e6),
        available_open_interest=Room(
            long=str(view.available_long_e6), short=str(view.available_short_e6)
        ),
        open_interest_distribution=_distribution(view.long, view.short),
        min_lp_duration=view.parameters["min_lp_duration_s"],
        settlement_delay=view.parameters["settlement_delay_s"],
        protocol_fee_rate=rate(view.parameters["protocol_fee_rate_e12"]),
        cumulative_notional_volume=str(view.cumulative_volume_e6),
        cumulative_lp_fee=str(view.cumulative_lp_fee_e6),
        lp_yield=lp_yield,
        specification=specification,
    )


def metadata_fields(view: MarketView, area: MarketFacts | None) -> dict[str, object]:
    """Return the metadata of a market as keyword arguments."""
    feed = view.price_feed
    return {
        "market": view.symbol,
        "market_id": view.market_id,
        "name": view.name,
        "state": view.state or None,
        "country": view.country,
        "acre_id": view.acre_id,
        "tradable": True,
        "symbol": view.symbol,
        "category": view.category,
        "currency": CURRENCY,
        "metric": view.metric,
        "pyth_token_id": feed.removeprefix(_PYTH) if feed.startswith(_PYTH) else None,
        "latitude": area.latitude if area is not None else None,
        "longitude": area.longitude if area is not None else None,
    }


def metadata(view: MarketView, area: MarketFacts | None) -> Metadata:
    return Metadata(**metadata_fields(view, area))  # type: ignore[arg-type]


def area_metadata(area: MarketFacts) -> Metadata:
    """Return the metadata of an area that has no market."""
    return Metadata(
        market=area.symbol,
        market_id=None,
        name=area.name,
        state=area.state or None,
        country=area.country,
        acre_id=area.acre_id,
        tradable=False,
        symbol=area.symbol,
        category=area.category,
        currency=CURRENCY,
        metric=area.metric,
        pyth_token_id=None,
        latitude=area.latitude,
        longitude=area.longitude,
    )


def _specification_of(view: MarketView) -> object:
    parameters = view.parameters
    return MarketSpecification(
        maxSideNotional=str(view.max_side_notional_e6),
        authorizedLiquidator=optional_address(view.authorized_liquidator),
        entryWindow=EntryWindow(
            before=parameters["entry_window_before_s"], after=parameters["entry_window_after_s"]
        ),
        priceFeed=view.price_feed,
        **_specification(MARKET_PARAMETERS, parameters, MarketSpecification.__struct_fields__),
    )


def _amounts(size_e6: int, notional_e6: int) -> Amounts:
    return Amounts(size=str(size_e6), notional=str(notional_e6))


def _in_short(view: MarketView) -> dict[str, object]:
    """Return the fields of the stream of all markets."""
    return {
        "index_price": str(view.index_price_e8),
        "index_price_at": view.index_price_at_s,
        "market_price": str(view.market_price_e8),
        "funding_rate": rate(view.funding_rate_e12),
        "open_interest": _amounts(view.open_interest_size_e6, view.open_interest_notional_e6),
        "skew": Skew(
            size=str(view.skew_size_e6),
            notional=str(view.skew_notional_e6),
            percent=rate(view.skew_percent_e12),
        ),
        "paused": view.is_paused,
    }


def _shared(view: MarketView) -> dict[str, object]:
    """Return the common fields of the market's entity and its stream."""
    return _in_short(view) | {
        "next_print_at": view.next_print_at_s,
        "funding_velocity": rate(view.funding_velocity_e12),
        "open_interest_distribution": _distribution(view.long, view.short),
        "available_open_interest": MarketRoom(
            long=_amounts(view.available_long_size_e6, view.available_long_notional_e6),
            short=_amounts(view.available_short_size_e6, view.available_short_notional_e6),
        ),
    }


def _market_fields(
    view: MarketView, exchange: bytes, area: MarketFacts | None
) -> dict[str, object]:
    held = view.held_print
    daily = view.funding_rate_e12
    return {
        **_shared(view),
        "address": address_text(addresses.market(exchange, view.market_id)),
        "id": view.market_id,
        "max_funding_velocity": rate(view.parameters["max_funding_velocity_e12"]),
        "funding_rate_aprs": FundingAprs(
            one_hour=rate(_trunc(daily, 24)),
            eight_hour=rate(_trunc(daily, 3)),
            one_day=rate(daily),
            one_year=rate(daily * 365),
        ),
        "max_leverage_multiple": rate(view.max_leverage_e12),
        "maker_fee_rate": rate(view.parameters["maker_fee_rate_e12"]),
        "taker_fee_rate": rate(view.parameters["taker_fee_rate_e12"]),
        "metadata": metadata(view, area),
        "specification": _specification_of(view),
        "funding_parts": FundingParts(
            drift=rate(view.funding_drift_e12),
            crowding=rate(view.funding_crowding_e12),
            spread=rate(view.funding_spread_e12),
        ),
        "holding_rate": rate(view.holding_rate_e12),
        "forecast": Forecast(
            fast=rate(view.forecast_fast_e12),
            slow=rate(view.forecast_slow_e12),
            mid=rate(view.forecast_mid_e12),
        ),
        "level_price": str(view.level_price_e8),
        "noise": rate(isqrt(view.noise_e18 * E6)),
        "auction_only": view.is_auction_only,
        "increase_blocked_until": view.increase_blocked_until_s,
        "held_print": None
        if held is None
        else HeldPrint(price=str(held.price_e8), published_at=held.published_at_s),
    }


def market_entity(view: MarketView, exchange: bytes, area: MarketFacts | None) -> Market:
    """Return API 3.2."""
    return Market(**_market_fields(view, exchange, area))  # type: ignore[arg-type]


def market_detail(
    view: MarketView, exchange: bytes, area: MarketFacts | None, figures: "Figures"
) -> MarketDetail:
    """Return API 3.2 with the summary's fields."""
    return MarketDetail(
        **_market_fields(view, exchange, area),  # type: ignore[arg-type]
        **metadata_fields(view, area),  # type: ignore[arg-type]
        change1d=figures.change1d,
        change1y=figures.change1y,
        volume24h=str(figures.volume24h_e6),
        tags=list(area.tags) if area is not None else [],
    )


def summary(view: MarketView, area: MarketFacts | None, figures: "Figures") -> Summary:
    """Return a market for a list."""
    return Summary(
        **metadata_fields(view, area),  # type: ignore[arg-type]
        index_price=str(view.index_price_e8),
        change1d=figures.change1d,
        change1y=figures.change1y,
        volume24h=str(figures.volume24h_e6),
        open_interest=str(view.open_interest_notional_e6),
        max_leverage_multiple=rate(view.max_leverage_e12),
        tags=list(area.tags) if area is not None else [],
        paused=view.is_paused,
    )


def market_row(view: MarketView) -> MarketRow:
    """Return a market for the stream of all markets."""
    return MarketRow(market_id=view.market_id, **_in_short(view))  # type: ignore[arg-type]


def market_state(view: MarketView) -> MarketState:
    """Return a market for its own stream."""
    return MarketState(market_id=view.market_id, **_shared(view))  # type: ignore[arg-type]


def _trunc(value: int, divisor: int) -> int:
    """Divide toward zero; shown only, never used in money."""
    return -(-value // divisor) if value < 0 else value // divisor


@dataclass(frozen=True, slots=True)
class Figures:
    """Historical figures of a market: index changes, `None` if unknown; volume."""

    change1d_e12: int | None
    change1y_e12: int | None
    volume24h_e6: int

    @property
    def change1d(self) -> str | None:
        """Return the change over a day as text."""
        return optional_rate(self.change1d_e12)

    @property
    def change1y(self) -> str | None:
        """Return the change over a year as text."""
        return optional_rate(self.change1y_e12)


def optional_rate(raw_e12: int | None) -> str | None:
    """Return a rate as text, `None` for an unknown one."""
    return None if raw_e12 is None else rate(raw_e12)
