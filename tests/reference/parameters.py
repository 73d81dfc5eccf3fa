"""Rules in force of the slow reference, and the operator's other small commands."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter
from tests.reference.figures import HIGH, LISTED, NORMAL, ZERO_ADDRESS, Refused
from tests.reference.market import Market
from tests.reference.rounding import DAY
from tests.reference.stakes import Staking

KIND_FEES = 5
# What adopt-parameters carries (rule 67).
ADOPTED = (
    *("max_side_notional_rate_e12", "n_fast", "n_slow", "spread_rate_e12", "s_ref_rate_e12"),
    *("level_n", "crowding_knee_e12", "skew_scale_rate_e12", "max_noise_e12"),
)
EPOCH_RULES = ("epoch_duration_s", "unlocking_duration_epochs")


class Parameters(Staking):
    """Parameter changes (rules/parameters.md; rule 6), collected fees, risk."""

    def named(self, table: tuple[Parameter, ...], place: int, value: int) -> str:
        """Return the name of the parameter at a place, counted from 1."""
        if not 1 <= place <= len(table):
            raise Refused(E.VALIDATION)
        parameter = table[place - 1]
        if not parameter.low <= value <= parameter.high:
            raise Refused(E.VALIDATION)
        return parameter.name

    def check_market_rules(self, p: dict[str, int]) -> None:
        """Refuse rules that contradict each other."""
        if (
            0 < p["funding_decay_s"] < DAY
            or p["print_band_pause_e12"] <= p["print_band_e12"]
            or p["oracle_max_age_decrease_s"] < p["oracle_max_age_s"]
        ):
            raise Refused(E.VALIDATION)

    def _SetMarketParameter(self, c: m.SetMarketParameter) -> None:
        market = self.market(c.market_id)
        changed = market.p | {self.named(MARKET_PARAMETERS, c.parameter, c.value): c.value}
        self.take_rules(market, changed)

    def _AdoptParameters(self, c: m.AdoptParameters) -> None:
        market = self.market(c.market_id)
        changed = dict(market.p)
        for place, parameter in enumerate(MARKET_PARAMETERS, 1):
            if parameter.name in ADOPTED:
                value = getattr(c, parameter.name)
                changed[self.named(MARKET_PARAMETERS, place, value)] = value
        self.take_rules(market, changed)

    def take_rules(self, market: Market, changed: dict[str, int]) -> None:
        self.check_market_rules(changed)
        market.touch(self.now, self.halted)
        schedule = market.schedule_of(market.published)
        market.p = changed
        market.rate = market.rate_after(0)  # within its new limits at once
        market.judge()
        if market.schedule_of(market.published) != schedule:
            market.arrived = self.now

    def _SetExchangeParameter(self, c: m.SetExchangeParameter) -> None:
        name = self.named(EXCHANGE_PARAMETERS, c.parameter, c.value)
        changed = self.p | {name: c.value}
        if changed["min_liquidation_fee_e6"] > changed["max_liquidation_fee_e6"]:
            raise Refused(E.VALIDATION)
        if name in EPOCH_RULES and c.value != self.p[name] and self.staked():
            raise Refused(E.VALIDATION)
        self.p = changed

    def _CollectFees(self, c: m.CollectFees) -> None:
        if c.amount_e6 < 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if c.receiver == ZERO_ADDRESS:
            raise Refused(E.VALIDATION)
        amount = c.amount_e6 or self.fees
        if amount == 0 or amount > self.fees:
            raise Refused(E.INSUFFICIENT_COLLATERAL)
        self.fees -= amount
        self.pay_at_once(c.receiver, amount, KIND_FEES)

    def _SetRisk(self, c: m.SetRisk) -> None:
        if c.is_high_risk > LISTED:
            raise Refused(E.VALIDATION)
        user = self.users.get(c.user)
        if c.is_high_risk == LISTED and user and user.risk in (HIGH, NORMAL):
            raise Refused(E.VALIDATION)
        self.user(c.user).risk = c.is_high_risk
