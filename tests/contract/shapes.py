"""The field sets of the API 3, typed by hand; `EXTRA` has what is added to them."""

from typing import Any

from tests.contract.marks import Null, Optional

DELEGATE_TERMS = Null(
    {"expiresAt": "ts?", "notionalPerDay": "C?", "usedToday": "C", "markets": ["N"]}
)
# Fields beyond the contract, by entity; each is in the OpenAPI documents.
EXTRA: dict[str, dict[str, Any]] = {
    "metadata": {"latitude": Null("degrees"), "longitude": Null("degrees")},
    "position": {
        "liquidationPrice": "P?",
        "initialMargin": "C",
        "leverageMultiple": "~R?",
        "returnOnMargin": "~R",
    },
    "margin account": {
        "maxWithdrawableAmount": "C",
        "isClosed": "b",
        "delegateTerms": DELEGATE_TERMS,
    },
    "LP account": {"delegateTerms": DELEGATE_TERMS},
    "LP position": {"isClosed": "b"},
    "settlement request": {"mint": "A"},
    "position quote": {
        "marginCollateralAfter": "~C",
        "availableMarginAfter": "~C",
        "totalRequiredMarginAfter": "C",
        "freeMarginChange": "~C",
        "realizedPnl": "~C",
        "ifMoved": dict.fromkeys(("down10", "down5", "down2", "up2", "up5", "up10"), "~C?"),
    },
    "quarantined deposit": {"explanation": "s"},
    "order": {"queueContracts": "N?"},
    "prediction market": {
        "resolution": Null(
            {"outcome": ("yes", "no"), "value": "P?", "publishedAt": "ts?", "paysAt": "ts"}
        )
    },
    "status": {
        "replay": Null({"source": "s", "attribution": "s", "date": "s", "historyEnds": "s"})
    },
    # every parameter of rules/parameters.md is shown
    "market specification": {
        **dict.fromkeys(("nFast", "nSlow", "levelN", "fundingDecay"), "N"),
        **dict.fromkeys(("kDrift", "driftMax", "spreadRate", "sRefRate", "returnClip"), "R"),
        **dict.fromkeys(("crowdingKnee", "skewScaleRate", "maxNoise"), "R"),
    },
    "market": {"noise": "R", "auctionOnly": "b"},
}


def names(mark: str, text: str) -> dict[str, str]:
    """Return fields that share a mark."""
    return dict.fromkeys(text.split(), mark)


SIZED = {"size": "S", "notional": "C"}
SIGNED_SIZED = {"size": "~S", "notional": "~C"}
DISTRIBUTION = {side: {"size": "S", "notional": "C", "percent": "R"} for side in ("long", "short")}
FUNDING_PARTS = names("~R", "drift crowding spread")

# 3.1
EXCHANGE_SPECIFICATION = {
    **names("N", "id maxPositionsPerAccount maxMarginAccountsPerUser maxMarkets minLpDuration"),
    **names("N", "settlementDelay epochDuration unlockingDuration"),
    "collateralExpo": (-6,),
    **names("A", "collateralMint collateralVault tokenMint admin authorizedSettler"),
    "status": ("active", "paused", "halted"),
    "paused": "b",
    "marketIds": ["N"],
    **names("C", "minLiquidationFee maxLiquidationFee netExposureCap minTradeNotional orderMargin"),
    **names("R", "holdKink holdRate"),
    **names("C", "minLiquidity minSettlementAmount outflowFloor"),
    **names("R", "liquidationTargetHealth lockedOpenInterestRatio netExposureCapRate"),
    **names("R", "protocolFeeRate reserveFeeShare maxKeeperTipRate outflowHourlyRate"),
    **names("R", "outflowDailyRate"),
}
EXCHANGE = {
    "address": "A",
    **names("C", "balance reserveBalance protocolFeeBalance unsettledBalance marginBalance"),
    **names("C", "quarantinedBalance lpBalance tvl requiredMinimumBalance openInterest"),
    **names("C", "cumulativeNotionalVolume cumulativeLpFee"),
    "lpShares": "T",
    "unrealizedPnl": "~C",
    "sharePrice": "P",
    **names("R", "requiredMinimumBalancePercent protocolFeeRate"),
    "availableOpenInterest": names("C", "long short"),
    "openInterestDistribution": DISTRIBUTION,
    **names("N", "minLpDuration settlementDelay"),
    "lpYield": names("R", "apr apy"),
    "specification": EXCHANGE_SPECIFICATION,
}

