"""Rows of the preview of new parameters."""

from engine.core.row import row
from engine.core.views import PositionView


@row()
class PositionPreview:
    """A position now, and as other parameters would leave it."""

    owner: bytes
    account_id: int
    before: PositionView
    after: PositionView


@row()
class ParametersPreview:
    """What `adopt-parameters` changes; after: with the sizes that follow where they come to rest.

    `positions` are the largest, of `position_count` in the market; the liquidatable are accounts.
    """

    market_price_before_e8: int
    market_price_after_e8: int
    skew_scale_before_e6: int
    skew_scale_after_e6: int
    max_side_size_before_e6: int
    max_side_size_after_e6: int
    liquidatable_before: int
    liquidatable_after: int
    position_count: int
    positions: tuple[PositionPreview, ...]
