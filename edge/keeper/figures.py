"""A keeper's totals since its start: for its log, and as Prometheus text on loopback."""

from collections import Counter as Counts

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from edge.keeper.worth import cost_e6, text_of


class Figures:
    """Acts, outcomes, fees and earnings of one run."""

    def __init__(self, sol_price_e6: int) -> None:
        self.outcomes: Counts[str] = Counts()
        self.earned_e6 = 0
        self.fees_e9 = 0
        self._sol_price_e6 = sol_price_e6
        self.registry = registry = CollectorRegistry()
        self._acts = Counter(
            "acre_keeper_acts", "Acts by their outcome", ["job", "outcome"], registry=registry
        )
        self._earned = Counter(
            "acre_keeper_earned_e6", "Raw collateral earned", ["job"], registry=registry
        )
        self._fees = Counter(
            "acre_keeper_fees_lamports", "Network fees paid", ["job"], registry=registry
        )
        self._due = Gauge(
            "acre_keeper_due", "Acts that are possible now", ["job"], registry=registry
        )
        self._lag = Gauge(
            "acre_keeper_lag_seconds",
            "Seconds for which the oldest of them has been known",
            ["job"],
            registry=registry,
        )
        self._balance = Gauge(
            "acre_keeper_balance_lamports", "SOL of the wallet", registry=registry
        )
        self._rounds = Counter(
            "acre_keeper_rounds", "Rounds by how they went", ["result"], registry=registry
        )

    @property
    def profit_e6(self) -> int:
        """Earnings less fees, at the configured price of SOL."""
        return self.earned_e6 - cost_e6(self.fees_e9, self._sol_price_e6)

    def act(self, job: str, outcome: str, *, earned_e6: int = 0, fee_e9: int = 0) -> None:
        """Count an act."""
        self.outcomes[outcome] += 1
        self.earned_e6 += earned_e6
        self.fees_e9 += fee_e9
        self._acts.labels(job, outcome).inc()
        self._earned.labels(job).inc(earned_e6)
        self._fees.labels(job).inc(fee_e9)

    def due(self, job: str, count: int, lag_s: float) -> None:
        """Say how much there is to do, and for how long the oldest of it has been known."""
        self._due.labels(job).set(count)
        self._lag.labels(job).set(lag_s)

    def balance(self, lamports: int) -> None:
        """Say what the wallet has."""
        self._balance.set(lamports)

    def round(self, result: str) -> None:
        """Count a round."""
        self._rounds.labels(result).inc()

    def text(self) -> bytes:
        """Return the exposition text."""
        return generate_latest(self.registry)

    def totals(self) -> dict[str, object]:
        """Return the totals as fields of a log line."""
        return {
            **self.outcomes,
            "earned": text_of(self.earned_e6, 6),
            "fees_sol": text_of(self.fees_e9, 9),
            "profit": text_of(self.profit_e6, 6),
        }
