"""Commands and events as frozen rows, and their records. Generated from engine/schema/commands.py by engine/schema/generate.py; do not edit."""

from collections.abc import Callable, Iterator
from struct import Struct
from struct import error as StructError
from typing import Any, ClassVar

from engine.core.row import row

Buffer = bytes | bytearray | memoryview

HEADER = Struct("<IHHQq")
LENGTH = Struct("<I")
KIND = Struct("<IHH")  # the header up to the version


class RecordError(ValueError):
    """A record that is no valid message: unknown tag, unknown version, or cut short."""


def _text(value: str, width: int) -> bytes:
    data = value.encode("ascii")
    if len(data) > width or 0 in data:
        raise ValueError(f"text of {len(data)} bytes does not fit {width}: {value!r}")
    return data


def _fixed(value: bytes, width: int) -> bytes:
    if len(value) != width:
        raise ValueError(f"{len(value)} bytes where {width} are needed")
    return value


@row(kw_only=True)
class CreateExchange:
    """create-exchange: First command of every journal; exactly once."""

    TAG: ClassVar[int] = 1
    VERSION: ClassVar[int] = 3
    WIRE: ClassVar[str] = "create-exchange"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s32s32s32s32s32sBqqqqqqqqqqqqqqqqqqqqqqqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    exchange: bytes = bytes(32)
    collateral_mint: bytes = bytes(32)
    token_mint: bytes = bytes(32)
    vault_authority: bytes = bytes(32)
    chain_genesis: bytes = bytes(32)
    is_demo: int = 0
    net_exposure_cap_rate_e12: int = 0
    locked_open_interest_ratio_e12: int = 0
    protocol_fee_rate_e12: int = 0
    reserve_fee_share_e12: int = 0
    min_liquidation_fee_e6: int = 0
    max_liquidation_fee_e6: int = 0
    liquidation_target_health_e12: int = 0
    min_trade_notional_e6: int = 0
    max_positions_per_account: int = 0
    max_margin_accounts_per_user: int = 0
    max_markets: int = 0
    min_lp_duration_s: int = 0
    settlement_delay_s: int = 0
    min_liquidity_e6: int = 0
    min_settlement_amount_e6: int = 0
    max_keeper_tip_rate_e12: int = 0
    outflow_hourly_rate_e12: int = 0
    outflow_daily_rate_e12: int = 0
    outflow_floor_e6: int = 0
    epoch_duration_s: int = 0
    unlocking_duration_epochs: int = 0
    order_margin_e6: int = 0
    hold_kink_e12: int = 0
    hold_rate_e12: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1,
                3,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _fixed(self.exchange, 32),
                _fixed(self.collateral_mint, 32),
                _fixed(self.token_mint, 32),
                _fixed(self.vault_authority, 32),
                _fixed(self.chain_genesis, 32),
                self.is_demo,
                self.net_exposure_cap_rate_e12,
                self.locked_open_interest_ratio_e12,
                self.protocol_fee_rate_e12,
                self.reserve_fee_share_e12,
                self.min_liquidation_fee_e6,
                self.max_liquidation_fee_e6,
                self.liquidation_target_health_e12,
                self.min_trade_notional_e6,
                self.max_positions_per_account,
                self.max_margin_accounts_per_user,
                self.max_markets,
                self.min_lp_duration_s,
                self.settlement_delay_s,
                self.min_liquidity_e6,
                self.min_settlement_amount_e6,
                self.max_keeper_tip_rate_e12,
                self.outflow_hourly_rate_e12,
                self.outflow_daily_rate_e12,
                self.outflow_floor_e6,
                self.epoch_duration_s,
                self.unlocking_duration_epochs,
                self.order_margin_e6,
                self.hold_kink_e12,
                self.hold_rate_e12,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreateExchange: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreateExchange":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.exchange,
            _m.collateral_mint,
            _m.token_mint,
            _m.vault_authority,
            _m.chain_genesis,
            _m.is_demo,
            _m.net_exposure_cap_rate_e12,
            _m.locked_open_interest_ratio_e12,
            _m.protocol_fee_rate_e12,
            _m.reserve_fee_share_e12,
            _m.min_liquidation_fee_e6,
            _m.max_liquidation_fee_e6,
            _m.liquidation_target_health_e12,
            _m.min_trade_notional_e6,
            _m.max_positions_per_account,
            _m.max_margin_accounts_per_user,
            _m.max_markets,
            _m.min_lp_duration_s,
            _m.settlement_delay_s,
            _m.min_liquidity_e6,
            _m.min_settlement_amount_e6,
            _m.max_keeper_tip_rate_e12,
            _m.outflow_hourly_rate_e12,
            _m.outflow_daily_rate_e12,
            _m.outflow_floor_e6,
            _m.epoch_duration_s,
            _m.unlocking_duration_epochs,
            _m.order_margin_e6,
            _m.hold_kink_e12,
            _m.hold_rate_e12,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CreateExchange = _m
        return _message


@row(kw_only=True)
class CreateMarket:
    """create-market: The engine gives the next market id."""

    TAG: ClassVar[int] = 2
    VERSION: ClassVar[int] = 2
    WIRE: ClassVar[str] = "create-market"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s12s80s12s12s12s12s80sIqq32sqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    symbol: str = ""
    name: str = ""
    state: str = ""
    country: str = ""
    category: str = ""
    metric: str = ""
    price_feed: str = ""
    acre_id: int = 0
    price_e8: int = 0
    published_at_s: int = 0
    authorized_liquidator: bytes = bytes(32)
    min_initial_margin_ratio_e12: int = 0
    maintenance_margin_proportion_e12: int = 0
    initial_margin_ratio_e12: int = 0
    skew_scale_e6: int = 0
    max_side_size_e6: int = 0
    max_side_notional_rate_e12: int = 0
    max_funding_velocity_e12: int = 0
    funding_decay_s: int = 0
    max_funding_rate_e12: int = 0
    k_drift_e12: int = 0
    n_fast: int = 0
    n_slow: int = 0
    return_clip_e12: int = 0
    drift_max_e12: int = 0
    spread_rate_e12: int = 0
    s_ref_rate_e12: int = 0
    level_n: int = 0
    maker_fee_rate_e12: int = 0
    taker_fee_rate_e12: int = 0
    liquidation_fee_rate_e12: int = 0
    liquidation_window_s: int = 0
    liquidation_capacity_multiplier_e12: int = 0
    max_liquidation_pd_e12: int = 0
    min_position_margin_e6: int = 0
    oracle_max_age_s: int = 0
    oracle_max_age_decrease_s: int = 0
    print_band_e12: int = 0
    print_band_pause_e12: int = 0
    max_confidence_rate_e12: int = 0
    print_interval_s: int = 0
    entry_window_before_s: int = 0
    entry_window_after_s: int = 0
    crowding_knee_e12: int = 0
    skew_scale_rate_e12: int = 0
    max_noise_e12: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                2,
                2,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _text(self.symbol, 12),
                _text(self.name, 80),
                _text(self.state, 12),
                _text(self.country, 12),
                _text(self.category, 12),
                _text(self.metric, 12),
                _text(self.price_feed, 80),
                self.acre_id,
                self.price_e8,
                self.published_at_s,
                _fixed(self.authorized_liquidator, 32),
                self.min_initial_margin_ratio_e12,
                self.maintenance_margin_proportion_e12,
                self.initial_margin_ratio_e12,
                self.skew_scale_e6,
                self.max_side_size_e6,
                self.max_side_notional_rate_e12,
                self.max_funding_velocity_e12,
                self.funding_decay_s,
                self.max_funding_rate_e12,
                self.k_drift_e12,
                self.n_fast,
                self.n_slow,
                self.return_clip_e12,
                self.drift_max_e12,
                self.spread_rate_e12,
                self.s_ref_rate_e12,
                self.level_n,
                self.maker_fee_rate_e12,
                self.taker_fee_rate_e12,
                self.liquidation_fee_rate_e12,
                self.liquidation_window_s,
                self.liquidation_capacity_multiplier_e12,
                self.max_liquidation_pd_e12,
                self.min_position_margin_e6,
                self.oracle_max_age_s,
                self.oracle_max_age_decrease_s,
                self.print_band_e12,
                self.print_band_pause_e12,
                self.max_confidence_rate_e12,
                self.print_interval_s,
                self.entry_window_before_s,
                self.entry_window_after_s,
                self.crowding_knee_e12,
                self.skew_scale_rate_e12,
                self.max_noise_e12,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreateMarket: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreateMarket":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.symbol,
            _m.name,
            _m.state,
            _m.country,
            _m.category,
            _m.metric,
            _m.price_feed,
            _m.acre_id,
            _m.price_e8,
            _m.published_at_s,
            _m.authorized_liquidator,
            _m.min_initial_margin_ratio_e12,
            _m.maintenance_margin_proportion_e12,
            _m.initial_margin_ratio_e12,
            _m.skew_scale_e6,
            _m.max_side_size_e6,
            _m.max_side_notional_rate_e12,
            _m.max_funding_velocity_e12,
            _m.funding_decay_s,
            _m.max_funding_rate_e12,
            _m.k_drift_e12,
            _m.n_fast,
            _m.n_slow,
            _m.return_clip_e12,
            _m.drift_max_e12,
            _m.spread_rate_e12,
            _m.s_ref_rate_e12,
            _m.level_n,
            _m.maker_fee_rate_e12,
            _m.taker_fee_rate_e12,
            _m.liquidation_fee_rate_e12,
            _m.liquidation_window_s,
            _m.liquidation_capacity_multiplier_e12,
            _m.max_liquidation_pd_e12,
            _m.min_position_margin_e6,
            _m.oracle_max_age_s,
            _m.oracle_max_age_decrease_s,
            _m.print_band_e12,
            _m.print_band_pause_e12,
            _m.max_confidence_rate_e12,
            _m.print_interval_s,
            _m.entry_window_before_s,
            _m.entry_window_after_s,
            _m.crowding_knee_e12,
            _m.skew_scale_rate_e12,
            _m.max_noise_e12,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.symbol = _m.symbol.rstrip(b"\0").decode("ascii")
        _m.name = _m.name.rstrip(b"\0").decode("ascii")
        _m.state = _m.state.rstrip(b"\0").decode("ascii")
        _m.country = _m.country.rstrip(b"\0").decode("ascii")
        _m.category = _m.category.rstrip(b"\0").decode("ascii")
        _m.metric = _m.metric.rstrip(b"\0").decode("ascii")
        _m.price_feed = _m.price_feed.rstrip(b"\0").decode("ascii")
        _message: CreateMarket = _m
        return _message


@row(kw_only=True)
class PauseExchange:
    """pause."""

    TAG: ClassVar[int] = 3
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "pause"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                3,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PauseExchange: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PauseExchange":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PauseExchange = _m
        return _message


@row(kw_only=True)
class UnpauseExchange:
    """unpause."""

    TAG: ClassVar[int] = 4
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "unpause"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                4,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"UnpauseExchange: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "UnpauseExchange":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: UnpauseExchange = _m
        return _message


@row(kw_only=True)
class PauseMarket:
    """pause-market."""

    TAG: ClassVar[int] = 5
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "pause-market"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                5,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PauseMarket: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PauseMarket":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PauseMarket = _m
        return _message


@row(kw_only=True)
class UnpauseMarket:
    """unpause-market."""

    TAG: ClassVar[int] = 6
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "unpause-market"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                6,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"UnpauseMarket: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "UnpauseMarket":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: UnpauseMarket = _m
        return _message


@row(kw_only=True)
class Halt:
    """halt."""

    TAG: ClassVar[int] = 7
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "halt"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                7,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Halt: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Halt":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Halt = _m
        return _message


@row(kw_only=True)
class Resume:
    """resume."""

    TAG: ClassVar[int] = 8
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "resume"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                8,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Resume: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Resume":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Resume = _m
        return _message


@row(kw_only=True)
class ConfirmPrint:
    """confirm-print."""

    TAG: ClassVar[int] = 9
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "confirm-print"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                9,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ConfirmPrint: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ConfirmPrint":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ConfirmPrint = _m
        return _message


@row(kw_only=True)
class SetMarketParameter:
    """set-market-parameter."""

    TAG: ClassVar[int] = 10
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-market-parameter"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sIHq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0
    parameter: int = 0
    value: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                10,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
                self.parameter,
                self.value,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetMarketParameter: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetMarketParameter":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
            _m.parameter,
            _m.value,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetMarketParameter = _m
        return _message


