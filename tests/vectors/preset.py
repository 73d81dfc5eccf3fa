"""The classical preset: skew premium and velocity funding alone, with room for every vector."""

from fractions import Fraction
from typing import Any

from engine.core.generated import messages as m
from tests.engine.core.support.world import CLASSICAL, E6, OPERATOR, World, wallet
from tests.vectors.vectors import raw

LP_E6 = 10**15  # a billion
OTHER = wallet(50)  # moves the skew

PARAMETERS = {
    "makerFee": ("maker_fee_rate_e12", 12),
    "takerFee": ("taker_fee_rate_e12", 12),
    "skewScale": ("skew_scale_e6", 6),
    "maxFundingVelocity": ("max_funding_velocity_e12", 12),
    "initialMarginFraction": ("initial_margin_ratio_e12", 12),
    "minimumInitialMarginRatio": ("min_initial_margin_ratio_e12", 12),
    "maintenanceMarginScalar": ("maintenance_margin_proportion_e12", 12),
    "minimumPositionMargin": ("min_position_margin_e6", 6),
    "flagRewardRatio": ("liquidation_fee_rate_e12", 12),
    "maxLiquidationLimitAccumulationMultiplier": ("liquidation_capacity_multiplier_e12", 12),
    "maxSecondsInLiquidationWindow": ("liquidation_window_s", 0),
    "maxLiquidationPd": ("max_liquidation_pd_e12", 12),
}
DEFAULTS = CLASSICAL | {
    "maker_fee_rate_e12": 0,
    "taker_fee_rate_e12": 0,
    "min_position_margin_e6": 0,
    "liquidation_fee_rate_e12": 0,
    "initial_margin_ratio_e12": 0,
    "min_initial_margin_ratio_e12": 10**10,
    "skew_scale_e6": 0,
    "max_funding_velocity_e12": 0,
    "max_side_size_e6": 10**15,
    "max_liquidation_pd_e12": 0,
}


def classical(guards: Any = None, lp_e6: int = LP_E6, **exchange: int) -> World:
    """An exchange with a pool; `guards` bound the liquidation fee."""
    bounds = guards if isinstance(guards, dict) else {}
    world = World(
        min_liquidation_fee_e6=raw(bounds.get("minKeeperRewardUsd", "0"), 6),
        max_liquidation_fee_e6=raw(bounds.get("maxKeeperRewardUsd", "0"), 6),
        **exchange,
    )
    world.add_liquidity(lp_e6)
    return world


def add_market(world: World, symbol: str, price: str, *sources: dict[str, Any], **raws: int) -> int:
    """A market with the parameters that the vector names, later sources first."""
    values = dict(DEFAULTS)
    for source in sources:
        for name, (field, exponent) in PARAMETERS.items():
            if name in source:
                values[field] = raw(source[name], exponent)
    return world.market(raw(price, 8), symbol, **(values | raws))


def trader(world: World, user: int = 1, collateral: str = "1000000000") -> bytes:
    return world.account(user, 1, raw(collateral, 6))


def set_skew(world: World, market_id: int, skew: str) -> None:
    """Another user's position makes the skew."""
    if Fraction(skew) == 0:
        return
    if not world.exchange.user_view(OTHER).margin_account_ids:
        world.account(50, 1, 10**9 * E6)
    world.modify(OTHER, raw(skew, 6), market_id)
    assert not world.rejected, world.code


def set_price(world: World, price: str, market_id: int = 1) -> None:
    """A print at once, confirmed by the operator where it is out of band."""
    if world.see(market_id).index_price_e8 == raw(price, 8):
        return
    world.now_s += 1
    world.post(raw(price, 8), market_id)
    assert not world.rejected, world.code
    if world.see(market_id).held_print is not None:
        world.operate(m.ConfirmPrint, market_id=market_id)
    if world.see(market_id).is_paused:
        world.send(m.UnpauseMarket(operator=OPERATOR, market_id=market_id))
    assert world.see(market_id).index_price_e8 == raw(price, 8)


def open_at(world: World, owner: bytes, market_id: int, size: str) -> None:
    world.modify(owner, raw(size, 6), market_id)
    assert not world.rejected, world.code
