"""An amount over time, added up exactly."""

from dataclasses import dataclass


@dataclass(slots=True)
class Meter:
    """The integral of an amount over seconds; steps of any length give the same total."""

    amount_e6: int = 0
    since_s: int = 0
    total_e6_s: int = 0

    def set(self, amount_e6: int, now_s: int) -> None:
        """Count the amount until now, and another from now on."""
        self.total_e6_s = self.total_at(now_s)
        self.amount_e6 = amount_e6
        self.since_s = now_s

    def total_at(self, now_s: int) -> int:
        """Return amount x seconds up to `now_s`, in raw units x seconds."""
        assert now_s >= self.since_s, (now_s, self.since_s)
        return self.total_e6_s + self.amount_e6 * (now_s - self.since_s)
