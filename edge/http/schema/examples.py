"""Body examples, and dependencies between fields.

The OpenAPI document takes both; `tests/contract/test_documented_requests.py` compares them with the
server.
"""

from typing import Any

Shape = dict[str, Any]
_WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
_OTHER = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"
_SIGNATURE = (
    "FRHfkXH93hopGZPq2kZFa4UDr73b85i1cA6PJVxqJpPQsuUJFMm9ohQNmCtkLH7byHA1igV9KhiuNwQbu9LFMfx"
)
_MESSAGE = (
    f"acre.example wants you to sign in with your Solana account:\n{_WALLET}\n\n"
    "and the other lines, as GET /auth/login/message answered them"
)
_ACCOUNT = {"marginAccountId": 0}
_TRADE = {**_ACCOUNT, "marketId": 1, "side": "long", "input": "500000000"}
_NOTIONAL = {**_TRADE, "inputKind": "notionalDelta"}
_ORDER = {"type": "limit", "side": "yes", "price": 40, "contracts": 5}
_LIMITS = {"slippageRate": "0.01"}

EXAMPLES: dict[str, Shape] = {
    "AccountBody": _ACCOUNT,
    "AcreInfosBody": {"ids": [11, 12]},
    "AddLiquidityBody": {"liquidity": "1000000000"},
    "AddressBody": {"address": _WALLET},
    "AmendBody": {"price": 41},
    "BatchBody": {"orders": [{**_ORDER, "marketId": 1}]},
    "BatchOrderBody": {**_ORDER, "marketId": 1},
    "CancelAfterBody": {"timeoutSeconds": 60},
    "CancelAllBody": {"marketId": 1},
    "ClaimBody": {"depositId": 1},
    "ClosePositionBody": {**_ACCOUNT, "marketId": 1},
    "CloseTransactionBody": {**_ACCOUNT, "marketId": 1, **_LIMITS},
    "ContestAddressBody": {"address": _WALLET},
    "ContestUserBody": {"user": _WALLET},
    "CreateMarginAccountBody": {"margin": "100000000", "name": "Main"},
    "DelegateBody": {"delegate": _OTHER},
    "DepositMarginBody": {**_ACCOUNT, "margin": "100000000"},
    "GenerateCodeBody": {"referralCode": "my-code"},
    "HardwareLoginBody": {"address": _WALLET, "tx": "AbcD"},
    "LimitsBody": {**_ACCOUNT, "marketIds": [1, 2]},
    "LiquidateBody": {"owner": _OTHER, **_ACCOUNT},
    "LoginBody": {"address": _WALLET, "message": _MESSAGE, "signature": _SIGNATURE},
    "LogoutAllBody": {"keepCurrent": True},
    "LpPositionBody": {"lpPositionId": 1},
    "ModifyPositionBody": {**_NOTIONAL, **_LIMITS},
    "NoBody": {},
    "OnboardBody": {"acceptedTerms": True, "username": "alice"},
    "OrderBody": _ORDER,
    "ParticipateBody": {"user": _WALLET},
    "PositionBody": _NOTIONAL,
    "ProcessBody": {"owner": _WALLET},
    "RefreshBody": {"refreshToken": "as a login answered it"},
    "RemoveAccountsBody": {"marginAccountIds": [1]},
    "RemoveLiquidityBody": {"lpPositionId": 1, "shares": "1000000"},
    "SessionBody": {"refreshToken": "as a login answered it"},
    "SettingsBody": {"defaultTheme": "dark", "defaultLeverage": "2"},
    "StakeAmountBody": {"amount": "1000000"},
    "StakeBody": {"amount": "1000000", "createAccount": True},
    "UseCodeBody": {"referralCode": "my-code"},
    "UserBody": {"user": _WALLET},
    "WalletBody": {"address": _WALLET},
    "WithdrawMarginBody": {**_ACCOUNT, "margin": "100000000"},
}


def _without(field: str, needed: str) -> Shape:
    """Return that a body without one field needs another."""
    return {"if": {"not": _has(field)}, "then": _has(needed)}


def _has(field: str) -> Shape:
    return {"required": [field], "properties": {field: {"not": {"type": "null"}}}}


_LIMIT_ORDER = {
    "if": {"properties": {"type": {"const": "limit"}}},
    "then": _has("price"),
}
CONDITIONS: dict[str, Shape] = {
    "AmendBody": _without("contracts", "price"),
    "BatchOrderBody": _LIMIT_ORDER,
    "LimitsBody": _without("marketId", "marketIds"),
    "LoginBody": _without("signedMessage", "message"),
    "OrderBody": _LIMIT_ORDER,
    "SessionBody": _without("address", "refreshToken"),
    "RemoveAccountsBody": {
        **_without("marginAccountId", "marginAccountIds"),
        "else": {"properties": {"marginAccountIds": {"type": "null"}}},
    },
}
