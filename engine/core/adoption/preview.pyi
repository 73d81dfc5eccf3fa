"""Types of the compiled preview of new parameters."""

from engine.core.adoption.views import ParametersPreview
from engine.core.exchange import Exchange
from engine.core.generated.messages import AdoptParameters

class PreviewOfParameters:
    """What the command would change, for up to `limit` (1 to 64) of the largest positions.

    Sizes that follow are those at which they stand still at the present price and NAV. The exchange
    goes on between two steps. Raise EngineError where the command would be refused.
    """

    def __init__(self, exchange: Exchange, command: AdoptParameters, limit: int) -> None: ...
    def step(self, now_s: int, accounts: int) -> bool:
        """Look at up to so many accounts that follow; whether there are more."""
    def result(self, now_s: int) -> ParametersPreview:
        """What the steps have counted, and figures of now of the largest that are still held."""
