"""Every call of the contract with a request that succeeds and the fields of its answer."""

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


NAMES = {"usernames": [{"user": "A", "username": "s"}]}  # beyond the contract


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
CLOSE_BODY = {"marginAccountId": 0, "marketId": 1}
LIMITS_BODY = {"marginAccountId": 0, "marketIds": [1, 2]}
ORDER_BODY = {"type": "limit", "side": "yes", "price": 3, "contracts": 1}

ACCOUNT = {
    "GET /account/paused": Answer(
        {
            **names("b", "paused exchange"),
            "markets": [{"marketId": "N", "paused": "b"}],
            "asOf": "ts",
        }
    ),
    "GET /account/cluster-health": Answer(
        {
            "status": ("healthy", "degraded", "down"),
            **names("N", "slot tps latencyMs"),
            "blockTime": "ts",
            "asOf": "ts",
        }
    ),
    "GET /account/exchange": Answer(of.EXCHANGE),
    "GET /account/lp-return": Answer(of.POOL_RETURN),
    "GET /account/lp-scenarios": Answer(of.POOL_SCENARIOS),
    "GET /account/market/{market}": Answer(of.MARKET),
    "GET /account/markets": Answer([of.MARKET]),
    "GET /collections/{collection}": Answer({"marketMetadata": [of.METADATA]}, is_bare=True),
    "GET /metadata/acre-ids": Answer(["N"]),
    "GET /metadata/acre": Answer(of.METADATA, "id=11"),
    "GET /health": Answer(HEALTH, is_bare=True),
    "GET /real-estate-data/acre-ids": Answer(["N"]),
    "GET /real-estate-data/acre-info": Answer(ACRE_INFO, "id=11"),
    "POST /real-estate-data/acre-infos": Answer([ACRE_INFO], body={"ids": [12, 11]}),
    "GET /real-estate-data/price-feed": Answer(FEED, "id=11"),
    "GET /time-series/cumulative-notional-volume": Answer(SERIES),
    "GET /time-series/cumulative-lp-fee": Answer(SERIES),
    "GET /time-series/aggregate-pnl": Answer(SERIES),
    "GET /time-series/lp-share-price": Answer(FEED),
}
PROGRAMMES = {
    "GET /contest/{contestName}/leaderboard": Answer(board(of.CONTEST_ROW)),
    "GET /contest/{contestName}/leaderboard/user/{user}": Answer({**of.CONTEST_ROW, "rank": "N"}),
    "GET /contest/{contestName}/participate": Answer(IN_CONTEST, "user={user}"),
    "POST /contest/{contestName}/participate": Answer(IN_CONTEST, body={"user": "{user}"}),
    "GET /contest/{contestName}/prizes": Answer(PRIZES),
    "GET /points/leaderboard": Answer(POINTS_BOARD),
    "GET /points/leaderboard/user/{user}": Answer(POINTS_RANKED),
    "GET /points/balances": Answer([{"user": "A", "points": "Q"}], is_page=True),
    "GET /points/balance": Answer({"user": "A", "points": "Q"}, "user={user}"),
    "GET /points/participate": Answer(TAKES_PART, "user={user}"),
    "POST /points/participate": Answer(TAKES_PART, body={"user": "{user}"}),
    "GET /perpetual-points/participate": Answer(TAKES_PART, "user={user}"),
    "POST /perpetual-points/participate": Answer(TAKES_PART, body={"user": "{user}"}),
    "GET /perpetual-points/user-status": Answer({**TAKES_PART, "rank": "N?"}, "user={user}"),
    "GET /perpetual-points/points-summary": Answer(
        {**names("Q", "tradingPoints lpPoints referralPoints points perDay"), "boosts": "R"},
        "user={user}",
    ),
    "GET /perpetual-points/grand-total-points": Answer(
        {"points": "Q", "participants": "N", "asOf": "ts"}
    ),
    "GET /perpetual-points/leaderboard": Answer(POINTS_BOARD),
    "GET /perpetual-points/leaderboard/user/{user}": Answer(POINTS_RANKED),
    **{
        f"{method} {prefix}/{name}": answer
        for prefix in ("/points/referrals", "/referrals", "/perpetual-points/referrals")
        for method, name, answer in (
            (
                "POST",
                "generate-code",
                Answer({"code": "s"}, body={"referralCode": "{fresh}"}, is_once=True),
            ),
            ("POST", "use-code", Answer(USED, body={"referralCode": "bobs"}, is_once=True)),
            ("GET", "user-info", Answer(of.REFERRAL_DISPLAY, "user={user}")),
            ("GET", "user-referred-by", Answer(REFERRED, "user={user}")),
        )
    },
}
QUOTES = {
    f"{method} {prefix}/quote/{name}": Answer(
        shape, query if not query or "{" in prefix else f"{query}&user={{user}}", sent
    )
    for prefix in ("/user/{user}", "")
    for method, name, shape, query, body in (
        ("GET", "add-liquidity", of.ADD_LIQUIDITY_QUOTE, "liquidity=1000000", None),
        (
            "GET",
            "remove-liquidity",
            of.REMOVE_LIQUIDITY_QUOTE,
            "lpPositionId=1&shares=1000000",
            None,
        ),
        ("GET", "withdraw-margin", {"maxWithdrawableAmount": "C"}, "marginAccountId=0", None),
        ("POST", "modify-position", of.POSITION_QUOTE, "", POSITION_BODY),
        ("POST", "close-position", of.POSITION_QUOTE, "", CLOSE_BODY),
        ("POST", "position-modification-limits", [of.LIMITS], "", LIMITS_BODY),
    )
    for sent in (body and (body if prefix else {**body, "user": "{user}"}),)
}
READS = {
    "GET /user/{user}/risk-screening": Answer({"isHighRisk": "b"}),
    "GET /user/{user}/sol-balance": Answer(BALANCE),
    "GET /user/{user}/collateral-balance": Answer(BALANCE),
    "GET /user/{user}/prcl-balance": Answer(BALANCE),
    "GET /user/{user}/margin-account": Answer(of.MARGIN_ACCOUNT),
    "GET /user/{user}/margin-accounts": Answer([of.MARGIN_ACCOUNT]),
    "GET /user/{user}/lp-account": Answer(of.LP_ACCOUNT),
    "GET /user/{user}/lp-position": Answer(of.LP_POSITION, "lpPositionId=1"),
    "GET /user/{user}/lp-positions": Answer([of.LP_POSITION], is_page=True),
    "GET /user/{user}/settlement-requests": Answer(
        [of.SETTLEMENT_REQUEST], "includeSettled=true", is_page=True
    ),
    "GET /user/{user}/commands": Answer([COMMAND], is_page=True),
    "GET /user/{user}/quarantined-deposits": Answer([QUARANTINED]),
    "GET /user/{user}/history/trade": Answer([of.TRADE], is_page=True),
    "GET /user/{user}/history/lp": Answer([of.LP_EVENT], is_page=True),
    "GET /user/{user}/history/margin-transfer": Answer([of.MARGIN_TRANSFER], is_page=True),
    "GET /user/{user}/history/liquidation": Answer(
        [of.LIQUIDATION], path={"user": "ruined"}, is_page=True
    ),
    "GET /user/{user}/event/airdrop_claim": Answer(
        {
            **names("b", "isEligible claimed"),
            "amount": "T",
            "claimedAt": "ts?",
            "signature": "s?",
        }
    ),
    "GET /user/{user}/staking-addresses": Answer(
        names("A", "stakeAccount custody positionsAccount mint")
    ),
    "GET /user/{user}/profile/settings": Answer(of.SETTINGS),
    "PUT /user/{user}/profile/settings": Answer(of.SETTINGS, body={"defaultTheme": "dark"}),
    "GET /user/{user}/profile/communication-methods": Answer(of.COMMUNICATION),
    "GET /user/{user}/profile/margin-account-ids": Answer(["N"]),
    "POST /user/{user}/profile/margin-account-ids/remove": Answer(
        ["N"], body={"marginAccountIds": []}
    ),
    "GET /user/{user}/profile/onboard": Answer(ONBOARDED),
    "POST /user/{user}/profile/onboard": Answer(ONBOARDED, body={"acceptedTerms": True}),
}
BUILDERS = {
    f"POST /user/{{user}}/transaction/{name}": Answer(TRANSACTION, body=body)
    for name, body in {
        "create-margin-account": {},
        "deposit-margin": {"marginAccountId": 0, "margin": "1"},
        "withdraw-margin": {"marginAccountId": 0, "margin": "1000000"},
        "modify-position": POSITION_BODY,
        "close-position": CLOSE_BODY,
        "close-margin-account": {"marginAccountId": 5},
        "add-liquidity": {"liquidity": "1000000"},
        "remove-liquidity": {"lpPositionId": 1, "shares": "1000000"},
        "close-lp-position": {"lpPositionId": 2},
        "upgrade-lp-account": {},
        "process-settlement-requests": {"owner": "{other}"},
        "set-delegate": {"delegate": "{other}"},
        "liquidate": {"owner": "{doomed}", "marginAccountId": 0},
        "claim-deposit": {"depositId": 1},
    }.items()
}
MAIN_ANSWERS = ACCOUNT | PROGRAMMES | QUOTES | READS | BUILDERS

