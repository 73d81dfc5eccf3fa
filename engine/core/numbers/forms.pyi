"""Types of the forms."""

class Figures:
    """Integers of a row, in the order of the row's fields."""

class Form:
    def __init__(
        self, gaps: list[tuple[bytes, int, str, int]], end: bytes, figures: tuple[str, ...] = ()
    ) -> None: ...
    def fill(self, first: object, second: object) -> bytes: ...
