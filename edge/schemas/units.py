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
    Meta(pattern=UNSIGNED, description="tokens or shares", extra_json_schema={"x-decimals": 6}),
]
Size = Annotated[
    str, Meta(pattern=UNSIGNED, description="area", extra_json_schema={"x-decimals": 6})
]
SignedSize = Annotated[
    str, Meta(pattern=SIGNED, description="area, signed", extra_json_schema={"x-decimals": 6})
]
Price = Annotated[
    str, Meta(pattern=UNSIGNED, description="price", extra_json_schema={"x-decimals": 8})
]
SignedPrice = Annotated[
    str, Meta(pattern=SIGNED, description="price, signed", extra_json_schema={"x-decimals": 8})
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
        description="rate, ratio or leverage",
        extra_json_schema={"format": "decimal"},
    ),
]
Timestamp = Annotated[
    int, Meta(description="unix seconds, UTC", extra_json_schema={"x-unit": "seconds"})
]
_ADDRESS = {"pattern": "^[1-9A-HJ-NP-Za-km-z]{32,44}$"}  # for the document; the parsers decode it
AddressText = Annotated[str, Meta(description="base58 of 32 bytes", extra_json_schema=_ADDRESS)]


def one_of(*words: str) -> Meta:
    """Return what tells in the document that a text of an answer is one of these words."""
    return Meta(extra_json_schema={"enum": list(words)})


Side = Annotated[str, one_of("long", "short")]
ExchangeStatus = Annotated[str, one_of("active", "paused", "halted")]
Environment = Annotated[str, one_of("mainnet", "staging", "dev", "local")]

# what a request may send for an amount
# (`extra_json_schema` is what the document says; `edge/amounts.py` checks it in its own words)
REQUIRED = Meta(extra_json_schema={"x-required": True})  # the handler has its own word for a lack
AddressInput = AddressText
# the wallet a request is about, where it has to be named: a lack of it is MISSING_ADDRESS
WalletInput = Annotated[
    AddressInput | None, Meta(extra_json_schema={"x-required": True, "x-wallet": True})
]
AmountText = Annotated[
    str,
    Meta(
        description="raw integer without leading zeros",
        extra_json_schema={"pattern": "^(0|[1-9][0-9]{0,39})$", "x-amount": True},
    ),
]
AmountInput = (
    AmountText | Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": 2**53 - 1})]
)
RateText = Annotated[
    str,
    Meta(
        description="decimal, at most 12 fraction digits, without leading zeros",
        extra_json_schema={
            "pattern": r"^(0|[1-9][0-9]{0,39})(\.[0-9]{1,12})?$",
            "x-amount": True,
        },
    ),
]
RateInput = RateText | Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": 1_000})]
Count32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Count64 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