@row(kw_only=True)
class SetExchangeParameter:
    """set-exchange-parameter."""

    TAG: ClassVar[int] = 11
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-exchange-parameter"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sHq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    parameter: int = 0
    value: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                11,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.parameter,
                self.value,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetExchangeParameter: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetExchangeParameter":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.parameter,
            _m.value,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetExchangeParameter = _m
        return _message


@row(kw_only=True)
class SetAuthorizedLiquidator:
    """set-authorized-liquidator."""

    TAG: ClassVar[int] = 12
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-authorized-liquidator"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sI32s")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0
    liquidator: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                12,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
                _fixed(self.liquidator, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetAuthorizedLiquidator: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetAuthorizedLiquidator":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
            _m.liquidator,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetAuthorizedLiquidator = _m
        return _message


@row(kw_only=True)
class CollectFees:
    """collect-fees."""

    TAG: ClassVar[int] = 13
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "collect-fees"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s32sq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    receiver: bytes = bytes(32)
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                13,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _fixed(self.receiver, 32),
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CollectFees: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CollectFees":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.receiver,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CollectFees = _m
        return _message


@row(kw_only=True)
class SetRisk:
    """set-risk."""

    TAG: ClassVar[int] = 14
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-risk"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s32sB")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    user: bytes = bytes(32)
    is_high_risk: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                14,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _fixed(self.user, 32),
                self.is_high_risk,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetRisk: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetRisk":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.user,
            _m.is_high_risk,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetRisk = _m
        return _message


@row(kw_only=True)
class GrantLpAccount:
    """grant-lp-account: The legacy liquidity account of a wallet, funded from the operator's deposit."""

    TAG: ClassVar[int] = 15
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "grant-lp-account"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s32sQ")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    owner: bytes = bytes(32)
    deposit_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                15,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _fixed(self.owner, 32),
                self.deposit_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"GrantLpAccount: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "GrantLpAccount":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.owner,
            _m.deposit_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: GrantLpAccount = _m
        return _message


@row(kw_only=True)
class SetVesting:
    """set-vesting."""

    TAG: ClassVar[int] = 16
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-vesting"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s32sqqqI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    owner: bytes = bytes(32)
    total_e6: int = 0
    start_s: int = 0
    period_s: int = 0
    period_count: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                16,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _fixed(self.owner, 32),
                self.total_e6,
                self.start_s,
                self.period_s,
                self.period_count,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetVesting: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetVesting":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.owner,
            _m.total_e6,
            _m.start_s,
            _m.period_s,
            _m.period_count,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetVesting = _m
        return _message


@row(kw_only=True)
class CreatePrediction:
    """create-prediction: A prediction market; the engine gives the next id."""

    TAG: ClassVar[int] = 17
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "create-prediction"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s80s400s32s400sIqqqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    title: str = ""
    description: str = ""
    category: str = ""
    rules: str = ""
    acre_id: int = 0
    strike_e8: int = 0
    opens_at_s: int = 0
    closes_at_s: int = 0
    resolves_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                17,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _text(self.title, 80),
                _text(self.description, 400),
                _text(self.category, 32),
                _text(self.rules, 400),
                self.acre_id,
                self.strike_e8,
                self.opens_at_s,
                self.closes_at_s,
                self.resolves_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreatePrediction: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreatePrediction":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.title,
            _m.description,
            _m.category,
            _m.rules,
            _m.acre_id,
            _m.strike_e8,
            _m.opens_at_s,
            _m.closes_at_s,
            _m.resolves_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.title = _m.title.rstrip(b"\0").decode("ascii")
        _m.description = _m.description.rstrip(b"\0").decode("ascii")
        _m.category = _m.category.rstrip(b"\0").decode("ascii")
        _m.rules = _m.rules.rstrip(b"\0").decode("ascii")
        _message: CreatePrediction = _m
        return _message


@row(kw_only=True)
class ResolvePrediction:
    """resolve-prediction."""

    TAG: ClassVar[int] = 18
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "resolve-prediction"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sIBqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0
    outcome: int = 0
    value_e8: int = 0
    published_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                18,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
                self.outcome,
                self.value_e8,
                self.published_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ResolvePrediction: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ResolvePrediction":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
            _m.outcome,
            _m.value_e8,
            _m.published_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ResolvePrediction = _m
        return _message


@row(kw_only=True)
class VoidPrediction:
    """void-prediction."""

    TAG: ClassVar[int] = 19
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "void-prediction"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                19,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"VoidPrediction: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "VoidPrediction":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: VoidPrediction = _m
        return _message


@row(kw_only=True)
class CreateContest:
    """create-contest: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 20
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "create-contest"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64s40s80s400sqqBqBB8Q8Q80sI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    contest_id: str = ""
    name: str = ""
    description: str = ""
    starts_at_s: int = 0
    ends_at_s: int = 0
    metric: int = 0
    min_collateral_e6: int = 0
    prize_mint: int = 0
    prize_count: int = 0
    prize_ranks_to: tuple[int, ...] = (0,) * 8
    prize_amounts_e6: tuple[int, ...] = (0,) * 8
    raffle: str = ""
    raffle_winners: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                20,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                _text(self.contest_id, 40),
                _text(self.name, 80),
                _text(self.description, 400),
                self.starts_at_s,
                self.ends_at_s,
                self.metric,
                self.min_collateral_e6,
                self.prize_mint,
                self.prize_count,
                *self.prize_ranks_to,
                *self.prize_amounts_e6,
                _text(self.raffle, 80),
                self.raffle_winners,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreateContest: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreateContest":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.contest_id,
            _m.name,
            _m.description,
            _m.starts_at_s,
            _m.ends_at_s,
            _m.metric,
            _m.min_collateral_e6,
            _m.prize_mint,
            _m.prize_count,
            _prize_ranks_to_0,
            _prize_ranks_to_1,
            _prize_ranks_to_2,
            _prize_ranks_to_3,
            _prize_ranks_to_4,
            _prize_ranks_to_5,
            _prize_ranks_to_6,
            _prize_ranks_to_7,
            _prize_amounts_e6_0,
            _prize_amounts_e6_1,
            _prize_amounts_e6_2,
            _prize_amounts_e6_3,
            _prize_amounts_e6_4,
            _prize_amounts_e6_5,
            _prize_amounts_e6_6,
            _prize_amounts_e6_7,
            _m.raffle,
            _m.raffle_winners,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.contest_id = _m.contest_id.rstrip(b"\0").decode("ascii")
        _m.name = _m.name.rstrip(b"\0").decode("ascii")
        _m.description = _m.description.rstrip(b"\0").decode("ascii")
        _m.prize_ranks_to = (_prize_ranks_to_0, _prize_ranks_to_1, _prize_ranks_to_2, _prize_ranks_to_3, _prize_ranks_to_4, _prize_ranks_to_5, _prize_ranks_to_6, _prize_ranks_to_7)
        _m.prize_amounts_e6 = (_prize_amounts_e6_0, _prize_amounts_e6_1, _prize_amounts_e6_2, _prize_amounts_e6_3, _prize_amounts_e6_4, _prize_amounts_e6_5, _prize_amounts_e6_6, _prize_amounts_e6_7)
        _m.raffle = _m.raffle.rstrip(b"\0").decode("ascii")
        _message: CreateContest = _m
        return _message


@row(kw_only=True)
class SetProgramme:
    """set-programme: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 21
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-programme"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sBB")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    programme: int = 0
    phase: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                21,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.programme,
                self.phase,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetProgramme: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetProgramme":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.programme,
            _m.phase,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetProgramme = _m
        return _message


@row(kw_only=True)
class SetFinalRow:
    """set-final-row: A row of a season that ended before this journal; another one replaces it."""

    TAG: ClassVar[int] = 22
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-final-row"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sB32sqqqqqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    programme: int = 0
    user: bytes = bytes(32)
    trading_points_e6: int = 0
    lp_points_e6: int = 0
    referral_points_e6: int = 0
    referred_boost_e12: int = 0
    first_hoa_boost_e12: int = 0
    additional_hoa_boost_e12: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                22,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.programme,
                _fixed(self.user, 32),
                self.trading_points_e6,
                self.lp_points_e6,
                self.referral_points_e6,
                self.referred_boost_e12,
                self.first_hoa_boost_e12,
                self.additional_hoa_boost_e12,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetFinalRow: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetFinalRow":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.programme,
            _m.user,
            _m.trading_points_e6,
            _m.lp_points_e6,
            _m.referral_points_e6,
            _m.referred_boost_e12,
            _m.first_hoa_boost_e12,
            _m.additional_hoa_boost_e12,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetFinalRow = _m
        return _message


@row(kw_only=True)
class GrantSnapshotBoost:
    """grant-snapshot-boost: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 23
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "grant-snapshot-boost"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sB32s32s80sB")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    programme: int = 0
    user: bytes = bytes(32)
    snapshot_id: str = ""
    name: str = ""
    tier: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                23,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.programme,
                _fixed(self.user, 32),
                _text(self.snapshot_id, 32),
                _text(self.name, 80),
                self.tier,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"GrantSnapshotBoost: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "GrantSnapshotBoost":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.programme,
            _m.user,
            _m.snapshot_id,
            _m.name,
            _m.tier,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.snapshot_id = _m.snapshot_id.rstrip(b"\0").decode("ascii")
        _m.name = _m.name.rstrip(b"\0").decode("ascii")
        _message: GrantSnapshotBoost = _m
        return _message


@row(kw_only=True)
class SetExclusion:
    """set-exclusion: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 24
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-exclusion"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sB32sB")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    programme: int = 0
    user: bytes = bytes(32)
    is_excluded: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                24,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.programme,
                _fixed(self.user, 32),
                self.is_excluded,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetExclusion: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetExclusion":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.programme,
            _m.user,
            _m.is_excluded,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetExclusion = _m
        return _message


@row(kw_only=True)
class SettleMarket:
    """settle-market: Ends a dead market for good; repeated until no position is left."""

    TAG: ClassVar[int] = 25
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "settle-market"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sIqI")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0
    price_e8: int = 0
    limit: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                25,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
                self.price_e8,
                self.limit,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SettleMarket: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SettleMarket":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
            _m.price_e8,
            _m.limit,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SettleMarket = _m
        return _message


@row(kw_only=True)
class AdoptParameters:
    """adopt-parameters: Moves a running market to other economic parameters, all of them at once."""

    TAG: ClassVar[int] = 26
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "adopt-parameters"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sIqqqqqqqqq")

    seq: int = 0
    time_s: int = 0
    operator: bytes = bytes(32)
    operator_signature: bytes = bytes(64)
    market_id: int = 0
    max_side_notional_rate_e12: int = 0
    n_fast: int = 0
    n_slow: int = 0
    spread_rate_e12: int = 0
    s_ref_rate_e12: int = 0
    level_n: int = 0
    crowding_knee_e12: int = 0
    skew_scale_rate_e12: int = 0
    max_noise_e12: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                26,
                1,
                self.seq,
                self.time_s,
                _fixed(self.operator, 32),
                _fixed(self.operator_signature, 64),
                self.market_id,
                self.max_side_notional_rate_e12,
                self.n_fast,
                self.n_slow,
                self.spread_rate_e12,
                self.s_ref_rate_e12,
                self.level_n,
                self.crowding_knee_e12,
                self.skew_scale_rate_e12,
                self.max_noise_e12,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AdoptParameters: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AdoptParameters":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.operator,
            _m.operator_signature,
            _m.market_id,
            _m.max_side_notional_rate_e12,
            _m.n_fast,
            _m.n_slow,
            _m.spread_rate_e12,
            _m.s_ref_rate_e12,
            _m.level_n,
            _m.crowding_knee_e12,
            _m.skew_scale_rate_e12,
            _m.max_noise_e12,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AdoptParameters = _m
        return _message


@row(kw_only=True)
class Tick:
    """tick."""

    TAG: ClassVar[int] = 40
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "tick"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq")

    seq: int = 0
    time_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                40,
                1,
                self.seq,
                self.time_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Tick: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Tick":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Tick = _m
        return _message


@row(kw_only=True)
class PostPrint:
    """post-print."""

    TAG: ClassVar[int] = 41
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "post-print"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqqq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    price_e8: int = 0
    confidence_e8: int = 0
    published_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                41,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.price_e8,
                self.confidence_e8,
                self.published_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PostPrint: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PostPrint":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.price_e8,
            _m.confidence_e8,
            _m.published_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PostPrint = _m
        return _message