# 3.2
METADATA = {
    **names("s", "market name country symbol"),
    **names("N", "acreId"),
    "marketId": "N?",
    "state": "s?",
    "tradable": "b",
    "category": ("city", "metro", "state", "country", "index"),
    "currency": ("USD",),
    "metric": ("sqft", "sqm"),
    "pythTokenId": "s?",
    **EXTRA["metadata"],
}
MARKET_SPECIFICATION = {
    **names("C", "minPositionMargin maxSideNotional"),
    **names("S", "skewScale maxSideSize"),
    **names("R", "maxSideNotionalRate initialMarginRatio minInitialMarginRatio"),
    **names("R", "maintenanceMarginProportion maxFundingVelocity maxFundingRate"),
    **names("R", "makerFeeRate takerFeeRate liquidationFeeRate"),
    **names("R", "liquidationCapacityMultiplier maxLiquidationPd printBand printBandPause"),
    **names("R", "maxConfidenceRate"),
    **names("N", "liquidationWindowSeconds oracleMaxAge oracleMaxAgeDecrease printInterval"),
    "authorizedLiquidator": "A?",
    "entryWindow": names("N", "before after"),
    "priceFeed": "s",
    **EXTRA["market specification"],
}
MARKET = {
    "address": "A",
    "id": "N",
    "paused": "b",
    **names("P", "indexPrice marketPrice levelPrice"),
    "openInterest": SIZED,
    "skew": {**SIGNED_SIZED, "percent": "~R"},
    "openInterestDistribution": DISTRIBUTION,
    **names("~R", "fundingRate fundingVelocity"),
    **names("R", "maxFundingVelocity maxLeverageMultiple"),
    # in the sizes that markets charge, a maker may be paid
    **names("R", "makerFeeRate takerFeeRate"),
    "fundingRateAprs": names("~R", "oneHour eightHour oneDay oneYear"),
    "availableOpenInterest": {"long": SIZED, "short": SIZED},
    "metadata": METADATA,
    "specification": MARKET_SPECIFICATION,
    "fundingParts": FUNDING_PARTS,
    "holdingRate": "R",
    "forecast": names("~R", "fast slow mid"),
    **names("ts", "indexPriceAt nextPrintAt"),
    "increaseBlockedUntil": "ts?",
    "heldPrint": Null({"price": "P", "publishedAt": "ts"}),
    **EXTRA["market"],
}
SUMMARY = {
    **METADATA,
    "indexPrice": "P",
    **names("~R?", "change1d change1y"),
    **names("C", "volume24h openInterest"),
    "maxLeverageMultiple": "R",
    "tags": ["s"],
    "paused": "b",
}
# of the summary's fields, open interest stays the object of 3.2 (API 11)
MARKET_DETAIL = {**SUMMARY, **MARKET}

# 3.3
CHANGE = {"value": "~C", "percentChange": "~R"}
PNL = dict.fromkeys(("totalPnl", "priceComponent", "accruedFunding"), CHANGE)
POSITION = {
    "marketId": "N",
    "side": ("long", "short"),
    "openInterest": SIZED,
    "pnlInfo": PNL,
    "lastInteractionPrice": "P",
    "lastInteractionFundingPerUnit": "~P",
    **names("R", "initialMarginRatio maintenanceMarginRatio"),
    "accruedFundingEstimateOneHour": "~C",
    "totalRequiredMargin": "C",
    **EXTRA["position"],
}
MARGIN_ACCOUNT = {
    "address": "A",
    "name": "s",
    "id": "N",
    **names("C", "marginCollateral openInterest"),
    **names("~R?", "leverageMultiple healthRatio"),
    **names("b", "canClose canLiquidate inLiquidation wasRecentlyLiquidated"),
    "margins": {
        "availableMargin": "~C",
        "totalRequiredMarginRatio": "~R?",
        **names("C", "totalRequiredMargin requiredInitialMargin requiredMaintenanceMargin"),
        **names("C", "requiredLiquidationFeeMargin accumulatedLiquidationFees"),
    },
    "pnlInfo": PNL,
    "positions": [POSITION],
    "delegate": "A?",
    **EXTRA["margin account"],
}