CONTESTS = {
    "GET /contest": Answer({"contests": [CONTEST_SHAPE]}),
    "GET /contest/filter": Answer(names("N", "live upcoming finished joined"), "user={user}"),
    "GET /contest/ids": Answer({"contestIds": ["s"]}),
    "GET /contest/{contestId}": Answer(CONTEST_SHAPE, "user={user}"),
    "GET /contest/{contestId}/leaderboard": Answer(board(of.CONTEST_ROW, isFinal="b")),
    "GET /contest/{contestId}/leaderboard/{user}": Answer({**of.CONTEST_ROW, "rank": "N"}),
    "GET /contest/{contestId}/participants-count": Answer({"participantsCount": "N"}),
    "POST /contest/{contestId}": Answer(
        {"contestId": "s", "address": "A", "joinedAt": "ts"}, body={"address": "{user}"}
    ),
}
MARKETS = {
    "GET /health": Answer(HEALTH),
    "GET /market/search": Answer({**page("markets", of.SUMMARY), "total": "N"}),
    "GET /market/{symbol}": Answer(of.MARKET_DETAIL),
    "GET /market/symbols": Answer({"markets": [of.SUMMARY]}, "symbols=AUS,DAL-1"),
    "GET /market/market-filter-distribution": Answer(
        {
            **dict.fromkeys(("states", "countries", "categories", "tags"), COUNTED),
            "price": {"min": "P?", "max": "P?"},
        }
    ),
    "GET /market/{symbol}/volumes": Answer(
        dict.fromkeys(("oneDay", "oneWeek", "oneMonth", "allTime"), VOLUME)
    ),
    "GET /market/{symbol}/price-feed": Answer({"symbol": "s", "points": FEED}),
    "GET /market/{symbol}/price-feed-stats": Answer(
        {
            **names("P?", "open close high low"),
            "change": "~R?",
            "volatility": "R?",
            "asOf": "ts",
        }
    ),
    "GET /market/{symbol}/candles": Answer(CANDLES),
    "GET /market/{symbol}/funding-history": Answer(
        {
            "symbol": "s",
            "points": [
                {
                    "timestamp": "ts",
                    **names("~R", "fundingRate fundingVelocity"),
                    "fundingPerUnit": "~P",
                }
            ],
        }
    ),
    "GET /market/{symbol}/financials": Answer(
        {
            **names("C?", "medianPrice medianRentMonthly"),
            "pricePerUnit": "P?",
            **names("R?", "grossRentalYield propertyTaxRate insuranceRate mortgageRate30y"),
            "priceToRent": "R?",
            "asOf": "ts?",
        }
    ),
    "GET /market/{symbol}/absorption-rate-history": Answer(
        {"points": [{"timestamp": "ts", **names("R?", "absorptionRate monthsOfSupply")}]}
    ),
    "GET /market/{symbol}/sales-history": Answer(
        {
            "points": [
                {"timestamp": "ts", "sales": "N?", "medianSalePrice": "C?", "pricePerUnit": "P?"}
            ]
        }
    ),
    "GET /market/{symbol}/listings-history": Answer(
        {
            "points": [
                {
                    "timestamp": "ts",
                    **names("N?", "newListings activeListings"),
                    "medianListPrice": "C?",
                }
            ]
        }
    ),
    "GET /market/{symbol}/current-inventory": Answer(
        {
            **names("N?", "activeListings newListings30d pending medianDaysOnMarket"),
            "monthsOfSupply": "R?",
            "byPropertyType": [{"type": "s", "count": "N"}],
            "asOf": "ts?",
        }
    ),
    "GET /market/{symbol}/demographics": Answer(
        {
            **names("N?", "population households"),
            "medianHouseholdIncome": "C?",
            **names("R?", "medianAge ownerOccupiedRate unemploymentRate"),
            "populationGrowth": "~R?",
            "asOf": "ts?",
        }
    ),
    "GET /market-time-series/{marketId}": Answer(
        {
            "marketId": "N",
            "points": [
                {
                    "timestamp": "ts",
                    **names("P", "indexPrice marketPrice"),
                    "fundingRate": "~R",
                    **names("C", "openInterestLong openInterestShort volume"),
                    "skew": "~S",
                }
            ],
        }
    ),
    "GET /trade-stream": Answer(page("trades", of.STREAM_TRADE)),
    "GET /trade-stream/{marketId}": Answer(page("trades", of.STREAM_TRADE)),
    "GET /deal-analysis/{symbol}": Answer(DEAL, "timeframe=1m"),
}
SEASONS = {
    "GET /points/ppps1-final": Answer(FINAL_BOARD),
    "GET /user/{id}/ppps1": Answer(POINTS_RANKED, path={"id": "user"}),
    "GET /points/participants/{key}": Answer(PARTICIPANT),
    "POST /points/participants": Answer(PARTICIPANT, body={}),
    "GET /points/breakdown/{key}": Answer(BREAKDOWN),
    "GET /points/leaderboard": Answer(POINTS_BOARD),
    "GET /points/leaderboard/{key}": Answer(POINTS_RANKED),
    "GET /points/ppps2/final-leaderboard": Answer(FINAL_BOARD),
    "GET /points/ppps2/final-leaderboard/{key}": Answer(POINTS_RANKED),
    "GET /ppps3/breakdown/{key}": Answer(BREAKDOWN),
    "GET /ppps3/leaderboard": Answer(POINTS_BOARD, "limit=100"),  # other tests add participants
    "GET /ppps3/leaderboard/{key}": Answer(POINTS_RANKED),
    "GET /ppps3/participants/{key}": Answer(PARTICIPANT),
    "POST /ppps3/participants": Answer(PARTICIPANT, body={}),
}
OWNED = {
    **{
        f"GET /staking/{user}{name}": Answer(shape, query)
        for user in ("", "{user}/")
        for name, shape, query in (
            ("epoch-period", EPOCH, ""),
            ("locked-epoch-period", LOCKED_EPOCH, "unlockingEpoch=2900"),
            ("locked-epoch-period-estimate", LOCKED_EPOCH, ""),
        )
    },
    "GET /staking": Answer(
        {
            **names("T", "totalLocked totalLocking totalUnlocking"),
            **names("N", "stakers epoch epochDuration"),
            "epochEnd": "ts",
            "apr": "R",
        }
    ),
    "GET /staking/{user}/balance": Answer(of.STAKING),
    "POST /staking/{user}/create-account": Answer(TRANSACTION, body={}, path={"user": "other"}),
    **{
        f"POST /staking/{{user}}/{name}": Answer(TRANSACTION, body={"amount": "1000000"})
        for name in ("stake", "unstake", "withdraw")
    },
    "GET /portfolio/{user}": Answer(
        {
            "accountValue": "~C",
            "marginAccounts": [of.MARGIN_ACCOUNT],
            "lpPositions": [of.LP_POSITION],
            "settlementRequests": [of.SETTLEMENT_REQUEST],
            "staking": of.STAKING,
            "predictions": of.PREDICTION_PORTFOLIO,
            "totals": {**names("~C", "margin pnl"), **names("C", "lp pendingSettlement")},
            **names("s?", "lpPositionsNextCursor settlementRequestsNextCursor"),
        }
    ),
    "GET /portfolio/{user}/history/trade": Answer(page("events", of.TRADE)),
    "GET /portfolio/{user}/history/lp": Answer(page("events", of.LP_EVENT)),
    "GET /portfolio/{user}/history/margin-transfer": Answer(page("events", of.MARGIN_TRANSFER)),
    "GET /portfolio/{user}/history/liquidation": Answer(
        page("events", of.LIQUIDATION), path={"user": "ruined"}
    ),
    "GET /portfolio/{user}/history/value": Answer(
        {"user": "A", "points": [{"timestamp": "ts", "value": "~C"}]}  # beyond the contract
    ),
    "GET /hoa-staking/{user}": Answer({"image": "s?", "count": "N"}),
}
PREDICTIONS = {
    "GET /predictions/portfolio": Answer(
        {"portfolio": of.PREDICTION_PORTFOLIO, **names("~Q", "realizedPnl unrealizedPnl")}
    ),
    "GET /predictions/orders/by-client-id/{id}": Answer({"order": of.ORDER}),
    "GET /predictions/orders": Answer(page("orders", of.ORDER), "orderStatusFilter=all"),
    "GET /predictions/positions": Answer({"positions": [of.PREDICTION_POSITION]}),
    "GET /predictions/trades": Answer(page("trades", of.PREDICTION_TRADE)),
    "GET /predictions/markets": Answer(page("markets", of.PREDICTION_MARKET)),
    "GET /predictions/markets/{marketId}": Answer({"market": of.PREDICTION_MARKET}),
    "GET /predictions/markets/{marketId}/order-book": Answer({"orderBook": of.ORDER_BOOK}),
    "POST /predictions/markets/{marketId}/orders": Answer({"order": of.ORDER}, body=ORDER_BODY),
    "POST /predictions/orders/batch": Answer(
        {"results": [{"order": Optional(of.ORDER), "error": Optional(names("s", "message code")
            | {"details": "object"})}]},
        body={"orders": [{**ORDER_BODY, "marketId": 1}, {**ORDER_BODY, "marketId": 77}]},
    ),
    "POST /predictions/orders/cancel-all": Answer(
        {"canceled": ["N"], "count": "N"}, body={"marketId": 2}
    ),
    "POST /predictions/orders/{orderId}/cancel": Answer(
        {"status": ("open", "partiallyFilled", "filled", "canceled", "expired")}, body={}
    ),
}  # fmt: skip
OPERATIONS = {
    "GET /solvency": Answer(SOLVENCY, "user={user}"),
    "GET /liquidations": Answer(page("liquidations", of.LIQUIDATION)),
    "GET /liquidations/candidates": Answer(
        {
            "accounts": [
                {
                    "owner": "A",
                    "marginAccountId": "N",
                    "healthRatio": "~R",
                    "inLiquidation": "b",
                    "openInterest": "C",
                }
            ]
        }
    ),
    "GET /settlement-requests": Answer(
        page("settlementRequests", of.SETTLEMENT_REQUEST), "mature=true"
    ),
    "GET /status": Answer(STATUS),
    "POST /faucet": Answer(
        {"signature": "s", "sol": "L", "collateral": "C", "token": "T"},
        body={"address": "{other}"},
    ),
}
# Beyond the contract.
ADDED = {
    "GET /deal-analysis/{symbol}/sensitivity": Answer(
        {
            "cells": [
                {
                    "leverage": "R",
                    **names("~R", "exitChange acrePercentage physicalPercentage"),
                    "recommendation": DEAL["recommendation"],
                }
            ]
        },
        "timeframe=1m",
    ),
    "GET /predictions/markets/{marketId}/trades": Answer(page("trades", of.MARKET_TRADE)),
    "GET /predictions/markets/{marketId}/history": Answer(of.PREDICTION_HISTORY),
    "POST /predictions/orders/{orderId}/amend": Answer(
        {"order": of.ORDER}, body={"contracts": 1}, path={"orderId": "resting"}
    ),
    "GET /ready": Answer(of.READY),
    "POST /predictions/orders/cancel-after": Answer(
        {"cancelAt": "ts?"}, body={"timeoutSeconds": 0}
    ),
}
EXPRESS_ANSWERS = CONTESTS | MARKETS | SEASONS | OWNED | PREDICTIONS | OPERATIONS | ADDED

ANSWERS: dict[tuple[str, str], Answer] = {
    (base, call): answer
    for base, answers in ((MAIN, MAIN_ANSWERS), (EXPRESS, EXPRESS_ANSWERS))
    for call, answer in answers.items()
}
