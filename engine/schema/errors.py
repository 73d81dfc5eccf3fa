"""The one table of refusal codes of the engine: contract names, never renamed or re-used."""

from enum import IntEnum


class ErrorCode(IntEnum):
    """Why a command was refused.

    The member's name is the contract's code (API 9); the number is stored in
    journaled events. Numbers are grouped by subsystem and are never re-used.
    """

    NONE = 0
    # input
    VALIDATION = 1
    AMOUNT_OUT_OF_RANGE = 2
    AMOUNT_TOO_SMALL = 3
    INPUT_NOT_POSITIVE = 4
    # commands
    NONCE_TOO_LOW = 20
    COMMAND_EXPIRED = 21
    NOT_OWNER = 22
    DEPOSIT_MISMATCH = 23
    HIGH_RISK_USER = 24
    DELEGATE_EXPIRED = 25
    DELEGATE_MARKET = 26
    DELEGATE_LIMIT = 27
    # unknown things
    EXCHANGE_NOT_FOUND = 40
    MARKET_NOT_FOUND = 41
    MARGIN_ACCOUNT_NOT_FOUND = 42
    LP_POSITION_NOT_FOUND = 43
    DEPOSIT_NOT_FOUND = 44
    # status
    EXCHANGE_HALTED = 60
    EXCHANGE_PAUSED = 61
    MARKET_PAUSED = 62
    # price
    STALE_PRICE = 80
    PRICE_BAND = 81
    ENTRY_WINDOW = 82
    PRINT_REJECTED = 83
    # trade and margin
    SLIPPAGE_EXCEEDED = 100
    INSUFFICIENT_MARGIN = 101
    INSUFFICIENT_COLLATERAL = 102
    MAX_SIDE_SIZE = 103
    NET_EXPOSURE_CAP = 104
    POOL_CAPACITY = 105
    POSITION_TOO_SMALL = 106
    TOO_MANY_POSITIONS = 107
    IN_LIQUIDATION = 108
    NO_POSITION = 109
    CLOSE_EXCEEDS_POSITION = 110
    WITHDRAW_EXCEEDS_MAX = 111
    KEEPER_TIP_TOO_HIGH = 112
    TOO_MANY_MARGIN_ACCOUNTS = 113
    MARGIN_ACCOUNT_EXISTS = 114
    MARGIN_ACCOUNT_NOT_EMPTY = 115
    NOT_LIQUIDATABLE = 116
    LIQUIDATION_CAPACITY = 117
    # liquidity and settlement
    LP_NOT_MATURE = 140
    SHARES_EXCEED_REMOVABLE = 141
    LP_POSITION_NOT_EMPTY = 142
    CANNOT_UPGRADE = 143
    POOL_INSOLVENT = 144
    NOTHING_TO_SETTLE = 145
    OUTFLOW_LIMIT = 146
    OUTFLOW_FROZEN = 147
    TOO_MANY_LP_POSITIONS = 148
    TOO_MANY_SETTLEMENT_REQUESTS = 149
    # waiting orders
    TRIGGER_PASSED = 150
    ORDER_LOCKED = 151
    SELF_MATCH = 152
    AUCTION_ONLY = 158
    # staking
    STAKE_ACCOUNT_EXISTS = 160
    STAKE_ACCOUNT_MISSING = 161
    STAKE_ACCOUNT_FULL = 162
    INSUFFICIENT_TOKEN = 163
    UNSTAKE_EXCEEDS_STAKED = 164
    WITHDRAW_EXCEEDS_UNLOCKED = 165
    # predictions
    PREDICTION_MARKET_NOT_FOUND = 180
    MARKET_NOT_OPEN = 181
    BAD_PRICE = 182
    BAD_CONTRACTS = 183
    BAD_EXPIRY = 184
    DUPLICATE_CLIENT_ORDER_ID = 185
    TOO_MANY_OPEN_ORDERS = 186
    NO_LIQUIDITY = 187
    INSUFFICIENT_POINTS = 188
    POST_ONLY_WOULD_CROSS = 189
    FOK_NOT_FILLED = 190
    ORDER_NOT_FOUND = 191
    MARKET_NOT_CLOSED = 192
    NOT_PARTICIPATING = 193


class EngineError(Exception):
    """A refusal: `code` from the table, `detail` a raw integer whose meaning the code fixes."""

    def __init__(self, code: ErrorCode, detail: int = 0) -> None:
        super().__init__(code.name)
        self.code = code
        self.detail = detail
