"""The one table of operator commands on the command line; parser, help and commands follow it.

Nothing of the engine is imported here: other roles build this parser too.
"""

from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Kind(Enum):
    """The kind of an argument, which decides its parser."""

    NUMBER = auto()  # a whole number that fits the field, from 1
    SLUG = auto()  # a-z, 0-9 and -
    TEXT = auto()
    ADDRESS = auto()  # base58
    ADDRESS_OR_NONE = auto()
    AMOUNT = auto()  # collateral, tokens or points, e6
    RATE = auto()  # e12
    SIZE = auto()  # units of area, e6
    PRICE = auto()  # e8, above 0
    TIME = auto()  # UTC, or from engine time now
    DURATION = auto()
    CHOICE = auto()
    PARAMETER = auto()  # a name of the table of parameters
    PLAIN = auto()  # taken as it is, and read by the command's own builder


@dataclass(frozen=True, slots=True)
class Argument:
    """One option: the field of the command that it fills, and how its text is read."""

    option: str
    kind: Kind
    metavar: str
    help: str
    fills: str = ""  # field of the command; empty: the option's name with underscores
    is_required: bool = True
    is_repeated: bool = False
    choices: tuple[tuple[str, int], ...] = ()  # word and value

    @property
    def name(self) -> str:
        """Name of the parsed attribute."""
        return self.option.removeprefix("--").replace("-", "_")

    @property
    def field_name(self) -> str:
        """Field of the command that the value goes to."""
        return self.fills or self.name


@dataclass(frozen=True, slots=True)
class AdminCommand:
    """A command of `acre admin`; `message` is the record's class.

    With `market_message` the option --market chooses that class instead.
    """

    name: str
    message: str
    help: str
    arguments: tuple[Argument, ...] = ()
    market_message: str = ""
    example: str = ""


def _market(help_text: str = "id of the index market", *, is_required: bool = True) -> Argument:
    return Argument("--market", Kind.NUMBER, "ID", help_text, "market_id", is_required)


_PREDICTION: Final = _market("id of the prediction market")
_PAUSABLE: Final = _market("only this market; without it the whole exchange", is_required=False)
_TIME: Final = "UTC as 2031-05-01T12:00:00Z or 2031-05-01, or +3d12h from engine time now"
_OUTCOME: Final = (("yes", 1), ("no", 2))
_PROGRAMME_NAMES: Final = (("perpetual", 1), ("ppps2", 2), ("ppps3", 3), ("ppps1", 4))
_PHASE: Final = (("open", 1), ("ended", 2), ("final", 3))
_TIER: Final = (("base", 1), ("mid", 2), ("plus", 3), ("max", 4))
_EXCLUDED: Final = (("yes", 1), ("no", 0))
_PROGRAMME: Final = Argument(
    "--programme",
    Kind.CHOICE,
    "NAME",
    "ppps1, ppps2, ppps3 or perpetual",
    choices=_PROGRAMME_NAMES,
)
_USER: Final = Argument("--user", Kind.ADDRESS, "ADDRESS", "the wallet")
_RISK: Final = (("high", 1), ("normal", 2), ("list", 0))


def _optional(option: str, kind: Kind, metavar: str, text: str, fills: str = "") -> Argument:
    return Argument(option, kind, metavar, text, fills, is_required=False)


