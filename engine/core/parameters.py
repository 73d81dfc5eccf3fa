"""The one table of risk parameters: name, level, unit, default and range."""

from dataclasses import dataclass

E6 = 10**6
E8 = 10**8
E12 = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter: `name` ends in its unit, bounds are inclusive; default None: at creation."""

    name: str
    contract: str
    default: int | None
    low: int
    high: int


def _p(name: str, contract: str, default: int | None, low: int, high: int) -> Parameter:
    return Parameter(name=name, contract=contract, default=default, low=low, high=high)


YEAR_S = 31_536_000
DAY_S = 86_400

# Level M: each market has its own.
MARKET_PARAMETERS: tuple[Parameter, ...] = (
    _p("min_initial_margin_ratio_e12", "minInitialMarginRatio", E12 // 10, E12 // 100, E12),
    _p(
        "maintenance_margin_proportion_e12",
        "maintenanceMarginProportion",
        E12 // 2,
        E12 // 10,
        95 * E12 // 100,
    ),
    _p("initial_margin_ratio_e12", "initialMarginRatio", 2 * E12, 0, 100 * E12),
    _p("skew_scale_e6", "skewScale", None, 0, 10**17),
    _p("max_side_size_e6", "maxSideSize", None, 0, 10**15),
    _p("max_side_notional_rate_e12", "maxSideNotionalRate", E12 // 10, 0, 10 * E12),
    _p("max_funding_velocity_e12", "maxFundingVelocity", 3 * 10**9, 0, 10 * E12),
    _p("funding_decay_s", "fundingDecay", 30 * DAY_S, 0, YEAR_S),
    _p("max_funding_rate_e12", "maxFundingRate", 2_500_000_000, 0, 5 * 10**10),
    _p("k_drift_e12", "kDrift", E12, 0, 2 * E12),
    _p("n_fast", "nFast", 30, 1, 1000),
    _p("n_slow", "nSlow", 120, 1, 1000),
    _p("return_clip_e12", "returnClip", 10**10, 0, 5 * 10**10),
    _p("drift_max_e12", "driftMax", 10**9, 0, 10**10),
    _p("spread_rate_e12", "spreadRate", 10**8, 0, 10**10),
    _p("s_ref_rate_e12", "sRefRate", E12 // 10, 0, E12),
    _p("level_n", "levelN", 5, 0, 365),
    _p("maker_fee_rate_e12", "makerFeeRate", 2 * 10**8, 0, 5 * 10**10),
    _p("taker_fee_rate_e12", "takerFeeRate", 15 * 10**8, 0, 5 * 10**10),
    _p("liquidation_fee_rate_e12", "liquidationFeeRate", 5 * 10**9, 0, 5 * 10**10),
    _p("liquidation_window_s", "liquidationWindowSeconds", 3600, 1, YEAR_S),
    _p("liquidation_capacity_multiplier_e12", "liquidationCapacityMultiplier", 2 * 10**9, 0, E12),
    _p("max_liquidation_pd_e12", "maxLiquidationPd", 10**10, 0, E12),
    _p("min_position_margin_e6", "minPositionMargin", E6, 0, 10**12),
    _p("oracle_max_age_s", "oracleMaxAge", 93_600, 60, 604_800),
    _p("oracle_max_age_decrease_s", "oracleMaxAgeDecrease", 604_800, 60, YEAR_S),
    _p("print_band_e12", "printBand", 2 * 10**10, 0, E12 // 2),
    _p("print_band_pause_e12", "printBandPause", 5 * 10**10, 0, E12 // 2),
    _p("max_confidence_rate_e12", "maxConfidenceRate", 10**10, 0, E12),
    _p("print_interval_s", "printInterval", DAY_S, 1, YEAR_S),
    _p("entry_window_before_s", "entryWindowBefore", 1800, 0, DAY_S),
    _p("entry_window_after_s", "entryWindowAfter", 300, 0, DAY_S),
)

# Level X: one for the exchange.
EXCHANGE_PARAMETERS: tuple[Parameter, ...] = (
    _p("net_exposure_cap_rate_e12", "netExposureCapRate", E12 // 2, 0, 10 * E12),
    _p("locked_open_interest_ratio_e12", "lockedOpenInterestRatio", E12 // 2, 0, 10 * E12),
    _p("protocol_fee_rate_e12", "protocolFeeRate", 2 * 10**11, 0, E12),
    _p("reserve_fee_share_e12", "reserveFeeShare", 10**11, 0, E12),
    _p("min_liquidation_fee_e6", "minLiquidationFee", 5 * E6, 0, 10**12),
    _p("max_liquidation_fee_e6", "maxLiquidationFee", 2500 * E6, 0, 10**13),
    _p(
        "liquidation_target_health_e12",
        "liquidationTargetHealth",
        125 * 10**10,
        101 * 10**10,
        3 * E12,
    ),
    _p("min_trade_notional_e6", "minTradeNotional", E6, 0, 10**12),
    _p("max_positions_per_account", "maxPositionsPerAccount", 12, 1, 12),
    _p("max_margin_accounts_per_user", "maxMarginAccountsPerUser", 20, 1, 1000),
    _p("max_markets", "maxMarkets", 1024, 1, 1024),
    _p("min_lp_duration_s", "minLpDuration", 30 * DAY_S, 0, YEAR_S),
    _p("settlement_delay_s", "settlementDelay", DAY_S, 0, YEAR_S),
    _p("min_liquidity_e6", "minLiquidity", E6, 1, 10**12),
    _p("min_settlement_amount_e6", "minSettlementAmount", 10_000, 1, 10**12),
    _p("max_keeper_tip_rate_e12", "maxKeeperTipRate", 10**10, 0, E12),
    _p("outflow_hourly_rate_e12", "outflowHourlyRate", 10**10, 0, 10 * E12),
    _p("outflow_daily_rate_e12", "outflowDailyRate", 10**11, 0, 10 * E12),
    _p("outflow_floor_e6", "outflowFloor", 100_000 * E6, 0, 9 * 10**18),
    _p("epoch_duration_s", "epochDuration", 604_800, 1, YEAR_S),
    _p("unlocking_duration_epochs", "unlockingDuration", 1, 0, 52),
)
