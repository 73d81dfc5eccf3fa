"""The drain of a process: it still answers, and tells clients and balancers to go elsewhere."""


class Drain:
    """Begins once, at the signal to stop, and has no end.

    From then on `/readyz` is 503 and each answer ends its connection.
    """

    def __init__(self) -> None:
        self.has_begun = False

    def begin(self) -> None:
        """Begin."""
        self.has_begun = True
