"""Shapes and bodies that the answers of both bases share."""

from dataclasses import dataclass, field
from typing import Any

from tests.contract import shapes as of
from tests.contract.marks import Null, Optional
from tests.contract.shapes import names

MAIN, EXPRESS = "/api/v1", "/express/v1"
CLIENT_ID, CONTEST = "first", "royale"


@dataclass(frozen=True)
class Answer:
    """What a call answers: below `info` on the main base, whole on the express base."""

    shape: Any
    query: str = ""
    body: dict[str, Any] | None = None
    path: dict[str, str] = field(default_factory=dict)  # other values of the path's parameters
    is_bare: bool = False
    is_page: bool = False
    is_once: bool = False  # of each wallet: another one asks each time


def page(name: str, row: Any) -> dict[str, Any]:
    """Return the shape of a page of the express base."""
    return {name: [row], "nextCursor": "s?"}


NAMES = {"usernames": [{"user": "A", "username": "s", "isDemo": "b"}]}  # beyond the contract


def board(row: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the shape of a leaderboard."""
    ranked = {**row, "rank": "N"}
    return {"leaderboard": [ranked], "total": "N", "updatedAt": "ts", **NAMES, **more}


BALANCE = {"balance": "C"}
TRANSACTION = {"tx": "s", "blockhash": "s", "lastValidBlockHeight": "N"}
SERIES = [{"timestamp": "ts", "value": "~C"}]
FEED = [{"timestamp": "ts", "value": "P"}]
ACRE_INFO = {
    "id": "N",
    **names("s", "name country"),
    "state": "s?",
    "category": ("city", "metro", "state", "country", "index"),
    "metric": ("sqft", "sqm"),
    "currency": ("USD",),
    "price": "P?",
    "priceAsOf": "ts?",
    "change": names("~R?", "oneDay oneMonth oneYear"),
    "population": "N?",
    "medianSqft": "N",
}
TAKES_PART = {"isParticipating": "b", "participatedAt": "ts?"}
IN_CONTEST = {"user": "A", **TAKES_PART}
TIER = {**names("N", "rankFrom rankTo"), "amount": "C", **names("s", "token description")}
PRIZES = {"prizes": [TIER], "total": "C", "raffle": "s?"}
CONTEST_SHAPE = {
    **names("s", "id name slug description"),
    "status": ("upcoming", "live", "finished"),
    **names("ts", "startsAt endsAt"),
    "metric": ("percentChange", "tokenChange"),
    "minCollateral": "C",
    "prizes": [TIER],
    "participantsCount": "N",
    "isJoined": Null("b"),
    "winners": Null([of.CONTEST_ROW]),
}
POINTS_BOARD = board(of.POINTS_ROW)
POINTS_RANKED = {**of.POINTS_ROW, "rank": "N?"}
FINAL_BOARD = {
    "leaderboard": [{**of.POINTS_ROW, "rank": "N"}],
    "total": "N",
    "isFinal": (True,),
    "updatedAt": Optional("ts?"),
    **NAMES,
}
USED = {"referredBy": "A", "referredByCode": "s", "referredAt": "ts"}
REFERRED = {"referredBy": "A?", "referredByCode": "s?", "referredAt": "ts?"}
BREAKDOWN = {
    **of.POINTS_ROW,
    "rank": Optional("N?"),
    "daily": [{"date": "ts", **names("Q", "tradingPoints lpPoints referralPoints")}],
}
PARTICIPANT = {"key": "A", **TAKES_PART}
VOLUME = {"notional": "C", "trades": "N"}
COUNTED = [{"value": "s", "count": "N"}]
EPOCH = {**names("N", "epoch duration secondsRemaining"), **names("ts", "start end")}
LOCKED_EPOCH = {**names("N", "unlockingEpoch secondsRemaining"), "start": "ts", "end": "N"}
ONBOARDED = {"isOnboarded": "b", "onboardedAt": "ts?"}
COMMAND = {
    **names("s?", "signature name code"),
    "slot": "N",
    "nonce": "N?",
    "status": ("applied", "rejected", "ignored"),
    "details": "object",
    "timestamp": "ts",
}
QUARANTINED = {
    **names("N", "depositId slot"),
    "amount": "C",
    "mint": "A",
    "signature": "s?",
    "reason": "s",
    "claimed": "b",
    **of.EXTRA["quarantined deposit"],
}
OVERRIDES = (
    "downPaymentRate mortgageRate closingCostRate agentCommissionRate sellerClosingRate "
    "propertyTaxRate insuranceRate maintenanceRate rentYield vacancyRate managementRate"
)
PRICED = {"timestamp": "ts", "price": "P"}
DEAL = {
    "dealsizeSqft": "S",
    "dealsizeNotional": "C",
    "netReturn": {
        **names("~R", "acrePercentage physicalPercentage"),
        **names("~C", "acreDollars physicalDollars"),
    },
    "cashFlow": names("~C", "acre physical"),
    **names("C", "acreTotalCosts physicalTotalCosts"),
    "breakdown": {
        "acre": {**names("~C", "tradeFees priceImpact funding"), "liquidatedAt": Optional("ts?")},
        "physical": names(
            "C",
            "closing commission propertyTax insurance maintenance management interest rent",
        ),
    },
    "assumptions": {
        **names("R", OVERRIDES),
        **names("s", "timeframe"),
        "leverage": "R",
        "sqft": "N",
        "side": ("long", "short"),
    },
    "entry": PRICED,
    "exit": PRICED,
    "recommendation": ("strong_acre", "slight_acre", "similar", "physical"),
}
CANDLES = {
    "symbol": "s",
    "interval": ("5m", "1h", "4h", "1d", "1w"),
    "source": ("index", "market"),
    "timestamp": ["ts"],
    **{name: ["P"] for name in ("open", "high", "low", "close")},
    "volume": ["C"],
}
CLAIMS = {"lp": "~C", **names("C", "margin reserve protocolFees unsettled quarantined")}
PROOF = {
    "kind": ("marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine"),
    "address": "A",
    "amount": "C",
    "leaf": "s",
    "path": [{"hash": "s", "side": ("left", "right")}],
}
SOLVENCY = {
    **names("C", "vaultBalance tokenVaultBalance tokenClaims"),
    "claims": CLAIMS,
    "difference": "~C",
    "sequence": "N",
    **names("s", "stateHash stateRoot"),
    "rootSlot": "N?",
    "rootSignature": "s?",
    "asOf": "ts",
    "proofs": [PROOF],
}
STATUS = {
    **names("s", "env version"),
    "status": ("ok", "degraded", "maintenance"),
    "exchange": ("active", "paused", "halted"),
    **names("N", "sequence followedSlot projectedSequence"),
    "chainSlot": "N?",
    "lastPrintAt": "ts?",
    "clock": {"now": "ts", "rate": "N"},
    "asOf": "ts",
    **of.EXTRA["status"],
}
HEALTH = {"status": ("ok",), "env": ("local",), "version": "s"}
POSITION_BODY = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
LEG_BODY = {"marketId": 1, "side": "long", "input": "1000000"}
BASKET_BODY = {"marginAccountId": 0, "legs": [LEG_BODY, {**LEG_BODY, "marketId": 2}]}
PERP_ORDER_BODY = {**POSITION_BODY, "orderType": "auction"}
CLOSE_BODY = {"marginAccountId": 0, "marketId": 1}
LIMITS_BODY = {"marginAccountId": 0, "marketIds": [1, 2]}
ORDER_BODY = {"type": "limit", "side": "yes", "price": 3, "contracts": 1}