@row(kw_only=True)
class RewindChain:
    """rewind-chain: Chain commands of later slots before this record count as ticks."""

    TAG: ClassVar[int] = 42
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "rewind-chain"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqQ")

    seq: int = 0
    time_s: int = 0
    slot: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                42,
                1,
                self.seq,
                self.time_s,
                self.slot,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"RewindChain: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "RewindChain":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.slot,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: RewindChain = _m
        return _message


@row(kw_only=True)
class SampleBadges:
    """sample-badges: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 43
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "sample-badges"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    badge_count: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                43,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.badge_count,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SampleBadges: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SampleBadges":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.badge_count,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SampleBadges = _m
        return _message


@row(kw_only=True)
class DrawRaffle:
    """draw-raffle: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 44
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "draw-raffle"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq40sQQ32s")

    seq: int = 0
    time_s: int = 0
    contest_id: str = ""
    root_sequence: int = 0
    slot: int = 0
    seed: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                44,
                1,
                self.seq,
                self.time_s,
                _text(self.contest_id, 40),
                self.root_sequence,
                self.slot,
                _fixed(self.seed, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"DrawRaffle: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "DrawRaffle":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.contest_id,
            _m.root_sequence,
            _m.slot,
            _m.seed,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.contest_id = _m.contest_id.rstrip(b"\0").decode("ascii")
        _message: DrawRaffle = _m
        return _message


@row(kw_only=True)
class CreateMarginAccount:
    """create-margin-account."""

    TAG: ClassVar[int] = 60
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "create-margin-account"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBI32sq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    account_id: int = 0
    name: str = ""
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                60,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.account_id,
                _text(self.name, 32),
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreateMarginAccount: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreateMarginAccount":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.account_id,
            _m.name,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.name = _m.name.rstrip(b"\0").decode("ascii")
        _message: CreateMarginAccount = _m
        return _message


@row(kw_only=True)
class CloseMarginAccount:
    """close-margin-account."""

    TAG: ClassVar[int] = 61
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "close-margin-account"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    account_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                61,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.account_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CloseMarginAccount: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CloseMarginAccount":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.account_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CloseMarginAccount = _m
        return _message


@row(kw_only=True)
class DepositMargin:
    """deposit-margin."""

    TAG: ClassVar[int] = 62
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "deposit-margin"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                62,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"DepositMargin: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "DepositMargin":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: DepositMargin = _m
        return _message


@row(kw_only=True)
class WithdrawMargin:
    """withdraw-margin."""

    TAG: ClassVar[int] = 63
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "withdraw-margin"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBIqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    account_id: int = 0
    amount_e6: int = 0
    tip_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                63,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.account_id,
                self.amount_e6,
                self.tip_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"WithdrawMargin: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "WithdrawMargin":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.account_id,
            _m.amount_e6,
            _m.tip_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: WithdrawMargin = _m
        return _message


@row(kw_only=True)
class ModifyPosition:
    """modify-position."""

    TAG: ClassVar[int] = 64
    VERSION: ClassVar[int] = 2
    WIRE: ClassVar[str] = "modify-position"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIIqqqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    size_e6: int = 0
    limit_e8: int = 0
    stop_e8: int = 0
    target_e8: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                64,
                2,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.size_e6,
                self.limit_e8,
                self.stop_e8,
                self.target_e8,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ModifyPosition: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ModifyPosition":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.size_e6,
            _m.limit_e8,
            _m.stop_e8,
            _m.target_e8,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ModifyPosition = _m
        return _message


@row(kw_only=True)
class ClosePosition:
    """close-position."""

    TAG: ClassVar[int] = 65
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "close-position"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIIqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    size_e6: int = 0
    limit_e8: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                65,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.size_e6,
                self.limit_e8,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ClosePosition: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ClosePosition":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.size_e6,
            _m.limit_e8,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ClosePosition = _m
        return _message


@row(kw_only=True)
class SetDelegate:
    """set-delegate."""

    TAG: ClassVar[int] = 66
    VERSION: ClassVar[int] = 2
    WIRE: ClassVar[str] = "set-delegate"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sqqB8Q")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    delegate: bytes = bytes(32)
    until_s: int = 0
    day_notional_e6: int = 0
    market_count: int = 0
    market_ids: tuple[int, ...] = (0,) * 8

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                66,
                2,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.delegate, 32),
                self.until_s,
                self.day_notional_e6,
                self.market_count,
                *self.market_ids,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetDelegate: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetDelegate":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.delegate,
            _m.until_s,
            _m.day_notional_e6,
            _m.market_count,
            _market_ids_0,
            _market_ids_1,
            _market_ids_2,
            _market_ids_3,
            _market_ids_4,
            _market_ids_5,
            _market_ids_6,
            _market_ids_7,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.market_ids = (_market_ids_0, _market_ids_1, _market_ids_2, _market_ids_3, _market_ids_4, _market_ids_5, _market_ids_6, _market_ids_7)
        _message: SetDelegate = _m
        return _message


@row(kw_only=True)
class Liquidate:
    """liquidate."""

    TAG: ClassVar[int] = 67
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "liquidate"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIBI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    has_fee_account: int = 0
    fee_account_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                67,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.has_fee_account,
                self.fee_account_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Liquidate: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Liquidate":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.has_fee_account,
            _m.fee_account_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Liquidate = _m
        return _message


@row(kw_only=True)
class AddLiquidity:
    """add-liquidity."""

    TAG: ClassVar[int] = 68
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "add-liquidity"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                68,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AddLiquidity: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AddLiquidity":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AddLiquidity = _m
        return _message


@row(kw_only=True)
class RemoveLiquidity:
    """remove-liquidity."""

    TAG: ClassVar[int] = 69
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "remove-liquidity"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBQqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    lp_position_id: int = 0
    shares_e6: int = 0
    tip_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                69,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.lp_position_id,
                self.shares_e6,
                self.tip_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"RemoveLiquidity: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "RemoveLiquidity":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.lp_position_id,
            _m.shares_e6,
            _m.tip_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: RemoveLiquidity = _m
        return _message


@row(kw_only=True)
class CloseLpPosition:
    """close-lp-position."""

    TAG: ClassVar[int] = 70
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "close-lp-position"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    lp_position_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                70,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.lp_position_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CloseLpPosition: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CloseLpPosition":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.lp_position_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CloseLpPosition = _m
        return _message


@row(kw_only=True)
class UpgradeLpAccount:
    """upgrade-lp-account."""

    TAG: ClassVar[int] = 71
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "upgrade-lp-account"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                71,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"UpgradeLpAccount: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "UpgradeLpAccount":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: UpgradeLpAccount = _m
        return _message


@row(kw_only=True)
class ProcessSettlementRequests:
    """process-settlement-requests."""

    TAG: ClassVar[int] = 72
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "process-settlement-requests"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sB8Q")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    request_count: int = 0
    request_ids: tuple[int, ...] = (0,) * 8

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                72,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.request_count,
                *self.request_ids,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ProcessSettlementRequests: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ProcessSettlementRequests":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.request_count,
            _request_ids_0,
            _request_ids_1,
            _request_ids_2,
            _request_ids_3,
            _request_ids_4,
            _request_ids_5,
            _request_ids_6,
            _request_ids_7,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.request_ids = (_request_ids_0, _request_ids_1, _request_ids_2, _request_ids_3, _request_ids_4, _request_ids_5, _request_ids_6, _request_ids_7)
        _message: ProcessSettlementRequests = _m
        return _message


@row(kw_only=True)
class ClaimDeposit:
    """claim-deposit."""

    TAG: ClassVar[int] = 73
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "claim-deposit"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    deposit_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                73,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.deposit_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ClaimDeposit: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ClaimDeposit":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.deposit_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ClaimDeposit = _m
        return _message


@row(kw_only=True)
class CreateStakeAccount:
    """stake-create."""

    TAG: ClassVar[int] = 74
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "stake-create"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                74,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CreateStakeAccount: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CreateStakeAccount":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CreateStakeAccount = _m
        return _message


@row(kw_only=True)
class Stake:
    """stake."""

    TAG: ClassVar[int] = 75
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "stake"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBqB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    amount_e6: int = 0
    is_creating_account: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                75,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.amount_e6,
                self.is_creating_account,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Stake: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Stake":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.amount_e6,
            _m.is_creating_account,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Stake = _m
        return _message


@row(kw_only=True)
class Unstake:
    """unstake."""

    TAG: ClassVar[int] = 76
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "unstake"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                76,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Unstake: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Unstake":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Unstake = _m
        return _message


@row(kw_only=True)
class WithdrawStake:
    """stake-withdraw."""

    TAG: ClassVar[int] = 77
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "stake-withdraw"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqBq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                77,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"WithdrawStake: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "WithdrawStake":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: WithdrawStake = _m
        return _message


@row(kw_only=True)
class ModifyPositions:
    """modify-positions: All legs or none; margin and limits of the pool are checked after all of them."""

    TAG: ClassVar[int] = 78
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "modify-positions"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIB8Q8q8q")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    leg_count: int = 0
    market_ids: tuple[int, ...] = (0,) * 8
    sizes_e6: tuple[int, ...] = (0,) * 8
    limits_e8: tuple[int, ...] = (0,) * 8

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                78,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.leg_count,
                *self.market_ids,
                *self.sizes_e6,
                *self.limits_e8,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ModifyPositions: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ModifyPositions":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.leg_count,
            _market_ids_0,
            _market_ids_1,
            _market_ids_2,
            _market_ids_3,
            _market_ids_4,
            _market_ids_5,
            _market_ids_6,
            _market_ids_7,
            _sizes_e6_0,
            _sizes_e6_1,
            _sizes_e6_2,
            _sizes_e6_3,
            _sizes_e6_4,
            _sizes_e6_5,
            _sizes_e6_6,
            _sizes_e6_7,
            _limits_e8_0,
            _limits_e8_1,
            _limits_e8_2,
            _limits_e8_3,
            _limits_e8_4,
            _limits_e8_5,
            _limits_e8_6,
            _limits_e8_7,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.market_ids = (_market_ids_0, _market_ids_1, _market_ids_2, _market_ids_3, _market_ids_4, _market_ids_5, _market_ids_6, _market_ids_7)
        _m.sizes_e6 = (_sizes_e6_0, _sizes_e6_1, _sizes_e6_2, _sizes_e6_3, _sizes_e6_4, _sizes_e6_5, _sizes_e6_6, _sizes_e6_7)
        _m.limits_e8 = (_limits_e8_0, _limits_e8_1, _limits_e8_2, _limits_e8_3, _limits_e8_4, _limits_e8_5, _limits_e8_6, _limits_e8_7)
        _message: ModifyPositions = _m
        return _message


@row(kw_only=True)
class PlacePerpOrder:
    """place-perp-order."""

    TAG: ClassVar[int] = 79
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "place-perp-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIIBBBBqqqqIqqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    kind: int = 0
    source: int = 0
    is_reduce_only: int = 0
    is_whole: int = 0
    size_e6: int = 0
    trigger_e8: int = 0
    trail_e6: int = 0
    worst_e8: int = 0
    group: int = 0
    expires_at_s: int = 0
    stop_e8: int = 0
    target_e8: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                79,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.kind,
                self.source,
                self.is_reduce_only,
                self.is_whole,
                self.size_e6,
                self.trigger_e8,
                self.trail_e6,
                self.worst_e8,
                self.group,
                self.expires_at_s,
                self.stop_e8,
                self.target_e8,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PlacePerpOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PlacePerpOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.kind,
            _m.source,
            _m.is_reduce_only,
            _m.is_whole,
            _m.size_e6,
            _m.trigger_e8,
            _m.trail_e6,
            _m.worst_e8,
            _m.group,
            _m.expires_at_s,
            _m.stop_e8,
            _m.target_e8,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PlacePerpOrder = _m
        return _message


