"""The unit marks of the contract (1.2) as annotated types: text, decimals, description."""

from typing import Annotated

from msgspec import Meta

UNSIGNED = "^[0-9]+$"
SIGNED = "^-?[0-9]+$"
DECIMAL = r"^-?[0-9]+(\.[0-9]{1,12})?$"


Collateral = Annotated[
    str, Meta(pattern=UNSIGNED, description="USD", extra_json_schema={"x-decimals": 6})
]
SignedCollateral = Annotated[
    str, Meta(pattern=SIGNED, description="USD, signed", extra_json_schema={"x-decimals": 6})
]
Token = Annotated[
    str,
    Meta(pattern=UNSIGNED, description="token amount", extra_json_schema={"x-decimals": 6}),
]
Size = Annotated[
    str, Meta(pattern=UNSIGNED, description="area", extra_json_schema={"x-decimals": 6})
]
SignedSize = Annotated[
    str, Meta(pattern=SIGNED, description="area, signed", extra_json_schema={"x-decimals": 6})
]
Price = Annotated[
    str, Meta(pattern=UNSIGNED, description="USD", extra_json_schema={"x-decimals": 8})
]
SignedPrice = Annotated[
    str, Meta(pattern=SIGNED, description="USD, signed", extra_json_schema={"x-decimals": 8})
]
Lamports = Annotated[
    str, Meta(pattern=UNSIGNED, description="SOL", extra_json_schema={"x-decimals": 9})
]
Points = Annotated[
    str, Meta(pattern=SIGNED, description="points", extra_json_schema={"x-decimals": 6})
]
Ratio = Annotated[
    str,
    Meta(
        pattern=DECIMAL,
        description="decimal",
        extra_json_schema={"format": "decimal"},
    ),
]
Timestamp = Annotated[
    int, Meta(description="unix seconds, UTC", extra_json_schema={"x-unit": "seconds"})
]
BASE58 = "[1-9A-HJ-NP-Za-km-z]"
# for the document; the parsers decode it
ADDRESS_SCHEMA = {"pattern": f"^{BASE58}{{32,44}}$", "format": "base58"}
AddressText = Annotated[
    str, Meta(description="base58 of 32 bytes", extra_json_schema=ADDRESS_SCHEMA)
]


def one_of(*words: str) -> Meta:
    """Return the schema of a text that is one of these words."""
    return Meta(extra_json_schema={"enum": list(words)})


Side = Annotated[str, one_of("long", "short")]
ExchangeStatus = Annotated[str, one_of("active", "paused", "halted")]
Environment = Annotated[str, one_of("mainnet", "staging", "dev", "local")]

# what a request may send for an amount
# (`extra_json_schema` is what the document says; `edge/http/amounts.py` checks it in its own words)
REQUIRED = Meta(extra_json_schema={"x-required": True})  # the handler has its own word for a lack
AddressInput = Annotated[
    str,
    Meta(
        description="base58 of exactly 32 bytes",
        extra_json_schema=ADDRESS_SCHEMA,
    ),
]
# the wallet a request is about, where it has to be named: a lack of it is MISSING_ADDRESS
WalletInput = Annotated[
    AddressInput | None, Meta(extra_json_schema={"x-required": True, "x-wallet": True})
]
_COLLATERAL = "[1-9][0-9]{0,17}|[1-8][0-9]{18}|90{18}"  # 1 to Limit.COLLATERAL
_PRICE = "[1-9][0-9]{0,12}|10{13}"  # 1 to Limit.PRICE
_JSON_INTEGER_MAX = 2**53 - 1
_TIME_MAX = 253_402_300_799  # the end of the year 9999


def _amount(pattern: str, decimals: int, words: str) -> Meta:
    extra = {"pattern": f"^({pattern})$", "x-amount": True, "x-decimals": decimals}
    return Meta(description=words, extra_json_schema=extra)


def _integer(least: int, most: int) -> Meta:
    return Meta(extra_json_schema={"minimum": least, "maximum": most})


AmountText = Annotated[str, _amount(_COLLATERAL, 6, "raw integer above 0, without leading zeros")]
PriceText = Annotated[str, _amount(f"0|{_PRICE}", 8, "raw integer without leading zeros")]
AmountInput = AmountText | Annotated[int, _integer(1, _JSON_INTEGER_MAX)]
AmountOrZero = (
    Annotated[str, _amount(f"0|{_COLLATERAL}", 6, "raw integer without leading zeros")]
    | Annotated[int, _integer(0, _JSON_INTEGER_MAX)]
)
PriceInput = (
    Annotated[str, _amount(_PRICE, 8, "raw integer above 0, without leading zeros")]
    | Annotated[int, _integer(1, 10**13)]
)
_TOP_UP = "[1-9][0-9]{6}|[1-4][0-9]{7}|50{7}"  # 1,000,000 to 50,000,000
TopUpInput = (
    Annotated[str, _amount(_TOP_UP, 9, "raw integer of lamports, 0.001 to 0.05 SOL")]
    | Annotated[int, _integer(1_000_000, 50_000_000)]
)
_FRACTION = r"(\.[0-9]{1,12})?"


def _rate(pattern: str) -> Meta:
    return Meta(
        description="decimal, at most 12 fraction digits, without leading zeros",
        extra_json_schema={"pattern": f"^({pattern})$", "x-amount": True},
    )


RateText = Annotated[str, _rate(rf"(0|[1-9][0-9]{{0,2}}){_FRACTION}|1000(\.0{{1,12}})?")]
LeverageText = Annotated[str, _rate(rf"[1-9][0-9]{{0,2}}{_FRACTION}|1000(\.0{{1,12}})?")]
LeverageInput = LeverageText | Annotated[int, _integer(1, 1_000)]
SlippageInput = Annotated[str, _rate(f"0{_FRACTION}")] | Annotated[int, _integer(0, 0)]
TimeInput = Annotated[
    int,
    Meta(ge=1, le=_TIME_MAX, description="unix seconds", extra_json_schema={"x-unit": "seconds"}),
]
Count32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Count64 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
