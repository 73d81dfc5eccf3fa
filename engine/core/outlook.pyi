"""Types of the compiled outlook of a position."""

import numpy as np
from numpy.typing import NDArray

def outlook(
    state: int,
    market_id: int,
    now_s: int,
    own_e6: int,
    targets_e6: NDArray[np.int64],
    prints_e8: NDArray[np.int64],
    first_s: int,
    rest_e6: NDArray[np.int64],
    answer_e6: NDArray[np.int64],
    exits: NDArray[np.int64],
    after_s: int,
    profit_e6: NDArray[np.int64],
    excess_e6: NDArray[np.int64],
) -> None:
    """Fill in the profit of each target (rows) left `after_s` past each number of prints.

    `state` is `Exchange.state_address()`. Targets are whole positions, the first step a trade from
    `own_e6` now; prints are a day apart from `first_s` on. `rest_e6` is the others' skew now and
    after each print, `answer_e6` the part of the target that they take the other side of.
    """