@row(kw_only=True)
class AmendPerpOrder:
    """amend-perp-order: Replaces all of these; the id, the kind and the flags stay."""

    TAG: ClassVar[int] = 80
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "amend-perp-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIQqqqqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    order_id: int = 0
    size_e6: int = 0
    trigger_e8: int = 0
    trail_e6: int = 0
    worst_e8: int = 0
    expires_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                80,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.order_id,
                self.size_e6,
                self.trigger_e8,
                self.trail_e6,
                self.worst_e8,
                self.expires_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AmendPerpOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AmendPerpOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.order_id,
            _m.size_e6,
            _m.trigger_e8,
            _m.trail_e6,
            _m.worst_e8,
            _m.expires_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AmendPerpOrder = _m
        return _message


@row(kw_only=True)
class CancelPerpOrder:
    """cancel-perp-order."""

    TAG: ClassVar[int] = 81
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "cancel-perp-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sIQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    order_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                81,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.order_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CancelPerpOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CancelPerpOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.order_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CancelPerpOrder = _m
        return _message


@row(kw_only=True)
class CancelPerpOrders:
    """cancel-perp-orders."""

    TAG: ClassVar[int] = 82
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "cancel-perp-orders"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB32sII")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                82,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CancelPerpOrders: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CancelPerpOrders":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.owner,
            _m.account_id,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CancelPerpOrders = _m
        return _message


@row(kw_only=True)
class IgnoreTransaction:
    """ignored: Tokens that came with it are quarantined for their sender."""

    TAG: ClassVar[int] = 90
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "ignored"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s64sQIIQQqB80sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    nonce: int = 0
    expires_slot: int = 0
    attached_e6: int = 0
    attached_mint: int = 0
    reason: str = ""
    has_magic: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                90,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _fixed(self.signature, 64),
                self.slot,
                self.transaction_index,
                self.instruction_index,
                self.nonce,
                self.expires_slot,
                self.attached_e6,
                self.attached_mint,
                _text(self.reason, 80),
                self.has_magic,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"IgnoreTransaction: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "IgnoreTransaction":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.signature,
            _m.slot,
            _m.transaction_index,
            _m.instruction_index,
            _m.nonce,
            _m.expires_slot,
            _m.attached_e6,
            _m.attached_mint,
            _m.reason,
            _m.has_magic,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.reason = _m.reason.rstrip(b"\0").decode("ascii")
        _message: IgnoreTransaction = _m
        return _message


@row(kw_only=True)
class AuthorisePayout:
    """authorise-payout."""

    TAG: ClassVar[int] = 100
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "authorise-payout"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ64sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    payout_signature: bytes = bytes(64)
    last_valid_block_height: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                100,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                _fixed(self.payout_signature, 64),
                self.last_valid_block_height,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AuthorisePayout: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AuthorisePayout":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.payout_signature,
            _m.last_valid_block_height,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AuthorisePayout = _m
        return _message


@row(kw_only=True)
class ExpirePayout:
    """expire-payout."""

    TAG: ClassVar[int] = 101
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "expire-payout"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                101,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ExpirePayout: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ExpirePayout":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ExpirePayout = _m
        return _message


@row(kw_only=True)
class RecordPayout:
    """record-payout: The payout is finalized: the money has left the vault."""

    TAG: ClassVar[int] = 102
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "record-payout"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ64sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    payout_signature: bytes = bytes(64)
    slot: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                102,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                _fixed(self.payout_signature, 64),
                self.slot,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"RecordPayout: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "RecordPayout":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.payout_signature,
            _m.slot,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: RecordPayout = _m
        return _message


@row(kw_only=True)
class Participate:
    """participate."""

    TAG: ClassVar[int] = 120
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "participate"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    programme: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                120,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.programme,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Participate: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Participate":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.programme,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Participate = _m
        return _message


@row(kw_only=True)
class GrantPoints:
    """grant-points."""

    TAG: ClassVar[int] = 121
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "grant-points"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                121,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"GrantPoints: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "GrantPoints":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: GrantPoints = _m
        return _message


@row(kw_only=True)
class PlaceOrder:
    """place-order."""

    TAG: ClassVar[int] = 122
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "place-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIBBHIBqBB36s")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    market_id: int = 0
    order_type: int = 0
    side: int = 0
    price: int = 0
    contracts: int = 0
    time_in_force: int = 0
    expires_at_s: int = 0
    post_only: int = 0
    self_trade_prevention: int = 0
    client_order_id: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                122,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.market_id,
                self.order_type,
                self.side,
                self.price,
                self.contracts,
                self.time_in_force,
                self.expires_at_s,
                self.post_only,
                self.self_trade_prevention,
                _text(self.client_order_id, 36),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PlaceOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PlaceOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.market_id,
            _m.order_type,
            _m.side,
            _m.price,
            _m.contracts,
            _m.time_in_force,
            _m.expires_at_s,
            _m.post_only,
            _m.self_trade_prevention,
            _m.client_order_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.client_order_id = _m.client_order_id.rstrip(b"\0").decode("ascii")
        _message: PlaceOrder = _m
        return _message


@row(kw_only=True)
class CancelOrder:
    """cancel-order."""

    TAG: ClassVar[int] = 123
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "cancel-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    order_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                123,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.order_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CancelOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CancelOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.order_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CancelOrder = _m
        return _message


@row(kw_only=True)
class CancelAllOrders:
    """cancel-all-orders."""

    TAG: ClassVar[int] = 124
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "cancel-all-orders"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                124,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CancelAllOrders: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CancelAllOrders":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CancelAllOrders = _m
        return _message


@row(kw_only=True)
class AmendOrder:
    """amend-order."""

    TAG: ClassVar[int] = 125
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "amend-order"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQHI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    order_id: int = 0
    price: int = 0
    contracts: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                125,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.order_id,
                self.price,
                self.contracts,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AmendOrder: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AmendOrder":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.order_id,
            _m.price,
            _m.contracts,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AmendOrder = _m
        return _message


@row(kw_only=True)
class SetCancelAfter:
    """set-cancel-after."""

    TAG: ClassVar[int] = 126
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-cancel-after"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    timeout_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                126,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.timeout_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetCancelAfter: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetCancelAfter":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.timeout_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetCancelAfter = _m
        return _message


@row(kw_only=True)
class GenerateReferralCode:
    """generate-referral-code: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 130
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "generate-referral-code"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s32s")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    code: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                130,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _text(self.code, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"GenerateReferralCode: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "GenerateReferralCode":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.code,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.code = _m.code.rstrip(b"\0").decode("ascii")
        _message: GenerateReferralCode = _m
        return _message


@row(kw_only=True)
class UseReferralCode:
    """use-referral-code: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 131
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "use-referral-code"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s32s")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    code: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                131,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _text(self.code, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"UseReferralCode: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "UseReferralCode":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.code,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.code = _m.code.rstrip(b"\0").decode("ascii")
        _message: UseReferralCode = _m
        return _message


@row(kw_only=True)
class JoinContest:
    """join-contest: Journaled for the programmes; the state of the exchange does not change."""

    TAG: ClassVar[int] = 132
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "join-contest"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s40sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    contest_id: str = ""
    is_asset_dash: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                132,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _text(self.contest_id, 40),
                self.is_asset_dash,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"JoinContest: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "JoinContest":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.contest_id,
            _m.is_asset_dash,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.contest_id = _m.contest_id.rstrip(b"\0").decode("ascii")
        _message: JoinContest = _m
        return _message


@row(kw_only=True)
class SetReplaySpeed:
    """set-replay-speed: Journaled for the programmes; the state of the exchange does not change. The engine clock of a demo runs at this rate from here on; no user is named."""

    TAG: ClassVar[int] = 133
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "set-replay-speed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    rate: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                133,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.rate,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SetReplaySpeed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SetReplaySpeed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.rate,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SetReplaySpeed = _m
        return _message


@row(kw_only=True)
class CommandRejected:
    """commandRejected."""

    TAG: ClassVar[int] = 1001
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "commandRejected"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sHHqQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    command_tag: int = 0
    code: int = 0
    detail: int = 0
    nonce: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1001,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.command_tag,
                self.code,
                self.detail,
                self.nonce,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CommandRejected: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CommandRejected":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.command_tag,
            _m.code,
            _m.detail,
            _m.nonce,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CommandRejected = _m
        return _message


@row(kw_only=True)
class CommandIgnored:
    """commandIgnored."""

    TAG: ClassVar[int] = 1002
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "commandIgnored"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s80sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    reason: str = ""
    has_magic: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1002,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                _text(self.reason, 80),
                self.has_magic,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CommandIgnored: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CommandIgnored":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.reason,
            _m.has_magic,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.reason = _m.reason.rstrip(b"\0").decode("ascii")
        _message: CommandIgnored = _m
        return _message


@row(kw_only=True)
class CommandApplied:
    """commandApplied: Last event of every applied user command."""

    TAG: ClassVar[int] = 1003
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "commandApplied"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sHQ")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    command_tag: int = 0
    nonce: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1003,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.command_tag,
                self.nonce,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CommandApplied: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CommandApplied":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.command_tag,
            _m.nonce,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CommandApplied = _m
        return _message


@row(kw_only=True)
class ExchangeCreated:
    """exchangeCreated."""

    TAG: ClassVar[int] = 1010
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "exchangeCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s")

    seq: int = 0
    time_s: int = 0
    exchange: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1010,
                1,
                self.seq,
                self.time_s,
                _fixed(self.exchange, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ExchangeCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ExchangeCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.exchange,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ExchangeCreated = _m
        return _message


@row(kw_only=True)
class MarketCreated:
    """marketCreated."""

    TAG: ClassVar[int] = 1011
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqI12s")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    symbol: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1011,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                _text(self.symbol, 12),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarketCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarketCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.symbol,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.symbol = _m.symbol.rstrip(b"\0").decode("ascii")
        _message: MarketCreated = _m
        return _message


@row(kw_only=True)
class StatusChanged:
    """statusChanged."""

    TAG: ClassVar[int] = 1012
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "statusChanged"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqBIB")

    seq: int = 0
    time_s: int = 0
    scope: int = 0
    market_id: int = 0
    status: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1012,
                1,
                self.seq,
                self.time_s,
                self.scope,
                self.market_id,
                self.status,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"StatusChanged: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "StatusChanged":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.scope,
            _m.market_id,
            _m.status,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: StatusChanged = _m
        return _message


@row(kw_only=True)
class ParameterChanged:
    """parameterChanged."""

    TAG: ClassVar[int] = 1013
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "parameterChanged"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIHq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    parameter: int = 0
    value: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1013,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.parameter,
                self.value,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ParameterChanged: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ParameterChanged":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.parameter,
            _m.value,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ParameterChanged = _m
        return _message


@row(kw_only=True)
class AuthorizedLiquidatorChanged:
    """authorizedLiquidatorChanged."""

    TAG: ClassVar[int] = 1014
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "authorizedLiquidatorChanged"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqI32s")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    liquidator: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1014,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                _fixed(self.liquidator, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AuthorizedLiquidatorChanged: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AuthorizedLiquidatorChanged":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.liquidator,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AuthorizedLiquidatorChanged = _m
        return _message


@row(kw_only=True)
class RiskSet:
    """riskSet."""

    TAG: ClassVar[int] = 1015
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "riskSet"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    is_high_risk: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1015,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.is_high_risk,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"RiskSet: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "RiskSet":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.is_high_risk,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: RiskSet = _m
        return _message


@row(kw_only=True)
class PrintAccepted:
    """printAccepted."""

    TAG: ClassVar[int] = 1020
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "printAccepted"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    price_e8: int = 0
    published_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1020,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.price_e8,
                self.published_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PrintAccepted: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PrintAccepted":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.price_e8,
            _m.published_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PrintAccepted = _m
        return _message


@row(kw_only=True)
class PrintHeld:
    """printHeld."""

    TAG: ClassVar[int] = 1021
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "printHeld"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqqB")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    price_e8: int = 0
    published_at_s: int = 0
    is_operator_only: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1021,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.price_e8,
                self.published_at_s,
                self.is_operator_only,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PrintHeld: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PrintHeld":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.price_e8,
            _m.published_at_s,
            _m.is_operator_only,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PrintHeld = _m
        return _message


@row(kw_only=True)
class MarketUpdated:
    """marketUpdated: Once per command and market that it changed, after the command's other events."""

    TAG: ClassVar[int] = 1030
    VERSION: ClassVar[int] = 2
    WIRE: ClassVar[str] = "marketUpdated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqqqqqqq16sqBq16s")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    index_price_e8: int = 0
    index_price_at_s: int = 0
    market_price_e8: int = 0
    long_size_e6: int = 0
    short_size_e6: int = 0
    funding_rate_e12: int = 0
    funding_velocity_e12: int = 0
    funding_per_unit_e18: int = 0
    level_e8: int = 0
    is_paused: int = 0
    holding_rate_e12: int = 0
    holding_per_unit_e18: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1030,
                2,
                self.seq,
                self.time_s,
                self.market_id,
                self.index_price_e8,
                self.index_price_at_s,
                self.market_price_e8,
                self.long_size_e6,
                self.short_size_e6,
                self.funding_rate_e12,
                self.funding_velocity_e12,
                self.funding_per_unit_e18.to_bytes(16, "little", signed=True),
                self.level_e8,
                self.is_paused,
                self.holding_rate_e12,
                self.holding_per_unit_e18.to_bytes(16, "little", signed=True),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarketUpdated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarketUpdated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.index_price_e8,
            _m.index_price_at_s,
            _m.market_price_e8,
            _m.long_size_e6,
            _m.short_size_e6,
            _m.funding_rate_e12,
            _m.funding_velocity_e12,
            _m.funding_per_unit_e18,
            _m.level_e8,
            _m.is_paused,
            _m.holding_rate_e12,
            _m.holding_per_unit_e18,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.funding_per_unit_e18 = int.from_bytes(_m.funding_per_unit_e18, "little", signed=True)
        _m.holding_per_unit_e18 = int.from_bytes(_m.holding_per_unit_e18, "little", signed=True)
        _message: MarketUpdated = _m
        return _message


