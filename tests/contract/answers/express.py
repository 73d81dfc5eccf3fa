"""Calls of the express base: a request that succeeds and the fields of its answer."""

from tests.contract import shapes as of
from tests.contract.answers.parts import (
    BREAKDOWN,
    CANDLES,
    CONTEST_SHAPE,
    COUNTED,
    DEAL,
    EPOCH,
    FEED,
    FINAL_BOARD,
    HEALTH,
    LOCKED_EPOCH,
    ORDER_BODY,
    PARTICIPANT,
    POINTS_BOARD,
    POINTS_RANKED,
    SOLVENCY,
    STATUS,
    TRANSACTION,
    VOLUME,
    Answer,
    board,
    page,
)
from tests.contract.marks import Null, Optional
from tests.contract.shapes import names

HOUSING_SOURCE = {
    **names("s", "figure series areaName"),
    **names("s?", "publisher area"),
    "firstPublishedAt": "ts?",
}
FALL = {
    "change": "~R",
    **names("P", "peak trough"),
    **names("ts", "peakAt troughAt"),
    "monthsDown": "N",
    "recoveredAt": "ts?",
    "monthsUp": "N?",
}
MOVE = {"change": "~R", **names("ts", "from to")}
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
    "GET /market/{symbol}/auction": Answer(of.COMING_AUCTION),
    "GET /market/{symbol}/auctions": Answer(page("auctions", of.AUCTION)),
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
            "affordability": Null(
                {
                    **names("C", "monthlyPayment medianHouseholdIncome"),
                    **names("R", "incomeShare downPaymentRate"),
                    "incomeYear": "N",
                }
            ),
            "asOf": "ts?",
            "sources": [HOUSING_SOURCE],
            "fallbacks": [{**HOUSING_SOURCE, "value": "s"}],
        }
    ),
    "GET /market/{symbol}/absorption-rate-history": Answer(
        {
            "points": [{"timestamp": "ts", **names("R?", "absorptionRate monthsOfSupply")}],
            "sources": [HOUSING_SOURCE],
        }
    ),
    "GET /market/{symbol}/sales-history": Answer(
        {
            "points": [
                {"timestamp": "ts", "sales": "N?", "medianSalePrice": "C?", "pricePerUnit": "P?"}
            ],
            "sources": [HOUSING_SOURCE],
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
            ],
            "sources": [HOUSING_SOURCE],
        }
    ),
    "GET /market/{symbol}/current-inventory": Answer(
        {
            **names("N?", "activeListings newListings30d pending medianDaysOnMarket"),
            "monthsOfSupply": "R?",
            "byPropertyType": [{"type": "s", "count": "N"}],
            "asOf": "ts?",
            "sources": [HOUSING_SOURCE],
        }
    ),
    "GET /market/{symbol}/past": Answer(
        {
            "symbol": "s",
            **names("ts?", "asOf from"),
            **names("N", "months monthsNeeded"),
            "maintenanceRate": "R",
            **dict.fromkeys(("largestFall", "currentFall"), Null(FALL)),
            "drawdown": [{"timestamp": "ts", "value": "~R"}],
            **dict.fromkeys(("month", "year"), Null({"worst": MOVE, "best": MOVE})),
            "priceRank": Null({"percentile": "R", "months": "N"}),
            "yearRank": Null({"percentile": "R", "months": "N", "change": "~R"}),
            "liquidations": [
                {
                    "leverage": "R",
                    "side": ("long", "short"),
                    **names("N", "yearEntries withinYear entries toDate"),
                }
            ],
            "trend": Null({"months": "N", "perYear": "~R", "strength": "R?"}),
            "seasonality": Null(
                {
                    "strength": "R?",
                    "seasons": [
                        {
                            "season": ("Dec-Feb", "Mar-May", "Jun-Aug", "Sep-Nov"),
                            "count": "N",
                            "mean": "~R",
                            "rises": "R",
                        }
                    ],
                }
            ),
            "persistence": Null(
                {"count": "N", **names("R", "meanError unchangedError rightDirection")}
            ),
            "together": [
                {
                    **names("s", "symbol name"),
                    "isCountry": "b",
                    **names("~R", "correlation beta"),
                    "quarters": "N",
                }
            ],
        }
    ),
    "GET /market/compare": Answer(
        {
            **names("ts", "start earliest"),
            "timestamp": ["ts"],
            "markets": [{**names("s", "symbol name"), "values": ["R"]}],
        },
        query="symbols=AUS,DAL-1",
    ),
    "GET /market/correlations": Answer(
        {
            "asOf": "ts?",
            "quarters": "N",
            "markets": [names("s", "symbol name")],
            "rows": [["~R?"]],
        }
    ),
    "GET /market/{symbol}/demographics": Answer(
        {
            **names("N?", "population households"),
            "medianHouseholdIncome": "C?",
            **names("R?", "medianAge ownerOccupiedRate unemploymentRate"),
            "populationGrowth": "~R?",
            "asOf": "ts?",
            "sources": [HOUSING_SOURCE],
            "fallbacks": [{**HOUSING_SOURCE, "value": "s"}],
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
    "GET /portfolio/{user}/history/perp-order": Answer(page("events", of.PERP_ORDER_EVENT)),
    "GET /portfolio/{user}/history/lp": Answer(page("events", of.LP_EVENT)),
    "GET /portfolio/{user}/history/margin-transfer": Answer(page("events", of.MARGIN_TRANSFER)),
    "GET /portfolio/{user}/history/liquidation": Answer(
        page("events", of.LIQUIDATION), path={"user": "ruined"}
    ),
    "GET /portfolio/{user}/history/value": Answer(
        {"user": "A", "points": [{"timestamp": "ts", "value": "~C"}]}  # beyond the contract
    ),
    "GET /portfolio/{user}/history/performance": Answer(  # beyond the contract
        {
            "user": "A",
            "points": [{"timestamp": "ts", "pnl": "~C", "returnOnCapital": "~R"}],
            "parts": {
                **names("~C", "pnl realized unrealized funding liquidity other"),
                **names("C", "tradingFees liquidationFees deposited withdrawn"),
            },
        }
    ),
    "GET /portfolio/{user}/positions/realized": Answer(  # beyond the contract
        {
            "user": "A",
            "positions": [
                {
                    **names("N", "marginAccountId marketId"),
                    **names("~C", "realized price funding"),
                    "fees": "C",
                }
            ],
        }
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
    "GET /deal-analysis/{symbol}/horizons": Answer(
        {
            "horizons": [
                {
                    "years": "N",
                    **names("~R", "acrePercentage physicalPercentage"),
                    **names("~C", "acreDollars physicalDollars"),
                    "liquidatedAt": "ts?",
                }
            ]
        }
    ),
    "GET /predictions/markets/{marketId}/trades": Answer(page("trades", of.MARKET_TRADE)),
    "GET /predictions/markets/{marketId}/history": Answer(of.PREDICTION_HISTORY),
    "POST /predictions/orders/{orderId}/amend": Answer(
        {"order": of.ORDER}, body={"contracts": 1}, path={"orderId": "resting"}
    ),
    "GET /ready": Answer(of.READY),
    "POST /replay-speed": Answer({"now": "ts", "rate": "N"}, body={"secondsPerDay": 60}),
    "POST /predictions/orders/cancel-after": Answer(
        {"cancelAt": "ts?"}, body={"timeoutSeconds": 0}
    ),
}
EXPRESS_ANSWERS = CONTESTS | MARKETS | SEASONS | OWNED | PREDICTIONS | OPERATIONS | ADDED
