"""The one table of risk parameters: name, level, unit, default and range."""

from dataclasses import dataclass

E6 = 10**6
E8 = 10**8
E12 = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter: `name` ends in its unit, bounds are inclusive; default None: at creation.

    `id` names it in commands and events; it is never changed or reused. `since` is the first
    version of the creation command that has it, `until` the last one; `before` is the value for an
    exchange or market created by an earlier version. Rows are never reordered or removed.
    """

    id: int
    name: str
    contract: str
    default: int | None
    low: int
    high: int
    since: int = 1
    until: int | None = None
    before: int = 0


def _p(  # noqa: PLR0913 - one row of a table
    number: int,
    name: str,
    contract: str,
    default: int | None,
    low: int,
    high: int,
    *,
    since: int = 1,
    until: int | None = None,
    before: int = 0,
) -> Parameter:
    return Parameter(
        id=number,
        name=name,
        contract=contract,
        default=default,
        low=low,
        high=high,
        since=since,
        until=until,
        before=before,
    )


YEAR_S = 31_536_000
DAY_S = 86_400

# Level M: each market has its own.
MARKET_PARAMETER_ROWS: tuple[Parameter, ...] = (
    _p(1, "min_initial_margin_ratio_e12", "minInitialMarginRatio", E12 // 10, E12 // 100, E12),
    _p(
        2,
        "maintenance_margin_proportion_e12",
        "maintenanceMarginProportion",
        E12 // 2,
        E12 // 10,
        95 * E12 // 100,
    ),
    _p(3, "initial_margin_ratio_e12", "initialMarginRatio", 2 * E12, 0, 100 * E12),
    _p(4, "skew_scale_e6", "skewScale", None, 0, 10**17),
    _p(5, "max_side_size_e6", "maxSideSize", None, 0, 10**15),
    _p(6, "max_side_notional_rate_e12", "maxSideNotionalRate", E12 // 20, 0, 10 * E12),
    _p(7, "max_funding_velocity_e12", "maxFundingVelocity", 3 * 10**9, 0, 10 * E12),
    _p(8, "funding_decay_s", "fundingDecay", 30 * DAY_S, 0, YEAR_S),
    _p(9, "max_funding_rate_e12", "maxFundingRate", 2_500_000_000, 0, 5 * 10**10),
    _p(10, "k_drift_e12", "kDrift", E12, 0, 2 * E12),
    _p(11, "n_fast", "nFast", 10, 1, 1000),
    _p(12, "n_slow", "nSlow", 60, 1, 1000),
    _p(13, "return_clip_e12", "returnClip", 10**10, 0, 5 * 10**10),
    _p(14, "drift_max_e12", "driftMax", 10**9, 0, 10**10),
    _p(15, "spread_rate_e12", "spreadRate", 2 * 10**8, 0, 10**10),
    _p(16, "s_ref_rate_e12", "sRefRate", 3 * E12 // 4, 0, E12),
    _p(17, "level_n", "levelN", 10, 0, 365),
    _p(18, "maker_fee_rate_e12", "makerFeeRate", 2 * 10**8, 0, 5 * 10**10),
    _p(19, "taker_fee_rate_e12", "takerFeeRate", 15 * 10**8, 0, 5 * 10**10),
    _p(20, "liquidation_fee_rate_e12", "liquidationFeeRate", 5 * 10**9, 0, 5 * 10**10),
    _p(21, "liquidation_window_s", "liquidationWindowSeconds", 3600, 1, YEAR_S),
    _p(
        22,
        "liquidation_capacity_multiplier_e12",
        "liquidationCapacityMultiplier",
        2 * 10**9,
        0,
        E12,
    ),
    _p(23, "max_liquidation_pd_e12", "maxLiquidationPd", 10**10, 0, E12),
    _p(24, "min_position_margin_e6", "minPositionMargin", E6, 0, 10**12),
    _p(25, "oracle_max_age_s", "oracleMaxAge", 93_600, 60, 604_800),
    _p(26, "oracle_max_age_decrease_s", "oracleMaxAgeDecrease", 604_800, 60, YEAR_S),
    _p(27, "print_band_e12", "printBand", 2 * 10**10, 0, E12 // 2),
    _p(28, "print_band_pause_e12", "printBandPause", 5 * 10**10, 0, E12 // 2),
    _p(29, "max_confidence_rate_e12", "maxConfidenceRate", 10**10, 0, E12),
    _p(30, "print_interval_s", "printInterval", DAY_S, 1, YEAR_S),
    _p(31, "entry_window_before_s", "entryWindowBefore", 1800, 0, DAY_S),
    _p(32, "entry_window_after_s", "entryWindowAfter", 300, 0, DAY_S),
    _p(33, "crowding_knee_e12", "crowdingKnee", 5 * 10**10, 0, E12, since=2),
    _p(34, "skew_scale_rate_e12", "skewScaleRate", 2 * E12, 0, 1000 * E12, since=2),
    _p(35, "max_noise_e12", "maxNoise", 3 * 10**9, 0, 5 * 10**10, since=2),
)

# Level X: one for the exchange.
EXCHANGE_PARAMETER_ROWS: tuple[Parameter, ...] = (
    _p(1, "net_exposure_cap_rate_e12", "netExposureCapRate", E12 // 2, 0, 10 * E12),
    _p(2, "locked_open_interest_ratio_e12", "lockedOpenInterestRatio", E12 // 2, 0, 10 * E12),
    _p(3, "protocol_fee_rate_e12", "protocolFeeRate", 2 * 10**11, 0, E12),
    _p(4, "reserve_fee_share_e12", "reserveFeeShare", 10**11, 0, E12),
    _p(5, "min_liquidation_fee_e6", "minLiquidationFee", 5 * E6, 0, 10**12),
    _p(6, "max_liquidation_fee_e6", "maxLiquidationFee", 2500 * E6, 0, 10**13),
    _p(
        7,
        "liquidation_target_health_e12",
        "liquidationTargetHealth",
        125 * 10**10,
        101 * 10**10,
        3 * E12,
    ),
    _p(8, "min_trade_notional_e6", "minTradeNotional", E6, 0, 10**12),
    _p(9, "max_positions_per_account", "maxPositionsPerAccount", 12, 1, 12),
    _p(10, "max_margin_accounts_per_user", "maxMarginAccountsPerUser", 20, 1, 1000),
    _p(11, "max_markets", "maxMarkets", 1024, 1, 1024),
    _p(12, "min_lp_duration_s", "minLpDuration", 30 * DAY_S, 0, YEAR_S),
    _p(13, "settlement_delay_s", "settlementDelay", DAY_S, 0, YEAR_S),
    _p(14, "min_liquidity_e6", "minLiquidity", E6, 1, 10**12),
    _p(15, "min_settlement_amount_e6", "minSettlementAmount", 10_000, 1, 10**12),
    _p(16, "max_keeper_tip_rate_e12", "maxKeeperTipRate", 10**10, 0, E12),
    _p(17, "outflow_hourly_rate_e12", "outflowHourlyRate", 10**10, 0, 10 * E12),
    _p(18, "outflow_daily_rate_e12", "outflowDailyRate", 10**11, 0, 10 * E12),
    _p(19, "outflow_floor_e6", "outflowFloor", 100_000 * E6, 0, 9 * 10**18),
    _p(20, "epoch_duration_s", "epochDuration", 604_800, 1, YEAR_S),
    _p(21, "unlocking_duration_epochs", "unlockingDuration", 1, 0, 52),
    _p(22, "order_margin_e6", "orderMargin", E6, 0, 10**12, since=2, before=E6),
    _p(23, "hold_kink_e12", "holdKink", 6 * 10**11, 0, E12, since=3, before=6 * 10**11),
    _p(24, "hold_rate_e12", "holdRate", 5 * 10**7, 0, 10**10, since=3),
)

# Those of today.
MARKET_PARAMETERS = tuple(row for row in MARKET_PARAMETER_ROWS if row.until is None)
EXCHANGE_PARAMETERS = tuple(row for row in EXCHANGE_PARAMETER_ROWS if row.until is None)

SIDE_SHARE = 20  # a side is at most a 20th of the pool at creation
SKEW_SCALE_SIDES = 40


def first_sizes_e6(nav_e6: int, price_e8: int) -> tuple[int, int]:
    """Return maxSideSize, rounded down, and skewScale of a new market."""
    side_e6 = nav_e6 * E8 // (SIDE_SHARE * price_e8)
    return side_e6, SKEW_SCALE_SIDES * side_e6


# What `adopt-parameters` moves a running market to (rule 67), in the order of the record.
_ADOPTED = (
    "max_side_notional_rate_e12",
    "n_fast",
    "n_slow",
    "spread_rate_e12",
    "s_ref_rate_e12",
    "level_n",
    "crowding_knee_e12",
    "skew_scale_rate_e12",
    "max_noise_e12",
)
ADOPTED_PARAMETERS = tuple(row for row in MARKET_PARAMETERS if row.name in _ADOPTED)
