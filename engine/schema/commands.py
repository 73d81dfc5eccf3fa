"""The one table of commands and events; the events stand in `engine.schema.events`.

Records, codecs and the reference page are generated from it (`python -m engine.schema.generate`,
compared by `make check`). Tags are never re-used. A field says in which versions of its record it
exists, the version of a record follows from its fields, and every earlier version stays readable.
Records are packed, little-endian, fixed width per tag and version.

Every record starts with HEADER; a command adds the block of its origin, then its own fields.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.schema.fields import Field
from engine.schema.fields import field_of as _f
from engine.schema.parameters import EXCHANGE_PARAMETER_ROWS, MARKET_PARAMETER_ROWS, Parameter


class Origin(StrEnum):
    """Who can issue a command."""

    CHAIN = "chain"
    OPERATOR = "operator"
    ORACLE = "oracle"
    SETTLER = "settler"
    CLOCK = "clock"
    FOLLOWER = "follower"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Message:
    """A command or an event: `wire` is the contract's spelling.

    `rows` are the fields of every version. `since` is the first rules version that has the message,
    `until` the last one: a command is refused under other rules. `deposit` is the mint of which
    `amount_e6` comes along in the transaction: 1 collateral, 2 ACRE token, 0 none.
    """

    name: str
    tag: int
    wire: str
    rows: tuple[Field, ...]
    origin: Origin | None = None
    note: str = field(default="")
    since: int = 1
    until: int | None = None
    deposit: int = 0

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return the fields of the current version."""
        return self.fields_of(self.version)

    @property
    def version(self) -> int:
        """Return the current version of the record: each change of fields raises it."""
        return max(
            (row.since if row.until is None else row.until + 1 for row in self.rows), default=1
        )

    def fields_of(self, version: int) -> tuple[Field, ...]:
        """Return the fields that a version of the record has, in its order."""
        return tuple(
            row
            for row in self.rows
            if row.since <= version and (row.until is None or version <= row.until)
        )


def _parameter_fields(rows: tuple[Parameter, ...]) -> tuple[Field, ...]:
    return tuple(
        _f(row.name, "i64", since=row.since, until=row.until, before=row.before) for row in rows
    )


HEADER = (
    _f("length", "u32", "bytes of the whole record"),
    _f("tag", "u16"),
    _f("version", "u16"),
    _f("seq", "u64", "number the sequencer gave; of an event: of its command"),
    _f("time_s", "i64", "engine time"),
)

# What the chain says about a user's command, and the tokens that came in its transaction.
CHAIN_ORIGIN = (
    _f("user", "address", "the single account of the memo; it signed"),
    _f("signature", "signature"),
    _f("slot", "u64"),
    _f("transaction_index", "u32"),
    _f("instruction_index", "u32"),
    _f("nonce", "u64"),
    _f("expires_slot", "u64"),
    _f("attached_e6", "i64", "tokens moved user → vault in the same transaction"),
    _f("attached_mint", "u8", "0 none, 1 collateral, 2 ACRE token"),
)
OPERATOR_ORIGIN = (_f("operator", "address"), _f("operator_signature", "signature"))
EDGE_ORIGIN = (_f("user", "address", "whom the service has authenticated"),)
ORIGIN_FIELDS: dict[Origin, tuple[Field, ...]] = {
    Origin.CHAIN: CHAIN_ORIGIN,
    Origin.OPERATOR: OPERATOR_ORIGIN,
    Origin.ORACLE: (),
    Origin.SETTLER: (),
    Origin.CLOCK: (),
    Origin.FOLLOWER: (),
    Origin.EDGE: EDGE_ORIGIN,
}

_PROGRAMME = _f("programme", "u8", "1 perpetual programme, 2 season 2, 3 season 3, 4 season 1")
_REFERRAL_CODE = _f("code", "text32", "3 to 20 of A-Z, a-z, 0-9, - and _")
_FOR_PROGRAMMES = "Journaled for the programmes; the state of the exchange does not change."