@row(kw_only=True)
class PoolUpdated:
    """poolUpdated: At most once per command, last but CommandApplied, when one of its figures changed."""

    TAG: ClassVar[int] = 1031
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "poolUpdated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqqqqqqqqqqq")

    seq: int = 0
    time_s: int = 0
    margin_e6: int = 0
    lp_balance_e6: int = 0
    unrealized_pnl_e6: int = 0
    lp_shares_e6: int = 0
    reserve_e6: int = 0
    protocol_fees_e6: int = 0
    unsettled_e6: int = 0
    quarantined_e6: int = 0
    cumulative_volume_e6: int = 0
    cumulative_lp_fee_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1031,
                1,
                self.seq,
                self.time_s,
                self.margin_e6,
                self.lp_balance_e6,
                self.unrealized_pnl_e6,
                self.lp_shares_e6,
                self.reserve_e6,
                self.protocol_fees_e6,
                self.unsettled_e6,
                self.quarantined_e6,
                self.cumulative_volume_e6,
                self.cumulative_lp_fee_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PoolUpdated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PoolUpdated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.margin_e6,
            _m.lp_balance_e6,
            _m.unrealized_pnl_e6,
            _m.lp_shares_e6,
            _m.reserve_e6,
            _m.protocol_fees_e6,
            _m.unsettled_e6,
            _m.quarantined_e6,
            _m.cumulative_volume_e6,
            _m.cumulative_lp_fee_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PoolUpdated = _m
        return _message


@row(kw_only=True)
class MarginAccountCreated:
    """marginAccountCreated."""

    TAG: ClassVar[int] = 1040
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marginAccountCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI32s")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    name: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1040,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                _text(self.name, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarginAccountCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarginAccountCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.name,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.name = _m.name.rstrip(b"\0").decode("ascii")
        _message: MarginAccountCreated = _m
        return _message


@row(kw_only=True)
class MarginAccountClosed:
    """marginAccountClosed."""

    TAG: ClassVar[int] = 1041
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marginAccountClosed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1041,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarginAccountClosed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarginAccountClosed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: MarginAccountClosed = _m
        return _message


@row(kw_only=True)
class MarginTransferred:
    """marginTransfer."""

    TAG: ClassVar[int] = 1042
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marginTransfer"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIBqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    is_withdraw: int = 0
    margin_e6: int = 0
    maturity_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1042,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.is_withdraw,
                self.margin_e6,
                self.maturity_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarginTransferred: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarginTransferred":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.is_withdraw,
            _m.margin_e6,
            _m.maturity_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: MarginTransferred = _m
        return _message


@row(kw_only=True)
class DelegateSet:
    """delegateSet."""

    TAG: ClassVar[int] = 1043
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "delegateSet"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s32s")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    delegate: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1043,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                _fixed(self.delegate, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"DelegateSet: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "DelegateSet":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.delegate,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: DelegateSet = _m
        return _message


@row(kw_only=True)
class PositionRemarked:
    """positionRemarked."""

    TAG: ClassVar[int] = 1044
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "positionRemarked"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    pnl_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1044,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.pnl_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PositionRemarked: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PositionRemarked":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.pnl_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PositionRemarked = _m
        return _message


@row(kw_only=True)
class PositionModified:
    """trade."""

    TAG: ClassVar[int] = 1045
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "trade"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIBqqqqqqqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    trade_kind: int = 0
    fill_price_e8: int = 0
    index_price_e8: int = 0
    size_delta_e6: int = 0
    notional_delta_e6: int = 0
    new_size_e6: int = 0
    new_notional_e6: int = 0
    trade_fee_e6: int = 0
    surcharge_e6: int = 0
    pnl_e6: int = 0
    price_performance_e6: int = 0
    funding_performance_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1045,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.trade_kind,
                self.fill_price_e8,
                self.index_price_e8,
                self.size_delta_e6,
                self.notional_delta_e6,
                self.new_size_e6,
                self.new_notional_e6,
                self.trade_fee_e6,
                self.surcharge_e6,
                self.pnl_e6,
                self.price_performance_e6,
                self.funding_performance_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PositionModified: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PositionModified":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.trade_kind,
            _m.fill_price_e8,
            _m.index_price_e8,
            _m.size_delta_e6,
            _m.notional_delta_e6,
            _m.new_size_e6,
            _m.new_notional_e6,
            _m.trade_fee_e6,
            _m.surcharge_e6,
            _m.pnl_e6,
            _m.price_performance_e6,
            _m.funding_performance_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PositionModified = _m
        return _message


@row(kw_only=True)
class LiquidationStarted:
    """liquidationStarted."""

    TAG: ClassVar[int] = 1046
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "liquidationStarted"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI32sqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    liquidator: bytes = bytes(32)
    available_margin_e6: int = 0
    total_required_margin_e6: int = 0
    max_liquidation_fee_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1046,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                _fixed(self.liquidator, 32),
                self.available_margin_e6,
                self.total_required_margin_e6,
                self.max_liquidation_fee_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"LiquidationStarted: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "LiquidationStarted":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.liquidator,
            _m.available_margin_e6,
            _m.total_required_margin_e6,
            _m.max_liquidation_fee_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: LiquidationStarted = _m
        return _message


@row(kw_only=True)
class PositionLiquidated:
    """liquidation: Once per closed piece."""

    TAG: ClassVar[int] = 1047
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "liquidation"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sII32sqqqqqqqqqqqBI")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    liquidator: bytes = bytes(32)
    started_at_s: int = 0
    max_liquidation_fee_e6: int = 0
    liquidated_margin_e6: int = 0
    liquidation_fee_e6: int = 0
    size_e6: int = 0
    notional_e6: int = 0
    new_size_e6: int = 0
    index_price_e8: int = 0
    pnl_e6: int = 0
    price_performance_e6: int = 0
    funding_performance_e6: int = 0
    has_fee_account: int = 0
    fee_account_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1047,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                _fixed(self.liquidator, 32),
                self.started_at_s,
                self.max_liquidation_fee_e6,
                self.liquidated_margin_e6,
                self.liquidation_fee_e6,
                self.size_e6,
                self.notional_e6,
                self.new_size_e6,
                self.index_price_e8,
                self.pnl_e6,
                self.price_performance_e6,
                self.funding_performance_e6,
                self.has_fee_account,
                self.fee_account_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PositionLiquidated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PositionLiquidated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.liquidator,
            _m.started_at_s,
            _m.max_liquidation_fee_e6,
            _m.liquidated_margin_e6,
            _m.liquidation_fee_e6,
            _m.size_e6,
            _m.notional_e6,
            _m.new_size_e6,
            _m.index_price_e8,
            _m.pnl_e6,
            _m.price_performance_e6,
            _m.funding_performance_e6,
            _m.has_fee_account,
            _m.fee_account_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PositionLiquidated = _m
        return _message


@row(kw_only=True)
class BadDebtCovered:
    """badDebtCovered."""

    TAG: ClassVar[int] = 1048
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "badDebtCovered"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    from_reserve_e6: int = 0
    from_pool_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1048,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.from_reserve_e6,
                self.from_pool_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"BadDebtCovered: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "BadDebtCovered":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.from_reserve_e6,
            _m.from_pool_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: BadDebtCovered = _m
        return _message


@row(kw_only=True)
class AutoDeleveraged:
    """autoDeleveraged."""

    TAG: ClassVar[int] = 1049
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "autoDeleveraged"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIqqqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    size_delta_e6: int = 0
    index_price_e8: int = 0
    price_e8: int = 0
    haircut_e6: int = 0
    pnl_e6: int = 0
    price_performance_e6: int = 0
    funding_performance_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1049,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.size_delta_e6,
                self.index_price_e8,
                self.price_e8,
                self.haircut_e6,
                self.pnl_e6,
                self.price_performance_e6,
                self.funding_performance_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AutoDeleveraged: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AutoDeleveraged":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.size_delta_e6,
            _m.index_price_e8,
            _m.price_e8,
            _m.haircut_e6,
            _m.pnl_e6,
            _m.price_performance_e6,
            _m.funding_performance_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AutoDeleveraged = _m
        return _message


@row(kw_only=True)
class LiquidationEnded:
    """liquidationEnded."""

    TAG: ClassVar[int] = 1050
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "liquidationEnded"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sI")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1050,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"LiquidationEnded: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "LiquidationEnded":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: LiquidationEnded = _m
        return _message


@row(kw_only=True)
class PositionSettled:
    """positionSettled: A position closed by settle-market, without fee or surcharge."""

    TAG: ClassVar[int] = 1051
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "positionSettled"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    size_delta_e6: int = 0
    price_e8: int = 0
    pnl_e6: int = 0
    price_performance_e6: int = 0
    funding_performance_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1051,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.size_delta_e6,
                self.price_e8,
                self.pnl_e6,
                self.price_performance_e6,
                self.funding_performance_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PositionSettled: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PositionSettled":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.size_delta_e6,
            _m.price_e8,
            _m.pnl_e6,
            _m.price_performance_e6,
            _m.funding_performance_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PositionSettled = _m
        return _message


@row(kw_only=True)
class MarketSettled:
    """marketSettled."""

    TAG: ClassVar[int] = 1052
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketSettled"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqII")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    price_e8: int = 0
    closed_count: int = 0
    left_count: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1052,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.price_e8,
                self.closed_count,
                self.left_count,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"MarketSettled: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "MarketSettled":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.price_e8,
            _m.closed_count,
            _m.left_count,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: MarketSettled = _m
        return _message


@row(kw_only=True)
class PerpOrderPlaced:
    """perpOrderPlaced."""

    TAG: ClassVar[int] = 1053
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "perpOrderPlaced"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIQBBBBqqqqQqqqQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    order_id: int = 0
    kind: int = 0
    source: int = 0
    is_reduce_only: int = 0
    is_whole: int = 0
    size_e6: int = 0
    trigger_e8: int = 0
    trail_e6: int = 0
    worst_e8: int = 0
    group: int = 0
    expires_at_s: int = 0
    stop_e8: int = 0
    target_e8: int = 0
    parent_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1053,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.order_id,
                self.kind,
                self.source,
                self.is_reduce_only,
                self.is_whole,
                self.size_e6,
                self.trigger_e8,
                self.trail_e6,
                self.worst_e8,
                self.group,
                self.expires_at_s,
                self.stop_e8,
                self.target_e8,
                self.parent_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PerpOrderPlaced: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PerpOrderPlaced":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.order_id,
            _m.kind,
            _m.source,
            _m.is_reduce_only,
            _m.is_whole,
            _m.size_e6,
            _m.trigger_e8,
            _m.trail_e6,
            _m.worst_e8,
            _m.group,
            _m.expires_at_s,
            _m.stop_e8,
            _m.target_e8,
            _m.parent_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PerpOrderPlaced = _m
        return _message