ADMIN_COMMANDS: Final = (
    AdminCommand(
        "pause",
        "PauseExchange",
        "stop what adds exposure, in the exchange or in one market",
        (_PAUSABLE,),
        market_message="PauseMarket",
    ),
    AdminCommand(
        "unpause",
        "UnpauseExchange",
        "end a pause of the exchange or of one market",
        (_PAUSABLE,),
        market_message="UnpauseMarket",
    ),
    AdminCommand("halt", "Halt", "stop everything, liquidations and payouts included"),
    AdminCommand("resume", "Resume", "end the halt"),
    AdminCommand(
        "confirm-print",
        "ConfirmPrint",
        "accept the print that a market holds back",
        (_market(),),
    ),
    AdminCommand(
        "settle-market",
        "SettleMarket",
        "end a dead market for good: its positions close at one price; repeat until none is left",
        (
            _market(),
            Argument("--price", Kind.PRICE, "PRICE", "the published price, 412.50", "price_e8"),
            Argument("--limit", Kind.NUMBER, "N", "positions closed by this command, 1 to 256"),
        ),
        example="--market 3 --price 412.50 --limit 256",
    ),
    AdminCommand(
        "set-parameter",
        "SetExchangeParameter",
        "change a parameter of the exchange or of one market",
        (
            _market("of this market; without it of the exchange", is_required=False),
            Argument("--name", Kind.PARAMETER, "NAME", "for example kDrift", "parameter"),
            Argument("--value", Kind.PLAIN, "VALUE", "for example 0.5; times in seconds or as 30d"),
        ),
        market_message="SetMarketParameter",
        example="--market 3 --name makerFeeRate --value 0.0002",
    ),
    AdminCommand(
        "adopt-parameters",
        "AdoptParameters",
        "move a running market to the economic defaults of new markets; --dry-run asks the core "
        "what would change for its positions",
        (
            _market(),
            Argument(
                "--set",
                Kind.PLAIN,
                "NAME=VALUE",
                "one of them that is not to have its default; may be repeated",
                is_required=False,
                is_repeated=True,
            ),
        ),
        example="--market 3 --set maxNoise=0.002 --dry-run",
    ),
    AdminCommand(
        "collect-fees",
        "CollectFees",
        "pay protocol fees out to a wallet",
        (
            Argument("--receiver", Kind.ADDRESS, "ADDRESS", "wallet that gets them"),
            _optional("--amount", Kind.AMOUNT, "AMOUNT", "for example 412.50 (all)", "amount_e6"),
        ),
    ),
    AdminCommand(
        "set-risk",
        "SetRisk",
        "say whether a wallet is high risk, or leave it to the list of the screening",
        (
            _USER,
            Argument(
                "--risk", Kind.CHOICE, "high|normal|list", "the mark", "is_high_risk", choices=_RISK
            ),
        ),
    ),
    AdminCommand(
        "grant-lp-account",
        "GrantLpAccount",
        "turn a deposit of the operator's wallet into a wallet's legacy liquidity account",
        (
            Argument("--owner", Kind.ADDRESS, "ADDRESS", "wallet that gets the account"),
            Argument(
                "--deposit", Kind.NUMBER, "ID", "the operator's quarantined deposit", "deposit_id"
            ),
        ),
    ),
    AdminCommand(
        "set-vesting",
        "SetVesting",
        "lay down how a wallet's stake vests",
        (
            Argument("--owner", Kind.ADDRESS, "ADDRESS", "the wallet"),
            Argument("--total", Kind.AMOUNT, "AMOUNT", "ACRE tokens; 0 ends it", "total_e6"),
            Argument("--start", Kind.TIME, "TIME", _TIME, "start_s"),
            Argument("--period", Kind.DURATION, "TIME", "length of a period: 30d", "period_s"),
            Argument("--periods", Kind.NUMBER, "N", "how many", "period_count"),
        ),
    ),
    AdminCommand(
        "set-authorized-liquidator",
        "SetAuthorizedLiquidator",
        "name the wallet that may liquidate a market without its limits",
        (
            _market(),
            Argument("--liquidator", Kind.ADDRESS_OR_NONE, "ADDRESS|none", "the wallet, or none"),
        ),
    ),
    AdminCommand(
        "create-market",
        "CreateMarket",
        "list a new index market",
        (
            Argument("--symbol", Kind.TEXT, "TEXT", "2 to 12 of A-Z, 0-9 and -"),
            Argument("--name", Kind.TEXT, "TEXT", "what people read"),
            _optional("--state", Kind.TEXT, "TEXT", "for example TX"),
            Argument("--country", Kind.TEXT, "TEXT", "for example US"),
            Argument("--category", Kind.TEXT, "TEXT", "for example city"),
            Argument("--metric", Kind.TEXT, "sqft|sqm", "unit of area"),
            Argument("--price-feed", Kind.TEXT, "SOURCE:ID", "where the index comes from"),
            Argument("--acre-id", Kind.NUMBER, "ID", "id of the index"),
            Argument("--price", Kind.PRICE, "PRICE", "the first print", "price_e8"),
            Argument("--published-at", Kind.TIME, "TIME", _TIME, "published_at_s"),
            _optional(
                "--liquidator", Kind.ADDRESS, "ADDRESS", "see above", "authorized_liquidator"
            ),
            Argument("--max-side-size", Kind.SIZE, "SIZE", "of each side", "max_side_size_e6"),
            Argument("--skew-scale", Kind.SIZE, "SIZE", "skew of full impact", "skew_scale_e6"),
            Argument(
                "--set",
                Kind.PLAIN,
                "NAME=VALUE",
                "another parameter that is not to have its default; may be repeated",
                is_required=False,
                is_repeated=True,
            ),
        ),
    ),
    AdminCommand(
        "create-prediction",
        "CreatePrediction",
        "ask a question that people can trade; it takes the next market id",
        (
            Argument("--title", Kind.TEXT, "TEXT", "the question, at most 80 characters"),
            Argument("--description", Kind.TEXT, "TEXT", "at most 400 characters"),
            Argument("--category", Kind.TEXT, "TEXT", "at most 32 characters"),
            Argument("--rules", Kind.TEXT, "TEXT", "how it is resolved, at most 400 characters"),
            _optional("--acre-id", Kind.NUMBER, "ID", "index that resolves it; goes with --strike"),
            _optional("--strike", Kind.PRICE, "PRICE", "yes at or above it: 412.50", "strike_e8"),
            Argument("--opens", Kind.TIME, "TIME", _TIME, "opens_at_s"),
            Argument("--closes", Kind.TIME, "TIME", _TIME, "closes_at_s"),
            Argument("--resolves", Kind.TIME, "TIME", _TIME, "resolves_at_s"),
        ),
        example='--title "Will it rain?" … --opens +0d --closes +3d --resolves +4d',
    ),
    AdminCommand(
        "resolve-prediction",
        "ResolvePrediction",
        "say how a closed question ended, or correct it within its dispute time",
        (
            _PREDICTION,
            Argument("--outcome", Kind.CHOICE, "yes|no", "how it ended", choices=_OUTCOME),
            _optional("--value", Kind.PRICE, "PRICE", "published value it rests on", "value_e8"),
            _optional("--published-at", Kind.TIME, "TIME", _TIME, "published_at_s"),
        ),
    ),
    AdminCommand(
        "void-prediction",
        "VoidPrediction",
        "withdraw a question: yes is paid the last traded price, no the rest of 100",
        (_PREDICTION,),
    ),
    AdminCommand(
        "create-contest",
        "CreateContest",
        "announce a contest; what it says cannot be changed afterwards",
        (
            Argument("--id", Kind.SLUG, "ID", "1 to 40 of a-z, 0-9 and -", "contest_id"),
            Argument("--name", Kind.TEXT, "TEXT", "what people read, at most 80 characters"),
            _optional("--description", Kind.TEXT, "TEXT", "at most 400 characters"),
            Argument("--starts", Kind.TIME, "TIME", _TIME, "starts_at_s"),
            Argument("--ends", Kind.TIME, "TIME", _TIME, "ends_at_s"),
            _optional("--metric", Kind.PLAIN, "NAME", "percentChange (default) or tokenChange"),
            _optional("--min-collateral", Kind.PLAIN, "AMOUNT", "on average, to win a prize (100)"),
            Argument(
                "--prize",
                Kind.PLAIN,
                "RANKS=AMOUNT",
                "1=1000 or 4-10=50; may be repeated, in order; none: 1,000, 600 and 400",
                is_required=False,
                is_repeated=True,
            ),
            _optional("--prize-token", Kind.PLAIN, "NAME", "collateral (default) or acre"),
            _optional("--raffle", Kind.TEXT, "TEXT", "what is raffled among the top 10 %"),
            _optional("--raffle-winners", Kind.NUMBER, "N", "how many; goes with --raffle"),
        ),
        example='--id spring --name "Spring" --starts +1d --ends +31d --prize 1=500 --prize 2-5=50',
    ),
    AdminCommand(
        "set-programme",
        "SetProgramme",
        "open, end or fix a points programme; at most one accrues at a time",
        (
            _PROGRAMME,
            Argument(
                "--phase",
                Kind.CHOICE,
                "open|ended|final",
                "an ended one becomes final after 23 hours by itself",
                choices=_PHASE,
            ),
        ),
    ),
    AdminCommand(
        "set-final-row",
        "SetFinalRow",
        "set a wallet's points in a season that ended before this exchange",
        (
            _PROGRAMME,
            _USER,
            _optional("--trading", Kind.AMOUNT, "POINTS", "(0)", "trading_points_e6"),
            _optional("--lp", Kind.AMOUNT, "POINTS", "(0)", "lp_points_e6"),
            _optional("--referral", Kind.AMOUNT, "POINTS", "(0)", "referral_points_e6"),
            _optional("--referred-boost", Kind.RATE, "RATE", "0.05", "referred_boost_e12"),
            _optional("--first-hoa-boost", Kind.RATE, "RATE", "0.2", "first_hoa_boost_e12"),
            _optional(
                "--additional-hoa-boost", Kind.RATE, "RATE", "0.05 each", "additional_hoa_boost_e12"
            ),
        ),
    ),
    AdminCommand(
        "grant-snapshot-boost",
        "GrantSnapshotBoost",
        "give a participant the tier reached in an announced snapshot",
        (
            _PROGRAMME,
            _USER,
            Argument("--snapshot", Kind.TEXT, "ID", "at most 32 characters", "snapshot_id"),
            Argument("--name", Kind.TEXT, "TEXT", "what people read"),
            Argument("--tier", Kind.CHOICE, "base|mid|plus|max", "the tier", choices=_TIER),
        ),
    ),
    AdminCommand(
        "set-exclusion",
        "SetExclusion",
        "show a participant with 0 points, or count them again",
        (
            _PROGRAMME,
            _USER,
            Argument(
                "--excluded", Kind.CHOICE, "yes|no", "whether", "is_excluded", choices=_EXCLUDED
            ),
        ),
    ),
)
BY_NAME: Final = MappingProxyType({row.name: row for row in ADMIN_COMMANDS})