# 3.4
LP_ACCOUNT = {
    "address": "A",
    **names("C", "liquidity shareValue"),
    **names("T", "shares maxRemovableShares"),
    "stake": "R",
    **names("ts", "lastAddLiquidityTimestamp minLpDurationMaturity"),
    **names("b", "minLpDurationElapsed canClose canUpgrade"),
    "delegate": "A?",
    **EXTRA["LP account"],
}
LP_POSITION = {
    "id": "N",
    "address": "A",
    **names("C", "liquidity shareValue"),
    **names("T", "shares maxRemovableShares"),
    "maturity": "ts",
    **names("b", "hasReachedMaturity canClose"),
    "sharePrice": "P",
    "pnl": CHANGE,
    "points": names("Q", "total perDay"),
    **EXTRA["LP position"],
}
SETTLEMENT_REQUEST = {
    "id": "N",
    "maturity": "ts",
    **names("C", "amount keeperTip"),
    **names("A", "address exchange owner ownerTokenAccount"),
    "status": ("pending", "mature", "payable", "authorised", "settled"),
    "processor": "A?",
    "signature": "s?",
    **EXTRA["settlement request"],
}

# 3.5
POINTS_QUOTE = {"perDay": "Q", "multiplier": "R"}
POSITION_QUOTE = {
    "openInterestDelta": SIGNED_SIZED,
    **names("R", "positionInitialMarginRatio positionMaintenanceMarginRatio"),
    **names("P", "fillPrice indexPrice breakEvenPrice"),
    "priceImpact": "~R",
    **names("C", "tradeFee surcharge"),
    "liquidationPrice": "P?",
    "leverageMultiple": "~R?",
    "accruedFundingEstimateOneHour": "~C",
    "pointsQuote": POINTS_QUOTE,
    "isExecutable": "b",
    "reasons": ["s"],
    "fundingParts": FUNDING_PARTS,
    "holdingRate": "R",
    "costOfHolding": names("~C", "oneDay sevenDays thirtyDays"),
    **EXTRA["position quote"],
}
PERP_ORDER_QUOTE = {
    "isPlaceable": "b",
    "placingReasons": ["s"],
    "orderMargin": "C",
    "size": "~S",
    **names("P?", "triggerPrice acceptablePrice"),
    "expiresAt": "ts",
    "atTrigger": Null(POSITION_QUOTE),
    "now": Null(POSITION_QUOTE),
    "auction": Null(
        {
            **names("ts", "timestamp locksAt"),
            **names("~C", "costNow costMatched costWithPool saving savingMatched"),
        }
    ),
    "lossToStop": "~C?",
}
BASKET_QUOTE = {
    "legs": [{"marketId": "N", "quote": POSITION_QUOTE}],
    "isExecutable": "b",
    "reasons": ["s"],
    **names("C", "tradeFee surcharge totalRequiredMarginAfter requiredMaintenanceAfter"),
    **names("~C", "realizedPnl marginCollateralAfter availableMarginAfter freeMarginChange"),
    "leverageMultiple": "~R?",
    "healthRatio": "~R?",
    "liquidationMove": "R?",
    "pointsQuote": POINTS_QUOTE,
}
MODIFICATION = Null({"openInterestDelta": SIGNED_SIZED, "leverageMultiple": "~R?"})
LIMITS = {
    "marketId": "N",
    "side": ("long", "short"),
    "maxPositionModification": MODIFICATION,
    "minPositionModification": MODIFICATION,
}
ADD_LIQUIDITY_QUOTE = {"shares": "T", "maturity": "ts", "pointsQuote": POINTS_QUOTE}
REMOVE_LIQUIDITY_QUOTE = {
    "liquidity": "C",
    "shares": "T",
    "sharePrice": "P",
    "pointsQuote": POINTS_QUOTE,
}