@row(kw_only=True)
class PerpOrderAmended:
    """perpOrderAmended."""

    TAG: ClassVar[int] = 1054
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "perpOrderAmended"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIQqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    order_id: int = 0
    size_e6: int = 0
    trigger_e8: int = 0
    trail_e6: int = 0
    worst_e8: int = 0
    expires_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1054,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.order_id,
                self.size_e6,
                self.trigger_e8,
                self.trail_e6,
                self.worst_e8,
                self.expires_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PerpOrderAmended: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PerpOrderAmended":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.order_id,
            _m.size_e6,
            _m.trigger_e8,
            _m.trail_e6,
            _m.worst_e8,
            _m.expires_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PerpOrderAmended = _m
        return _message


@row(kw_only=True)
class PerpOrderDeferred:
    """perpOrderDeferred: Said once for the same code."""

    TAG: ClassVar[int] = 1055
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "perpOrderDeferred"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIQH")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    order_id: int = 0
    code: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1055,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.order_id,
                self.code,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PerpOrderDeferred: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PerpOrderDeferred":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.order_id,
            _m.code,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PerpOrderDeferred = _m
        return _message


@row(kw_only=True)
class PerpOrderFilled:
    """perpOrderFilled: The trade or trades themselves are before it."""

    TAG: ClassVar[int] = 1056
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "perpOrderFilled"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIQqqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    order_id: int = 0
    size_e6: int = 0
    matched_e6: int = 0
    price_e8: int = 0
    fee_e6: int = 0
    surcharge_e6: int = 0
    left_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1056,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.order_id,
                self.size_e6,
                self.matched_e6,
                self.price_e8,
                self.fee_e6,
                self.surcharge_e6,
                self.left_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PerpOrderFilled: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PerpOrderFilled":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.order_id,
            _m.size_e6,
            _m.matched_e6,
            _m.price_e8,
            _m.fee_e6,
            _m.surcharge_e6,
            _m.left_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PerpOrderFilled = _m
        return _message


@row(kw_only=True)
class PerpOrderEnded:
    """perpOrderEnded."""

    TAG: ClassVar[int] = 1057
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "perpOrderEnded"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sIIQBH")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    account_id: int = 0
    market_id: int = 0
    order_id: int = 0
    reason: int = 0
    code: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1057,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.account_id,
                self.market_id,
                self.order_id,
                self.reason,
                self.code,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PerpOrderEnded: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PerpOrderEnded":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.account_id,
            _m.market_id,
            _m.order_id,
            _m.reason,
            _m.code,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PerpOrderEnded = _m
        return _message


@row(kw_only=True)
class AuctionHeld:
    """auctionHeld."""

    TAG: ClassVar[int] = 1058
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "auctionHeld"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIqIqqqqq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    index_price_e8: int = 0
    order_count: int = 0
    buy_e6: int = 0
    sell_e6: int = 0
    matched_e6: int = 0
    pool_e6: int = 0
    pool_price_e8: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1058,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.index_price_e8,
                self.order_count,
                self.buy_e6,
                self.sell_e6,
                self.matched_e6,
                self.pool_e6,
                self.pool_price_e8,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"AuctionHeld: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "AuctionHeld":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.index_price_e8,
            _m.order_count,
            _m.buy_e6,
            _m.sell_e6,
            _m.matched_e6,
            _m.pool_e6,
            _m.pool_price_e8,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: AuctionHeld = _m
        return _message


@row(kw_only=True)
class LiquidityModified:
    """lp."""

    TAG: ClassVar[int] = 1060
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "lp"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sBQqqqqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    kind: int = 0
    lp_position_id: int = 0
    liquidity_e6: int = 0
    shares_e6: int = 0
    share_price_e8: int = 0
    new_liquidity_e6: int = 0
    new_shares_e6: int = 0
    maturity_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1060,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.kind,
                self.lp_position_id,
                self.liquidity_e6,
                self.shares_e6,
                self.share_price_e8,
                self.new_liquidity_e6,
                self.new_shares_e6,
                self.maturity_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"LiquidityModified: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "LiquidityModified":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.kind,
            _m.lp_position_id,
            _m.liquidity_e6,
            _m.shares_e6,
            _m.share_price_e8,
            _m.new_liquidity_e6,
            _m.new_shares_e6,
            _m.maturity_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: LiquidityModified = _m
        return _message


@row(kw_only=True)
class LpPositionClosed:
    """lpPositionClosed."""

    TAG: ClassVar[int] = 1061
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "lpPositionClosed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    lp_position_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1061,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.lp_position_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"LpPositionClosed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "LpPositionClosed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.lp_position_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: LpPositionClosed = _m
        return _message


@row(kw_only=True)
class SettlementRequestCreated:
    """settlementRequestCreated."""

    TAG: ClassVar[int] = 1070
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "settlementRequestCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQBBqqq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    kind: int = 0
    mint: int = 0
    amount_e6: int = 0
    tip_e6: int = 0
    maturity_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1070,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                self.kind,
                self.mint,
                self.amount_e6,
                self.tip_e6,
                self.maturity_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SettlementRequestCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SettlementRequestCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.kind,
            _m.mint,
            _m.amount_e6,
            _m.tip_e6,
            _m.maturity_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SettlementRequestCreated = _m
        return _message


@row(kw_only=True)
class SettlementProcessed:
    """settlementProcessed."""

    TAG: ClassVar[int] = 1071
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "settlementProcessed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ32sqqB")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    processor: bytes = bytes(32)
    amount_e6: int = 0
    tip_e6: int = 0
    mint: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1071,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                _fixed(self.processor, 32),
                self.amount_e6,
                self.tip_e6,
                self.mint,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SettlementProcessed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SettlementProcessed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.processor,
            _m.amount_e6,
            _m.tip_e6,
            _m.mint,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SettlementProcessed = _m
        return _message


@row(kw_only=True)
class PayoutAuthorised:
    """payoutAuthorised."""

    TAG: ClassVar[int] = 1072
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "payoutAuthorised"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ64s")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    payout_signature: bytes = bytes(64)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1072,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                _fixed(self.payout_signature, 64),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PayoutAuthorised: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PayoutAuthorised":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.payout_signature,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PayoutAuthorised = _m
        return _message


@row(kw_only=True)
class PayoutExpired:
    """payoutExpired."""

    TAG: ClassVar[int] = 1073
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "payoutExpired"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1073,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PayoutExpired: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PayoutExpired":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PayoutExpired = _m
        return _message


@row(kw_only=True)
class SettlementPaid:
    """settlementPaid."""

    TAG: ClassVar[int] = 1074
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "settlementPaid"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQqqB64sQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    request_id: int = 0
    amount_e6: int = 0
    tip_e6: int = 0
    mint: int = 0
    payout_signature: bytes = bytes(64)
    slot: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1074,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.request_id,
                self.amount_e6,
                self.tip_e6,
                self.mint,
                _fixed(self.payout_signature, 64),
                self.slot,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"SettlementPaid: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "SettlementPaid":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.request_id,
            _m.amount_e6,
            _m.tip_e6,
            _m.mint,
            _m.payout_signature,
            _m.slot,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: SettlementPaid = _m
        return _message


@row(kw_only=True)
class DepositQuarantined:
    """depositQuarantined."""

    TAG: ClassVar[int] = 1080
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "depositQuarantined"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQqB80s")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    deposit_id: int = 0
    amount_e6: int = 0
    mint: int = 0
    reason: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1080,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.deposit_id,
                self.amount_e6,
                self.mint,
                _text(self.reason, 80),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"DepositQuarantined: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "DepositQuarantined":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.deposit_id,
            _m.amount_e6,
            _m.mint,
            _m.reason,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.reason = _m.reason.rstrip(b"\0").decode("ascii")
        _message: DepositQuarantined = _m
        return _message


@row(kw_only=True)
class DepositClaimed:
    """depositClaimed."""

    TAG: ClassVar[int] = 1081
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "depositClaimed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    deposit_id: int = 0
    request_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1081,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.deposit_id,
                self.request_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"DepositClaimed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "DepositClaimed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.deposit_id,
            _m.request_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: DepositClaimed = _m
        return _message


@row(kw_only=True)
class StakeAccountCreated:
    """stakeAccountCreated."""

    TAG: ClassVar[int] = 1090
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "stakeAccountCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32s")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1090,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"StakeAccountCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "StakeAccountCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: StakeAccountCreated = _m
        return _message


@row(kw_only=True)
class Staked:
    """staked."""

    TAG: ClassVar[int] = 1091
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "staked"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sqQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    amount_e6: int = 0
    activation_epoch: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1091,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.amount_e6,
                self.activation_epoch,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Staked: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Staked":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.amount_e6,
            _m.activation_epoch,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Staked = _m
        return _message


@row(kw_only=True)
class Unstaked:
    """unstaked."""

    TAG: ClassVar[int] = 1092
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "unstaked"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sq")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    amount_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1092,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.amount_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"Unstaked: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "Unstaked":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.amount_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: Unstaked = _m
        return _message


@row(kw_only=True)
class UnstakeRequested:
    """unstakeRequested."""

    TAG: ClassVar[int] = 1093
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "unstakeRequested"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sqQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    amount_e6: int = 0
    unlocking_start_epoch: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1093,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.amount_e6,
                self.unlocking_start_epoch,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"UnstakeRequested: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "UnstakeRequested":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.amount_e6,
            _m.unlocking_start_epoch,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: UnstakeRequested = _m
        return _message


@row(kw_only=True)
class StakeWithdrawn:
    """stakeWithdrawn."""

    TAG: ClassVar[int] = 1094
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "stakeWithdrawn"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sqQ")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    amount_e6: int = 0
    request_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1094,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.amount_e6,
                self.request_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"StakeWithdrawn: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "StakeWithdrawn":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.amount_e6,
            _m.request_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: StakeWithdrawn = _m
        return _message


@row(kw_only=True)
class VestingSet:
    """vestingSet."""

    TAG: ClassVar[int] = 1095
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "vestingSet"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sqqqI")

    seq: int = 0
    time_s: int = 0
    owner: bytes = bytes(32)
    total_e6: int = 0
    start_s: int = 0
    period_s: int = 0
    period_count: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1095,
                1,
                self.seq,
                self.time_s,
                _fixed(self.owner, 32),
                self.total_e6,
                self.start_s,
                self.period_s,
                self.period_count,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"VestingSet: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "VestingSet":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.owner,
            _m.total_e6,
            _m.start_s,
            _m.period_s,
            _m.period_count,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: VestingSet = _m
        return _message


@row(kw_only=True)
class ParticipationStarted:
    """participationStarted."""

    TAG: ClassVar[int] = 1200
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "participationStarted"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    programme: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1200,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.programme,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ParticipationStarted: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ParticipationStarted":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.programme,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ParticipationStarted = _m
        return _message


@row(kw_only=True)
class PointsGranted:
    """pointsGranted."""

    TAG: ClassVar[int] = 1201
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "pointsGranted"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sqB")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    amount_e6: int = 0
    is_top_up: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1201,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.amount_e6,
                self.is_top_up,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PointsGranted: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PointsGranted":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.amount_e6,
            _m.is_top_up,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PointsGranted = _m
        return _message


@row(kw_only=True)
class PredictionCreated:
    """predictionCreated."""

    TAG: ClassVar[int] = 1202
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "predictionCreated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIIqqqq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    acre_id: int = 0
    strike_e8: int = 0
    opens_at_s: int = 0
    closes_at_s: int = 0
    resolves_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1202,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.acre_id,
                self.strike_e8,
                self.opens_at_s,
                self.closes_at_s,
                self.resolves_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionCreated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionCreated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.acre_id,
            _m.strike_e8,
            _m.opens_at_s,
            _m.closes_at_s,
            _m.resolves_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionCreated = _m
        return _message


@row(kw_only=True)
class PredictionOpened:
    """marketOpened."""

    TAG: ClassVar[int] = 1203
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketOpened"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqI")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1203,
                1,
                self.seq,
                self.time_s,
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionOpened: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionOpened":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionOpened = _m
        return _message


@row(kw_only=True)
class PredictionClosed:
    """marketClosed."""

    TAG: ClassVar[int] = 1204
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketClosed"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqI")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1204,
                1,
                self.seq,
                self.time_s,
                self.market_id,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionClosed: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionClosed":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionClosed = _m
        return _message


