"""Acre in the shape of CCXT: unified symbols, structures and error names, without that package.

`Acre` waits for its answers, `AsyncAcre` is awaited. Methods have both spellings of CCXT,
`fetch_ohlcv` and `fetchOHLCV`.
"""

from acre_sdk.ccxt.adapter import AsyncAcre
from acre_sdk.ccxt.errors import BaseError
from acre_sdk.ccxt.waiting import Acre

__all__ = ["Acre", "AsyncAcre", "BaseError"]