# 3.6
COMMON = {"timestamp": "ts", "exchangeId": "N", "signature": "s?", "slot": "N", "user": "A"}
STREAM_TRADE = {
    **COMMON,
    "marketId": "N",
    "tradeKind": ("open", "increase", "decrease", "close", "flip"),
    "side": ("long", "short"),
    **names("P", "fillPrice indexPrice"),
    "openInterestDelta": SIGNED_SIZED,
    "newOpenInterest": SIGNED_SIZED,
    **names("C", "tradeFee surcharge"),
    **names("~C", "pnl pricePerformance fundingPerformance"),
}
TRADE = {**STREAM_TRADE, "marginAccountId": "N", "orderId": "N?"}
_ORDER_TYPES = ("auction", "limit", "stop", "takeProfit", "trailing")
_ORDER_PRICES = names("P?", "triggerPrice acceptablePrice stopPrice targetPrice")
PERP_ORDER = {
    **names("N", "orderId marginAccountId marketId group"),
    "orderType": _ORDER_TYPES,
    "triggerBy": ("index", "market"),
    "side": ("long", "short"),
    **names("b", "reduceOnly wholePosition isLocked isDue"),
    "size": "~S",
    **_ORDER_PRICES,
    "bestPrice": "P?",
    "trailRate": "R?",
    "expiresAt": "ts",
    **names("s?", "deferredReason deferredText"),
    "delegate": "A?",
}
PERP_ORDER_EVENT = {
    **COMMON,
    **names("N", "marginAccountId marketId orderId"),
    "event": ("placed", "amended", "deferred", "filled", "ended"),
    "orderType": Null(_ORDER_TYPES),
    "triggerBy": Null(("index", "market")),
    **names("b?", "reduceOnly wholePosition"),
    **names("~S?", "size matchedSize leftSize"),
    **_ORDER_PRICES,
    "trailRate": "R?",
    **names("N?", "group parentOrderId"),
    "expiresAt": "ts?",
    "fillPrice": "P?",
    **names("C?", "tradeFee surcharge"),
    **names("s?", "endReason code text"),
}
AUCTION = {
    "timestamp": "ts",
    **names("N", "marketId orderCount"),
    "indexPrice": "P",
    **names("S", "bought sold matched"),
    "poolSize": "~S",
    "poolPrice": "P?",
}
COMING_AUCTION = {
    **names("N", "marketId orderCount"),
    **names("ts", "timestamp locksAt"),
    "side": Null(("long", "short")),
    "size": "S",
}
LP_EVENT = {
    **COMMON,
    "modifyLiquidityKind": ("add", "remove", "upgrade"),
    **names("C", "liquidity newLiquidityAmount"),
    **names("T", "shares newSharesAmount"),
    "sharePrice": "P",
    "lpPositionId": "N?",
    "maturity": "ts?",
}
MARGIN_TRANSFER = {
    **COMMON,
    "marginTransferKind": ("deposit", "withdraw"),
    "marginAccountId": "N",
    "margin": "C",
    "settlementRequestMaturity": "ts?",
}
LIQUIDATION = {
    **COMMON,
    **names("N", "marginAccountId marketId"),
    "liquidator": "A",
    "liquidatedMargin": "~C",
    "liquidationStartedAt": "ts",
    **names("C", "maxLiquidationFee liquidationFee amountLiquidatedNotional"),
    "amountLiquidated": "S",
    "newPositionSize": "~S",
    "indexPrice": "P",
}

# 3.7
CONTEST_ROW = {
    "user": "A",
    "tokenChange": "~C",
    **names("~R?", "percentChange annualizedReturn"),
    "positionCount": "N",
    **names("C", "collateralAmount openInterest"),
    "assetDash": "b",
}
POINTS_ROW = {
    "user": "A",
    **names("Q", "points tradingPoints lpPoints referralPoints"),
    **names("R", "referredBoost firstHoaBoost additionalHoaBoost"),
    "snapshotBoosts": [{"id": "s", "name": "s", "boost": "R"}],
}
REFERRAL_USER = {
    "userId": "A",
    **names("ts?", "participatedAt referredAt"),
    **names("s?", "code referredByCode"),
    "referralList": ["A"],
    "referredBy": "A?",
}
REFERRAL_DISPLAY = {**REFERRAL_USER, "referralPoints": "Q", "referredCount": "N"}

# 3.8
STAKING = {
    **names("T", "locking locked unlocking unlocked preunlocking"),
    "unlockingSchedule": [{"amount": "T", "epoch": "N"}],
    "unvested": names("T", "total locking locked preunlocking unlocking unlocked"),
    **names("b", "isAccountFull hasAccount"),
}
SETTINGS = {
    "username": "s?",
    "defaultLeverage": "R",
    "defaultTheme": ("light", "dark", "system"),
    "tradeMode": ("basic", "advanced"),
    "interests": ["s"],
}
COMMUNICATION = names("s?", "email discord twitter")
_ALERT_KINDS = (
    *("priceAbove", "priceBelow", "priceMove", "healthBelow", "questionClosing", "paid"),
    "orders",
)
_ALERT_FIELDS = {
    "id": "N",
    "kind": _ALERT_KINDS,
    **names("N?", "marketId marginAccountId predictionMarketId leadS"),
    "price": "P?",
    "health": "R?",
}
ALERTS = {
    "alerts": [{**_ALERT_FIELDS, "isActive": "b", "createdAt": "ts", "moveBp": "N?"}],
    "events": [
        {
            **_ALERT_FIELDS,
            "timestamp": "ts",
            "isRead": "b",
            "indexPrice": "P?",
            "moveBp": "N?",
            "healthNow": "R?",
            "settlementRequestId": "N?",
            "amount": "T?",
            "orderId": "N?",
            "orderEvent": Null(("deferred", "filled", "ended")),
            "orderText": "s?",
        }
    ],
    "unread": "N",
}
PREDICTION_PORTFOLIO = names("Q", "availablePoints openInterestPoints")