@row(kw_only=True)
class ResolutionRecorded:
    """resolutionRecorded."""

    TAG: ClassVar[int] = 1205
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "resolutionRecorded"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIBqqqB")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    outcome: int = 0
    value_e8: int = 0
    published_at_s: int = 0
    pays_at_s: int = 0
    is_correction: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1205,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.outcome,
                self.value_e8,
                self.published_at_s,
                self.pays_at_s,
                self.is_correction,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"ResolutionRecorded: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "ResolutionRecorded":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.outcome,
            _m.value_e8,
            _m.published_at_s,
            _m.pays_at_s,
            _m.is_correction,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: ResolutionRecorded = _m
        return _message


@row(kw_only=True)
class PredictionResolved:
    """marketResolved."""

    TAG: ClassVar[int] = 1206
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketResolved"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIBq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    outcome: int = 0
    paid_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1206,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.outcome,
                self.paid_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionResolved: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionResolved":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.outcome,
            _m.paid_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionResolved = _m
        return _message


@row(kw_only=True)
class PredictionVoided:
    """marketVoided."""

    TAG: ClassVar[int] = 1207
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "marketVoided"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqIHq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    yes_price: int = 0
    paid_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1207,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                self.yes_price,
                self.paid_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionVoided: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionVoided":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.yes_price,
            _m.paid_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionVoided = _m
        return _message


@row(kw_only=True)
class PredictionPaid:
    """predictionPayout."""

    TAG: ClassVar[int] = 1208
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "predictionPayout"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqI32sBIqq")

    seq: int = 0
    time_s: int = 0
    market_id: int = 0
    user: bytes = bytes(32)
    side: int = 0
    contracts: int = 0
    cost_e6: int = 0
    payout_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1208,
                1,
                self.seq,
                self.time_s,
                self.market_id,
                _fixed(self.user, 32),
                self.side,
                self.contracts,
                self.cost_e6,
                self.payout_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionPaid: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionPaid":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.market_id,
            _m.user,
            _m.side,
            _m.contracts,
            _m.cost_e6,
            _m.payout_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionPaid = _m
        return _message


@row(kw_only=True)
class OrderOpened:
    """orderOpened: First event of every accepted order, resting or not."""

    TAG: ClassVar[int] = 1209
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "orderOpened"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQIBBHIBqBB36s")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    order_id: int = 0
    market_id: int = 0
    order_type: int = 0
    side: int = 0
    price: int = 0
    contracts: int = 0
    time_in_force: int = 0
    expires_at_s: int = 0
    post_only: int = 0
    self_trade_prevention: int = 0
    client_order_id: str = ""

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1209,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.order_id,
                self.market_id,
                self.order_type,
                self.side,
                self.price,
                self.contracts,
                self.time_in_force,
                self.expires_at_s,
                self.post_only,
                self.self_trade_prevention,
                _text(self.client_order_id, 36),
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"OrderOpened: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "OrderOpened":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.order_id,
            _m.market_id,
            _m.order_type,
            _m.side,
            _m.price,
            _m.contracts,
            _m.time_in_force,
            _m.expires_at_s,
            _m.post_only,
            _m.self_trade_prevention,
            _m.client_order_id,
        ) = cls.STRUCT.unpack_from(record, offset)
        _m.client_order_id = _m.client_order_id.rstrip(b"\0").decode("ascii")
        _message: OrderOpened = _m
        return _message


@row(kw_only=True)
class PredictionTraded:
    """predictionTrade."""

    TAG: ClassVar[int] = 1210
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "predictionTrade"
    STRUCT: ClassVar[Struct] = Struct("<IHHQqQI32sQB32sQHIqII")

    seq: int = 0
    time_s: int = 0
    trade_id: int = 0
    market_id: int = 0
    taker: bytes = bytes(32)
    taker_order_id: int = 0
    taker_side: int = 0
    maker: bytes = bytes(32)
    maker_order_id: int = 0
    yes_price: int = 0
    contracts: int = 0
    taker_fee_e6: int = 0
    minted: int = 0
    merged: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1210,
                1,
                self.seq,
                self.time_s,
                self.trade_id,
                self.market_id,
                _fixed(self.taker, 32),
                self.taker_order_id,
                self.taker_side,
                _fixed(self.maker, 32),
                self.maker_order_id,
                self.yes_price,
                self.contracts,
                self.taker_fee_e6,
                self.minted,
                self.merged,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"PredictionTraded: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "PredictionTraded":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.trade_id,
            _m.market_id,
            _m.taker,
            _m.taker_order_id,
            _m.taker_side,
            _m.maker,
            _m.maker_order_id,
            _m.yes_price,
            _m.contracts,
            _m.taker_fee_e6,
            _m.minted,
            _m.merged,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: PredictionTraded = _m
        return _message


@row(kw_only=True)
class OrderUpdated:
    """orderUpdated: An order after a command changed it: its last state wins."""

    TAG: ClassVar[int] = 1211
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "orderUpdated"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sQIBBHIIIqq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    order_id: int = 0
    market_id: int = 0
    status: int = 0
    reason: int = 0
    price: int = 0
    contracts: int = 0
    filled: int = 0
    canceled: int = 0
    cost_e6: int = 0
    fee_e6: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1211,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.order_id,
                self.market_id,
                self.status,
                self.reason,
                self.price,
                self.contracts,
                self.filled,
                self.canceled,
                self.cost_e6,
                self.fee_e6,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"OrderUpdated: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "OrderUpdated":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.order_id,
            _m.market_id,
            _m.status,
            _m.reason,
            _m.price,
            _m.contracts,
            _m.filled,
            _m.canceled,
            _m.cost_e6,
            _m.fee_e6,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: OrderUpdated = _m
        return _message


@row(kw_only=True)
class CancelAfterSet:
    """cancelAfterSet."""

    TAG: ClassVar[int] = 1212
    VERSION: ClassVar[int] = 1
    WIRE: ClassVar[str] = "cancelAfterSet"
    STRUCT: ClassVar[Struct] = Struct("<IHHQq32sq")

    seq: int = 0
    time_s: int = 0
    user: bytes = bytes(32)
    cancel_at_s: int = 0

    def pack(self) -> bytes:
        """Return the record; raise ValueError when a field does not fit."""
        try:
            return self.STRUCT.pack(
                self.STRUCT.size,
                1212,
                1,
                self.seq,
                self.time_s,
                _fixed(self.user, 32),
                self.cancel_at_s,
            )
        except (StructError, OverflowError) as error:
            raise ValueError(f"CancelAfterSet: {error}") from error

    @classmethod
    def unpack(cls, record: Buffer, offset: int = 0) -> "CancelAfterSet":
        """Read the record at `offset`; its header is not checked here."""
        _m: Any = cls.__new__(cls)
        (
            _,
            _,
            _,
            _m.seq,
            _m.time_s,
            _m.user,
            _m.cancel_at_s,
        ) = cls.STRUCT.unpack_from(record, offset)
        _message: CancelAfterSet = _m
        return _message


Command = (
    CreateExchange
    | CreateMarket
    | PauseExchange
    | UnpauseExchange
    | PauseMarket
    | UnpauseMarket
    | Halt
    | Resume
    | ConfirmPrint
    | SetMarketParameter
    | SetExchangeParameter
    | SetAuthorizedLiquidator
    | CollectFees
    | SetRisk
    | GrantLpAccount
    | SetVesting
    | CreatePrediction
    | ResolvePrediction
    | VoidPrediction
    | CreateContest
    | SetProgramme
    | SetFinalRow
    | GrantSnapshotBoost
    | SetExclusion
    | SettleMarket
    | AdoptParameters
    | Tick
    | PostPrint
    | RewindChain
    | SampleBadges
    | DrawRaffle
    | CreateMarginAccount
    | CloseMarginAccount
    | DepositMargin
    | WithdrawMargin
    | ModifyPosition
    | ClosePosition
    | SetDelegate
    | Liquidate
    | AddLiquidity
    | RemoveLiquidity
    | CloseLpPosition
    | UpgradeLpAccount
    | ProcessSettlementRequests
    | ClaimDeposit
    | CreateStakeAccount
    | Stake
    | Unstake
    | WithdrawStake
    | ModifyPositions
    | PlacePerpOrder
    | AmendPerpOrder
    | CancelPerpOrder
    | CancelPerpOrders
    | IgnoreTransaction
    | AuthorisePayout
    | ExpirePayout
    | RecordPayout
    | Participate
    | GrantPoints
    | PlaceOrder
    | CancelOrder
    | CancelAllOrders
    | AmendOrder
    | SetCancelAfter
    | GenerateReferralCode
    | UseReferralCode
    | JoinContest
    | SetReplaySpeed
)
Event = (
    CommandRejected
    | CommandIgnored
    | CommandApplied
    | ExchangeCreated
    | MarketCreated
    | StatusChanged
    | ParameterChanged
    | AuthorizedLiquidatorChanged
    | RiskSet
    | PrintAccepted
    | PrintHeld
    | MarketUpdated
    | PoolUpdated
    | MarginAccountCreated
    | MarginAccountClosed
    | MarginTransferred
    | DelegateSet
    | PositionRemarked
    | PositionModified
    | LiquidationStarted
    | PositionLiquidated
    | BadDebtCovered
    | AutoDeleveraged
    | LiquidationEnded
    | PositionSettled
    | MarketSettled
    | PerpOrderPlaced
    | PerpOrderAmended
    | PerpOrderDeferred
    | PerpOrderFilled
    | PerpOrderEnded
    | AuctionHeld
    | LiquidityModified
    | LpPositionClosed
    | SettlementRequestCreated
    | SettlementProcessed
    | PayoutAuthorised
    | PayoutExpired
    | SettlementPaid
    | DepositQuarantined
    | DepositClaimed
    | StakeAccountCreated
    | Staked
    | Unstaked
    | UnstakeRequested
    | StakeWithdrawn
    | VestingSet
    | ParticipationStarted
    | PointsGranted
    | PredictionCreated
    | PredictionOpened
    | PredictionClosed
    | ResolutionRecorded
    | PredictionResolved
    | PredictionVoided
    | PredictionPaid
    | OrderOpened
    | PredictionTraded
    | OrderUpdated
    | CancelAfterSet
)

BY_TAG: dict[int, type[Command] | type[Event]] = {
    1: CreateExchange,
    2: CreateMarket,
    3: PauseExchange,
    4: UnpauseExchange,
    5: PauseMarket,
    6: UnpauseMarket,
    7: Halt,
    8: Resume,
    9: ConfirmPrint,
    10: SetMarketParameter,
    11: SetExchangeParameter,
    12: SetAuthorizedLiquidator,
    13: CollectFees,
    14: SetRisk,
    15: GrantLpAccount,
    16: SetVesting,
    17: CreatePrediction,
    18: ResolvePrediction,
    19: VoidPrediction,
    20: CreateContest,
    21: SetProgramme,
    22: SetFinalRow,
    23: GrantSnapshotBoost,
    24: SetExclusion,
    25: SettleMarket,
    26: AdoptParameters,
    40: Tick,
    41: PostPrint,
    42: RewindChain,
    43: SampleBadges,
    44: DrawRaffle,
    60: CreateMarginAccount,
    61: CloseMarginAccount,
    62: DepositMargin,
    63: WithdrawMargin,
    64: ModifyPosition,
    65: ClosePosition,
    66: SetDelegate,
    67: Liquidate,
    68: AddLiquidity,
    69: RemoveLiquidity,
    70: CloseLpPosition,
    71: UpgradeLpAccount,
    72: ProcessSettlementRequests,
    73: ClaimDeposit,
    74: CreateStakeAccount,
    75: Stake,
    76: Unstake,
    77: WithdrawStake,
    78: ModifyPositions,
    79: PlacePerpOrder,
    80: AmendPerpOrder,
    81: CancelPerpOrder,
    82: CancelPerpOrders,
    90: IgnoreTransaction,
    100: AuthorisePayout,
    101: ExpirePayout,
    102: RecordPayout,
    120: Participate,
    121: GrantPoints,
    122: PlaceOrder,
    123: CancelOrder,
    124: CancelAllOrders,
    125: AmendOrder,
    126: SetCancelAfter,
    130: GenerateReferralCode,
    131: UseReferralCode,
    132: JoinContest,
    133: SetReplaySpeed,
    1001: CommandRejected,
    1002: CommandIgnored,
    1003: CommandApplied,
    1010: ExchangeCreated,
    1011: MarketCreated,
    1012: StatusChanged,
    1013: ParameterChanged,
    1014: AuthorizedLiquidatorChanged,
    1015: RiskSet,
    1020: PrintAccepted,
    1021: PrintHeld,
    1030: MarketUpdated,
    1031: PoolUpdated,
    1040: MarginAccountCreated,
    1041: MarginAccountClosed,
    1042: MarginTransferred,
    1043: DelegateSet,
    1044: PositionRemarked,
    1045: PositionModified,
    1046: LiquidationStarted,
    1047: PositionLiquidated,
    1048: BadDebtCovered,
    1049: AutoDeleveraged,
    1050: LiquidationEnded,
    1051: PositionSettled,
    1052: MarketSettled,
    1053: PerpOrderPlaced,
    1054: PerpOrderAmended,
    1055: PerpOrderDeferred,
    1056: PerpOrderFilled,
    1057: PerpOrderEnded,
    1058: AuctionHeld,
    1060: LiquidityModified,
    1061: LpPositionClosed,
    1070: SettlementRequestCreated,
    1071: SettlementProcessed,
    1072: PayoutAuthorised,
    1073: PayoutExpired,
    1074: SettlementPaid,
    1080: DepositQuarantined,
    1081: DepositClaimed,
    1090: StakeAccountCreated,
    1091: Staked,
    1092: Unstaked,
    1093: UnstakeRequested,
    1094: StakeWithdrawn,
    1095: VestingSet,
    1200: ParticipationStarted,
    1201: PointsGranted,
    1202: PredictionCreated,
    1203: PredictionOpened,
    1204: PredictionClosed,
    1205: ResolutionRecorded,
    1206: PredictionResolved,
    1207: PredictionVoided,
    1208: PredictionPaid,
    1209: OrderOpened,
    1210: PredictionTraded,
    1211: OrderUpdated,
    1212: CancelAfterSet,
}

