"""Types of the compiled preview of new parameters."""

from engine.core.adoption.views import ParametersPreview
from engine.core.generated.messages import AdoptParameters

def preview_parameters(
    state: int, command: AdoptParameters, now_s: int, limit: int
) -> ParametersPreview:
    """What the command would change, for up to `limit` (1 to 64) of the largest positions.

    `state` is `Exchange.state_address()`. Sizes that follow are those at which they stand still at
    the present price and NAV. Raise EngineError for a command that would be refused.
    """
