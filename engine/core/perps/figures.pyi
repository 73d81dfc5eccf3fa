"""Types of the figures of a trade."""

from engine.core.numbers.forms import Figures
from engine.core.views import TradeQuote
from engine.schema.errors import ErrorCode

class TradeFigures(Figures):
    @property
    def is_executable(self) -> bool: ...
    @property
    def notional_delta_e6(self) -> int: ...
    @property
    def reasons(self) -> tuple[ErrorCode, ...]: ...
    def quote(self) -> TradeQuote: ...