# Of the present version of each message, by length, tag and version.
READERS: dict[tuple[int, ...], Callable[[Buffer, int], Command | Event]] = {
    (message.STRUCT.size, message.TAG, message.VERSION): message.unpack
    for message in BY_TAG.values()
}

Older = tuple[Struct, Callable[[tuple[Any, ...]], Command | Event]]


def _read_create_exchange_1(_v: tuple[Any, ...]) -> CreateExchange:
    return CreateExchange(
        seq=_v[3],
        time_s=_v[4],
        operator=_v[5],
        operator_signature=_v[6],
        exchange=_v[7],
        collateral_mint=_v[8],
        token_mint=_v[9],
        vault_authority=_v[10],
        chain_genesis=_v[11],
        is_demo=_v[12],
        net_exposure_cap_rate_e12=_v[13],
        locked_open_interest_ratio_e12=_v[14],
        protocol_fee_rate_e12=_v[15],
        reserve_fee_share_e12=_v[16],
        min_liquidation_fee_e6=_v[17],
        max_liquidation_fee_e6=_v[18],
        liquidation_target_health_e12=_v[19],
        min_trade_notional_e6=_v[20],
        max_positions_per_account=_v[21],
        max_margin_accounts_per_user=_v[22],
        max_markets=_v[23],
        min_lp_duration_s=_v[24],
        settlement_delay_s=_v[25],
        min_liquidity_e6=_v[26],
        min_settlement_amount_e6=_v[27],
        max_keeper_tip_rate_e12=_v[28],
        outflow_hourly_rate_e12=_v[29],
        outflow_daily_rate_e12=_v[30],
        outflow_floor_e6=_v[31],
        epoch_duration_s=_v[32],
        unlocking_duration_epochs=_v[33],
        order_margin_e6=1000000,
        hold_kink_e12=600000000000,
        hold_rate_e12=0,
    )


def _read_create_exchange_2(_v: tuple[Any, ...]) -> CreateExchange:
    return CreateExchange(
        seq=_v[3],
        time_s=_v[4],
        operator=_v[5],
        operator_signature=_v[6],
        exchange=_v[7],
        collateral_mint=_v[8],
        token_mint=_v[9],
        vault_authority=_v[10],
        chain_genesis=_v[11],
        is_demo=_v[12],
        net_exposure_cap_rate_e12=_v[13],
        locked_open_interest_ratio_e12=_v[14],
        protocol_fee_rate_e12=_v[15],
        reserve_fee_share_e12=_v[16],
        min_liquidation_fee_e6=_v[17],
        max_liquidation_fee_e6=_v[18],
        liquidation_target_health_e12=_v[19],
        min_trade_notional_e6=_v[20],
        max_positions_per_account=_v[21],
        max_margin_accounts_per_user=_v[22],
        max_markets=_v[23],
        min_lp_duration_s=_v[24],
        settlement_delay_s=_v[25],
        min_liquidity_e6=_v[26],
        min_settlement_amount_e6=_v[27],
        max_keeper_tip_rate_e12=_v[28],
        outflow_hourly_rate_e12=_v[29],
        outflow_daily_rate_e12=_v[30],
        outflow_floor_e6=_v[31],
        epoch_duration_s=_v[32],
        unlocking_duration_epochs=_v[33],
        order_margin_e6=_v[34],
        hold_kink_e12=600000000000,
        hold_rate_e12=0,
    )


def _read_create_market_1(_v: tuple[Any, ...]) -> CreateMarket:
    return CreateMarket(
        seq=_v[3],
        time_s=_v[4],
        operator=_v[5],
        operator_signature=_v[6],
        symbol=_v[7].rstrip(b"\0").decode("ascii"),
        name=_v[8].rstrip(b"\0").decode("ascii"),
        state=_v[9].rstrip(b"\0").decode("ascii"),
        country=_v[10].rstrip(b"\0").decode("ascii"),
        category=_v[11].rstrip(b"\0").decode("ascii"),
        metric=_v[12].rstrip(b"\0").decode("ascii"),
        price_feed=_v[13].rstrip(b"\0").decode("ascii"),
        acre_id=_v[14],
        price_e8=_v[15],
        published_at_s=_v[16],
        authorized_liquidator=_v[17],
        min_initial_margin_ratio_e12=_v[18],
        maintenance_margin_proportion_e12=_v[19],
        initial_margin_ratio_e12=_v[20],
        skew_scale_e6=_v[21],
        max_side_size_e6=_v[22],
        max_side_notional_rate_e12=_v[23],
        max_funding_velocity_e12=_v[24],
        funding_decay_s=_v[25],
        max_funding_rate_e12=_v[26],
        k_drift_e12=_v[27],
        n_fast=_v[28],
        n_slow=_v[29],
        return_clip_e12=_v[30],
        drift_max_e12=_v[31],
        spread_rate_e12=_v[32],
        s_ref_rate_e12=_v[33],
        level_n=_v[34],
        maker_fee_rate_e12=_v[35],
        taker_fee_rate_e12=_v[36],
        liquidation_fee_rate_e12=_v[37],
        liquidation_window_s=_v[38],
        liquidation_capacity_multiplier_e12=_v[39],
        max_liquidation_pd_e12=_v[40],
        min_position_margin_e6=_v[41],
        oracle_max_age_s=_v[42],
        oracle_max_age_decrease_s=_v[43],
        print_band_e12=_v[44],
        print_band_pause_e12=_v[45],
        max_confidence_rate_e12=_v[46],
        print_interval_s=_v[47],
        entry_window_before_s=_v[48],
        entry_window_after_s=_v[49],
        crowding_knee_e12=0,
        skew_scale_rate_e12=0,
        max_noise_e12=0,
    )


def _read_modify_position_1(_v: tuple[Any, ...]) -> ModifyPosition:
    return ModifyPosition(
        seq=_v[3],
        time_s=_v[4],
        user=_v[5],
        signature=_v[6],
        slot=_v[7],
        transaction_index=_v[8],
        instruction_index=_v[9],
        nonce=_v[10],
        expires_slot=_v[11],
        attached_e6=_v[12],
        attached_mint=_v[13],
        owner=_v[14],
        account_id=_v[15],
        market_id=_v[16],
        size_e6=_v[17],
        limit_e8=_v[18],
        stop_e8=0,
        target_e8=0,
    )


def _read_set_delegate_1(_v: tuple[Any, ...]) -> SetDelegate:
    return SetDelegate(
        seq=_v[3],
        time_s=_v[4],
        user=_v[5],
        signature=_v[6],
        slot=_v[7],
        transaction_index=_v[8],
        instruction_index=_v[9],
        nonce=_v[10],
        expires_slot=_v[11],
        attached_e6=_v[12],
        attached_mint=_v[13],
        delegate=_v[14],
        until_s=0,
        day_notional_e6=0,
        market_count=0,
        market_ids=(0,) * 8,
    )


def _read_market_updated_1(_v: tuple[Any, ...]) -> MarketUpdated:
    return MarketUpdated(
        seq=_v[3],
        time_s=_v[4],
        market_id=_v[5],
        index_price_e8=_v[6],
        index_price_at_s=_v[7],
        market_price_e8=_v[8],
        long_size_e6=_v[9],
        short_size_e6=_v[10],
        funding_rate_e12=_v[11],
        funding_velocity_e12=_v[12],
        funding_per_unit_e18=int.from_bytes(_v[13], "little", signed=True),
        level_e8=_v[14],
        is_paused=_v[15],
        holding_rate_e12=0,
        holding_per_unit_e18=0,
    )


OLDER: dict[tuple[int, int], Older] = {
    (1, 1): (Struct("<IHHQq32s64s32s32s32s32s32sBqqqqqqqqqqqqqqqqqqqqq"), _read_create_exchange_1),
    (1, 2): (Struct("<IHHQq32s64s32s32s32s32s32sBqqqqqqqqqqqqqqqqqqqqqq"), _read_create_exchange_2),
    (2, 1): (Struct("<IHHQq32s64s12s80s12s12s12s12s80sIqq32sqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"), _read_create_market_1),
    (64, 1): (Struct("<IHHQq32s64sQIIQQqB32sIIqq"), _read_modify_position_1),
    (66, 1): (Struct("<IHHQq32s64sQIIQQqB32s"), _read_set_delegate_1),
    (1030, 1): (Struct("<IHHQqIqqqqqqq16sqB"), _read_market_updated_1),
}


def encode(message: Command | Event) -> bytes:
    """Return the record of a message; raise ValueError when a field does not fit."""
    return message.pack()


def record_struct(tag: int, version: int) -> Struct:
    """Return the layout of a record; raise RecordError for a tag or version not known here."""
    cls = BY_TAG.get(tag)
    if cls is None:
        raise RecordError(
            f"no message has tag {tag}; if a newer program wrote the record, run that program"
        )
    if version == cls.VERSION:
        return cls.STRUCT
    if version > cls.VERSION:
        raise RecordError(
            f"{cls.__name__} of version {version} was written by a newer program; this one reads"
            f" versions up to {cls.VERSION}: run the newer program"
        )
    if (tag, version) not in OLDER:
        raise RecordError(f"{cls.__name__} has no version {version}")
    return OLDER[tag, version][0]


def decode(record: Buffer, offset: int = 0) -> Command | Event:
    """Return the message at `offset`, of any version; raise RecordError when it is none."""
    left = len(record) - offset
    if left >= HEADER.size:
        kind = KIND.unpack_from(record, offset)
        read = READERS.get(kind)
        if read is not None and left >= kind[0]:
            return read(record, offset)
    return _decode_other(record, offset)


def _decode_other(record: Buffer, offset: int) -> Command | Event:
    """Return a message of an earlier version; raise RecordError for what is no message."""
    if len(record) - offset < HEADER.size:
        raise RecordError("record is shorter than its header")
    length, tag, version, _, _ = HEADER.unpack_from(record, offset)
    cls = BY_TAG.get(tag)
    struct = record_struct(tag, version) if cls is None or version != cls.VERSION else cls.STRUCT
    if length != struct.size or len(record) - offset < length:
        raise RecordError(f"{BY_TAG[tag].__name__} has {struct.size} bytes, the record {length}")
    return OLDER[tag, version][1](struct.unpack_from(record, offset))


def to_current(record: Buffer) -> bytes:
    """Return a record in the current version of its message, defaults filled in."""
    return decode(record).pack()


def decode_all(buffer: Buffer) -> Iterator[Command | Event]:
    """Yield the messages of consecutive records."""
    offset = 0
    while offset < len(buffer):
        yield decode(buffer, offset)
        offset += LENGTH.unpack_from(buffer, offset)[0]