def _c(
    name: str,
    tag: int,
    wire: str,
    origin: Origin,
    *fields: Field,
    note: str = "",
    deposit: int = 0,
) -> Message:
    return Message(name, tag, wire, tuple(fields), origin, note=note, deposit=deposit)


COMMANDS: tuple[Message, ...] = (
    # operator 1…
    _c(
        "CreateExchange",
        1,
        "create-exchange",
        Origin.OPERATOR,
        _f("exchange", "address"),
        _f("collateral_mint", "address"),
        _f("token_mint", "address"),
        _f("vault_authority", "address"),
        _f("chain_genesis", "hash"),
        _f("is_demo", "u8", "1: engine time runs over the dates of the index history"),
        *_parameter_fields(EXCHANGE_PARAMETER_ROWS),
        note="First command of every journal; exactly once.",
    ),
    _c(
        "CreateMarket",
        2,
        "create-market",
        Origin.OPERATOR,
        _f("symbol", "text12"),
        _f("name", "text80"),
        _f("state", "text12", "empty: none"),
        _f("country", "text12"),
        _f("category", "text12"),
        _f("metric", "text12", "sqft or sqm"),
        _f("price_feed", "text80", "source:id, shown as priceFeed"),
        _f("acre_id", "u32"),
        _f("price_e8", "i64", "first print"),
        _f("published_at_s", "i64"),
        _f("authorized_liquidator", "address", "zero: none"),
        *_parameter_fields(MARKET_PARAMETER_ROWS),
        note="The engine gives the next market id.",
    ),
    _c("PauseExchange", 3, "pause", Origin.OPERATOR),
    _c("UnpauseExchange", 4, "unpause", Origin.OPERATOR),
    _c("PauseMarket", 5, "pause-market", Origin.OPERATOR, _f("market_id", "u32")),
    _c("UnpauseMarket", 6, "unpause-market", Origin.OPERATOR, _f("market_id", "u32")),
    _c("Halt", 7, "halt", Origin.OPERATOR),
    _c("Resume", 8, "resume", Origin.OPERATOR),
    _c("ConfirmPrint", 9, "confirm-print", Origin.OPERATOR, _f("market_id", "u32")),
    _c(
        "SetMarketParameter",
        10,
        "set-market-parameter",
        Origin.OPERATOR,
        _f("market_id", "u32"),
        _f("parameter", "u16", "id of a parameter of markets"),
        _f("value", "i64", "in the parameter's unit"),
    ),
    _c(
        "SetExchangeParameter",
        11,
        "set-exchange-parameter",
        Origin.OPERATOR,
        _f("parameter", "u16", "id of a parameter of the exchange"),
        _f("value", "i64", "in the parameter's unit"),
    ),
    _c(
        "SetAuthorizedLiquidator",
        12,
        "set-authorized-liquidator",
        Origin.OPERATOR,
        _f("market_id", "u32"),
        _f("liquidator", "address", "zero: none"),
    ),
    _c(
        "CollectFees",
        13,
        "collect-fees",
        Origin.OPERATOR,
        _f("receiver", "address"),
        _f("amount_e6", "i64", "0: all protocol fees"),
    ),
    _c(
        "SetRisk",
        14,
        "set-risk",
        Origin.OPERATOR,
        _f("user", "address"),
        _f("is_high_risk", "u8", "1 high, 2 normal, 3 high by the list, 0 none of them"),
    ),
    _c(
        "GrantLpAccount",
        15,
        "grant-lp-account",
        Origin.OPERATOR,
        _f("owner", "address"),
        _f("deposit_id", "u64", "quarantined collateral of the operator's wallet"),
        note="The legacy liquidity account of a wallet, funded from the operator's deposit.",
    ),
    _c(
        "SetVesting",
        16,
        "set-vesting",
        Origin.OPERATOR,
        _f("owner", "address"),
        _f("total_e6", "i64", "0: none"),
        _f("start_s", "i64"),
        _f("period_s", "i64"),
        _f("period_count", "u32"),
    ),
    _c(
        "CreatePrediction",
        17,
        "create-prediction",
        Origin.OPERATOR,
        _f("title", "text80"),
        _f("description", "text400"),
        _f("category", "text32"),
        _f("rules", "text400"),
        _f("acre_id", "u32", "index whose value resolves the market; 0: none, by the operator"),
        _f("strike_e8", "i64", "yes at or above it; 0 without an index"),
        _f("opens_at_s", "i64"),
        _f("closes_at_s", "i64"),
        _f("resolves_at_s", "i64"),
        note="A prediction market; the engine gives the next id.",
    ),
    _c(
        "ResolvePrediction",
        18,
        "resolve-prediction",
        Origin.OPERATOR,
        _f("market_id", "u32"),
        _f("outcome", "u8", "1 yes, 2 no"),
        _f("value_e8", "i64", "the published value; 0: none"),
        _f("published_at_s", "i64"),
    ),
    _c("VoidPrediction", 19, "void-prediction", Origin.OPERATOR, _f("market_id", "u32")),
    _c(
        "CreateContest",
        20,
        "create-contest",
        Origin.OPERATOR,
        _f("contest_id", "text40", "1 to 40 of a-z, 0-9 and -"),
        _f("name", "text80"),
        _f("description", "text400"),
        _f("starts_at_s", "i64"),
        _f("ends_at_s", "i64"),
        _f("metric", "u8", "0 percentChange, 1 tokenChange"),
        _f("min_collateral_e6", "i64", "on average, to be eligible for prizes"),
        _f("prize_mint", "u8", "1 collateral, 2 ACRE token"),
        _f("prize_count", "u8", "prizes that count, 0 to 8"),
        _f("prize_ranks_to", "ids8", "last rank of each; it begins after the one before"),
        _f("prize_amounts_e6", "ids8", "for each rank of it"),
        _f("raffle", "text80", "what is raffled among the top 10 %; empty: no raffle"),
        _f("raffle_winners", "u32", "0 without a raffle"),
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "SetProgramme",
        21,
        "set-programme",
        Origin.OPERATOR,
        _PROGRAMME,
        _f("phase", "u8", "1 open, 2 ended, 3 final"),
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "SetFinalRow",
        22,
        "set-final-row",
        Origin.OPERATOR,
        _PROGRAMME,
        _f("user", "address"),
        _f("trading_points_e6", "i64"),
        _f("lp_points_e6", "i64"),
        _f("referral_points_e6", "i64"),
        _f("referred_boost_e12", "i64"),
        _f("first_hoa_boost_e12", "i64"),
        _f("additional_hoa_boost_e12", "i64"),
        note="A row of a season that ended before this journal; another one replaces it.",
    ),
    _c(
        "GrantSnapshotBoost",
        23,
        "grant-snapshot-boost",
        Origin.OPERATOR,
        _PROGRAMME,
        _f("user", "address"),
        _f("snapshot_id", "text32"),
        _f("name", "text80"),
        _f("tier", "u8", "1 base, 2 mid, 3 plus, 4 max"),
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "SetExclusion",
        24,
        "set-exclusion",
        Origin.OPERATOR,
        _PROGRAMME,
        _f("user", "address"),
        _f("is_excluded", "u8"),
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "SettleMarket",
        25,
        "settle-market",
        Origin.OPERATOR,
        _f("market_id", "u32"),
        _f("price_e8", "i64", "at which every position closes; the same in each command"),
        _f("limit", "u32", "positions that this command closes, 1 to 256"),
        note="Ends a dead market for good; repeated until no position is left.",
    ),
    # clock, oracle, follower 40…
    _c("Tick", 40, "tick", Origin.CLOCK),
    _c(
        "PostPrint",
        41,
        "post-print",
        Origin.ORACLE,
        _f("market_id", "u32"),
        _f("price_e8", "i64"),
        _f("confidence_e8", "i64"),
        _f("published_at_s", "i64"),
    ),
    _c(
        "RewindChain",
        42,
        "rewind-chain",
        Origin.FOLLOWER,
        _f("slot", "u64", "the newest slot that counts"),
        note="Chain commands of later slots that stand before this record count as ticks.",
    ),
    _c(
        "SampleBadges",
        43,
        "sample-badges",
        Origin.CLOCK,
        _f("user", "address"),
        _f("badge_count", "u32", "membership badges that the wallet holds"),
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "DrawRaffle",
        44,
        "draw-raffle",
        Origin.FOLLOWER,
        _f("contest_id", "text40"),
        _f("root_sequence", "u64", "of the first state root at or after the contest's freeze"),
        _f("slot", "u64", "of the block that holds the root"),
        _f("seed", "hash", "hash of that block"),
        note=_FOR_PROGRAMMES,
    ),
    # users, through the chain 60…
    _c(
        "CreateMarginAccount",
        60,
        "create-margin-account",
        Origin.CHAIN,
        _f("account_id", "u32"),
        _f("name", "text32", "empty: default name"),
        _f("amount_e6", "i64"),
        deposit=1,
    ),
    _c("CloseMarginAccount", 61, "close-margin-account", Origin.CHAIN, _f("account_id", "u32")),
    _c(
        "DepositMargin",
        62,
        "deposit-margin",
        Origin.CHAIN,
        _f("owner", "address"),
        _f("account_id", "u32"),
        _f("amount_e6", "i64"),
        deposit=1,
    ),
    _c(
        "WithdrawMargin",
        63,
        "withdraw-margin",
        Origin.CHAIN,
        _f("account_id", "u32"),
        _f("amount_e6", "i64"),
        _f("tip_e6", "i64"),
    ),
    _c(
        "ModifyPosition",
        64,
        "modify-position",
        Origin.CHAIN,
        _f("owner", "address"),
        _f("account_id", "u32"),
        _f("market_id", "u32"),
        _f("size_e6", "i64", "signed delta"),
        _f("limit_e8", "i64", "worst fill price, inclusive"),
    ),
    _c(
        "ClosePosition",
        65,
        "close-position",
        Origin.CHAIN,
        _f("owner", "address"),
        _f("account_id", "u32"),
        _f("market_id", "u32"),
        _f("size_e6", "i64", "amount to close, positive; 0: all"),
        _f("limit_e8", "i64"),
    ),
    _c("SetDelegate", 66, "set-delegate", Origin.CHAIN, _f("delegate", "address", "zero: none")),
    _c(
        "Liquidate",
        67,
        "liquidate",
        Origin.CHAIN,
        _f("owner", "address"),
        _f("account_id", "u32"),
        _f("has_fee_account", "u8", "1: the fee goes to the liquidator's fee account"),
        _f("fee_account_id", "u32"),
    ),
    _c(
        "AddLiquidity",
        68,
        "add-liquidity",
        Origin.CHAIN,
        _f("amount_e6", "i64"),
        deposit=1,
    ),
    _c(
        "RemoveLiquidity",
        69,
        "remove-liquidity",
        Origin.CHAIN,
        _f("lp_position_id", "u64"),
        _f("shares_e6", "i64"),
        _f("tip_e6", "i64"),
    ),
    _c("CloseLpPosition", 70, "close-lp-position", Origin.CHAIN, _f("lp_position_id", "u64")),
    _c("UpgradeLpAccount", 71, "upgrade-lp-account", Origin.CHAIN),
    _c(
        "ProcessSettlementRequests",
        72,
        "process-settlement-requests",
        Origin.CHAIN,
        _f("owner", "address"),
        _f("request_count", "u8"),
        _f("request_ids", "ids8"),
    ),
    _c("ClaimDeposit", 73, "claim-deposit", Origin.CHAIN, _f("deposit_id", "u64")),
    _c("CreateStakeAccount", 74, "stake-create", Origin.CHAIN),
    _c(
        "Stake",
        75,
        "stake",
        Origin.CHAIN,
        _f("amount_e6", "i64"),
        _f("is_creating_account", "u8", "1: the stake account is made when there is none"),
        deposit=2,
    ),
    _c("Unstake", 76, "unstake", Origin.CHAIN, _f("amount_e6", "i64")),
    _c("WithdrawStake", 77, "stake-withdraw", Origin.CHAIN, _f("amount_e6", "i64")),
    # what the follower saw and could not pass on as a command
    _c(
        "IgnoreTransaction",
        90,
        "ignored",
        Origin.CHAIN,
        _f("reason", "text80", "why it is no command of Acre"),
        _f("has_magic", "u8", "1: listed in the sender's commands"),
        note="Tokens that came with it are quarantined for their sender.",
    ),
    # settler 100…
    _c(
        "AuthorisePayout",
        100,
        "authorise-payout",
        Origin.SETTLER,
        _f("owner", "address"),
        _f("request_id", "u64"),
        _f("payout_signature", "signature"),
        _f("last_valid_block_height", "u64"),
    ),
    _c(
        "ExpirePayout",
        101,
        "expire-payout",
        Origin.SETTLER,
        _f("owner", "address"),
        _f("request_id", "u64"),
    ),
    _c(
        "RecordPayout",
        102,
        "record-payout",
        Origin.SETTLER,
        _f("owner", "address"),
        _f("request_id", "u64"),
        _f("payout_signature", "signature"),
        _f("slot", "u64"),
        note="The payout is finalized: the money has left the vault.",
    ),
    # users, through the service 120…
    _c(
        "Participate",
        120,
        "participate",
        Origin.EDGE,
        _f("programme", "u8", "1 perpetual programme, 2 season 2, 3 season 3"),
    ),
    _c("GrantPoints", 121, "grant-points", Origin.EDGE),
    _c(
        "PlaceOrder",
        122,
        "place-order",
        Origin.EDGE,
        _f("market_id", "u32"),
        _f("order_type", "u8", "0 limit, 1 market"),
        _f("side", "u8", "0 yes, 1 no: what the user buys"),
        _f("price", "u16", "points a contract; the worst price of a market order, 0: 99"),
        _f("contracts", "u32"),
        _f("time_in_force", "u8", "0 gtc, 1 gtd, 2 ioc, 3 fok"),
        _f("expires_at_s", "i64", "of gtd, else 0"),
        _f("post_only", "u8"),
        _f("self_trade_prevention", "u8", "0 cancelResting, 1 cancelIncoming, 2 both"),
        _f("client_order_id", "text36", "empty: none"),
    ),
    _c("CancelOrder", 123, "cancel-order", Origin.EDGE, _f("order_id", "u64")),
    _c(
        "CancelAllOrders",
        124,
        "cancel-all-orders",
        Origin.EDGE,
        _f("market_id", "u32", "0: of every market"),
    ),
    _c(
        "AmendOrder",
        125,
        "amend-order",
        Origin.EDGE,
        _f("order_id", "u64"),
        _f("price", "u16", "0: the price it has"),
        _f("contracts", "u32", "that are to remain; 0: those that remain; not both 0"),
    ),
    _c(
        "SetCancelAfter",
        126,
        "set-cancel-after",
        Origin.EDGE,
        _f(
            "timeout_s",
            "u32",
            "5 to 124,416,000 engine seconds, a day at 1,440 of them a second; 0: off",
        ),
    ),
    _c(
        "GenerateReferralCode",
        130,
        "generate-referral-code",
        Origin.EDGE,
        _REFERRAL_CODE,
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "UseReferralCode",
        131,
        "use-referral-code",
        Origin.EDGE,
        _REFERRAL_CODE,
        note=_FOR_PROGRAMMES,
    ),
    _c(
        "JoinContest",
        132,
        "join-contest",
        Origin.EDGE,
        _f("contest_id", "text40"),
        _f("is_asset_dash", "u8", "1: through the partner application"),
        note=_FOR_PROGRAMMES,
    ),
)
