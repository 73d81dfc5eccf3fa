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
Ratio = Annotated[str, Meta(pattern=DECIMAL, description="rate, ratio or leverage")]
Timestamp = Annotated[
    int, Meta(description="unix seconds, UTC", extra_json_schema={"x-unit": "seconds"})
]
AddressText = Annotated[str, Meta(description="base58 of 32 bytes")]

# what a request may send for an amount
AmountInput = Annotated[
    str | int, Meta(description="raw integer in a string, or a JSON integer below 2^53")
]
RateInput = Annotated[str | int, Meta(description="decimal string, at most 12 fraction digits")]
Count32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Count64 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