# 5.7
ORDER = {
    **names("N", "orderId marketId price contracts filledContracts remainingContracts"),
    "canceledContracts": "N",
    "clientOrderId": "s?",
    "type": ("limit", "market"),
    "timeInForce": ("gtc", "gtd", "ioc", "fok"),
    "expiresAt": "ts?",
    "postOnly": "b",
    "selfTradePrevention": ("cancelResting", "cancelIncoming", "both"),
    "side": ("yes", "no"),
    "averagePrice": "R?",
    **names("Q", "feePoints reservedPoints"),
    "status": ("open", "partiallyFilled", "filled", "canceled", "expired"),
    **names("ts", "createdAt updatedAt"),
    **EXTRA["order"],
}
PREDICTION_POSITION = {
    **names("N", "marketId contracts currentPrice"),
    "side": ("yes", "no"),
    "averagePrice": "R",
    "costPoints": "Q",
    "unrealizedPnl": "~Q",
    "payoutPoints": "Q?",
}
PREDICTION_TRADE = {
    **names("N", "tradeId orderId marketId price contracts"),
    "side": ("yes", "no"),
    "feePoints": "Q",
    "role": ("maker", "taker"),
    "timestamp": "ts",
}
MARKET_TRADE = {
    **names("N", "tradeId marketId yesPrice contracts"),
    "takerSide": ("yes", "no"),
    "timestamp": "ts",
}
PREDICTION_HISTORY = {
    "marketId": "N",
    "interval": ("5m", "1h", "4h", "1d", "1w"),
    "timestamp": ["ts"],
    **{name: ["N"] for name in ("open", "high", "low", "close", "volumeContracts")},
}
PREDICTION_MARKET = {
    **names("N", "marketId volumeContracts openInterestContracts"),
    **names("s", "title description category rules"),
    "acreId": "N?",
    "strike": "P?",
    **names("ts", "opensAt closesAt resolvesAt"),
    "status": ("upcoming", "open", "closed", "resolved", "voided"),
    "isResolved": "b",
    "outcome": ("yes", "no", "void", None),
    "lastYesPrice": "N?",
    **EXTRA["prediction market"],
}
LEVEL = names("N", "price contracts")
ORDER_BOOK = {
    **names("N", "marketId sequence"),
    "yes": [LEVEL],
    "no": [LEVEL],
    **names("N?", "bestYesBid bestYesAsk bestNoBid bestNoAsk"),
}
ERROR = {
    **names("s", "message code requestId"),
    "details": "object",
    "expiredToken": Optional("b"),
}

# beyond the contract
POOL_STANDING = {
    "timestamp": "ts",
    "shares": "T",
    "sharePrice": "~P",
    **names("~C", "value unrealizedPnl"),
}
POOL_RETURN = {
    "start": POOL_STANDING,
    "end": POOL_STANDING,
    **names("C", "deposited withdrawn"),
    "parts": {**names("C", "fees surcharge holding"), **names("~C", "funding trading other")},
    "total": "~C",
    "sharePriceChange": "~R?",
}
POOL_SCENARIO = {
    **names("~R", "move"),
    **names("~C", "value change"),
    "sharePrice": "~P",
    "sharePriceChange": "~R?",
}
POOL_SCENARIOS = {
    "asOf": "ts",
    "value": "~C",
    "sharePrice": "~P",
    "allMarkets": [POOL_SCENARIO],
    "markets": [
        {"marketId": "N", **names("s", "symbol name"), "skew": "~C", "scenarios": [POOL_SCENARIO]}
    ],
}

READY = dict.fromkeys(("database", "journal"), ("ok",)) | {"status": ("ready",), "asOf": "ts"}
READY |= {"node": ("ok", "down"), "follower": ("ok", "stuck"), "journalAgeMs": "N"}
READY["waiting"] = ["s"]
