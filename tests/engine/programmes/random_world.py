"""Random journals that move everything the programmes fold."""

from collections.abc import Callable
from random import Random

from engine.core.generated import messages as m
from tests.engine.core.support.world import DAY_S, E6, wallet
from tests.engine.programmes.book_world import BookWorld

USERS = range(1, 7)
CODES = ("alpha", "Beta-2", "gamma_3", "ALPHA")
CONTESTS = tuple(f"contest-{number}" for number in range(12))
PAUSES_S = (0, 0, 0, 1, 30, 59, 61, 3_600, DAY_S // 2, DAY_S, 3 * DAY_S)
STAKE_E6 = 50 * E6


class RandomWorld(BookWorld):
    """Each `step` sends one command, good or not; the same seed gives the same journal."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        super().__init__(epoch_duration_s=2 * DAY_S, min_lp_duration_s=DAY_S)
        for symbol in ("MIA", "AUS"):
            self.add_market(symbol, max_side_size_e6=10**12)
        for user in USERS:
            self.account(user, amount_e6=self.random.choice((700, 5_000)) * E6)
        self.acts: list[Callable[[], object]] = [
            self.tick_some,
            self.tick_some,
            *[self.any_trade] * 5,
            self.any_print,
            self.any_print,
            self.any_transfer,
            self.any_liquidation,
            self.any_liquidity,
            self.any_stake,
            self.any_participation,
            self.any_participation,
            self.any_code,
            self.any_code,
            self.any_badges,
            self.any_speed,
            self.any_operator_fact,
            self.any_contest,
            self.any_joining,
            self.any_joining,
        ]

    def step(self) -> None:
        if self.random.random() < 0.6:
            self.now_s += self.random.choice(PAUSES_S)
        before = self.seq
        self.random.choice(self.acts)()
        if self.seq == before:
            self.send(m.Tick())

    def user(self) -> bytes:
        return wallet(self.random.choice(USERS))

    def tick_some(self) -> None:
        self.tick(self.random.choice(PAUSES_S))

    def any_trade(self) -> None:
        size_e6 = self.random.choice((-30, -5, -1, 1, 5, 30)) * E6
        self.modify(self.user(), size_e6, self.random.choice((1, 2)))

    def any_print(self) -> None:
        market_id = self.random.choice((1, 2))
        price_e8 = self.see(market_id).index_price_e8
        self.post(price_e8 * self.random.randrange(85, 118) // 100, market_id)

    def any_transfer(self) -> None:
        user, amount_e6 = self.user(), self.random.randrange(1, 300) * E6
        if self.random.random() < 0.5:
            fields = {"account_id": 1, "amount_e6": amount_e6}
            self.chain(m.DepositMargin, user, amount_e6, owner=user, **fields)
        else:
            self.chain(m.WithdrawMargin, user, account_id=1, amount_e6=amount_e6)

    def any_liquidation(self) -> None:
        self.chain(m.Liquidate, self.user(), owner=self.user(), account_id=1)

    def any_liquidity(self) -> None:
        user = self.user()
        held = self.exchange.lp_positions(user, self.now_s)
        if held and self.random.random() < 0.5:
            shares_e6 = held[0].max_removable_shares_e6
            self.chain(
                m.RemoveLiquidity, user, lp_position_id=held[0].lp_position_id, shares_e6=shares_e6
            )
        else:
            amount_e6 = self.random.randrange(20, 90) * E6
            self.chain(m.AddLiquidity, user, amount_e6, amount_e6=amount_e6)

    def any_stake(self) -> None:
        user = self.user()
        if self.random.random() < 0.6:
            fields = {"attached_mint": 2, "is_creating_account": 1}
            self.chain(m.Stake, user, STAKE_E6, amount_e6=STAKE_E6, **fields)
        else:
            self.chain(m.Unstake, user, amount_e6=STAKE_E6)

    def any_participation(self) -> None:
        self.participate(self.user(), self.random.choice((1, 2, 3, 3, 3)))

    def any_code(self) -> None:
        kind = self.random.choice((m.GenerateReferralCode, m.UseReferralCode))
        self.send(kind(user=self.user(), code=self.random.choice(CODES)))

    def any_badges(self) -> None:
        self.send(m.SampleBadges(user=self.user(), badge_count=self.random.randrange(13)))

    def any_speed(self) -> None:
        self.send(m.SetReplaySpeed(user=bytes(32), rate=self.random.choice((1_440, 8_640, 43_200))))

    def any_operator_fact(self) -> None:
        about = {"programme": self.random.choice((1, 3, 3, 4)), "user": self.user()}
        kind = self.random.randrange(6)
        if kind == 0:
            grant = {"snapshot_id": self.random.choice("ab"), "name": "S", "tier": 1 + kind}
            self.operate(m.GrantSnapshotBoost, **about, **grant)
        elif kind == 1:
            self.operate(m.SetExclusion, **about, is_excluded=self.random.randrange(2))
        elif kind == 2:
            self.operate(m.SetFinalRow, **about, trading_points_e6=self.random.randrange(9) * E6)
        elif kind == 3:
            self.operate(m.SetRisk, user=self.user(), is_high_risk=self.random.randrange(2))
        elif self.random.random() < 0.15:
            phase = self.random.choice((1, 2, 3))
            self.operate(m.SetProgramme, programme=about["programme"], phase=phase)

    def any_contest(self) -> None:
        starts_s = self.now_s + self.random.choice((-DAY_S, 0, 70, DAY_S))
        self.operate(
            m.CreateContest,
            contest_id=self.random.choice(CONTESTS),
            name="C",
            starts_at_s=starts_s,
            ends_at_s=starts_s + self.random.choice((90, 5 * DAY_S, 20 * DAY_S)),
            min_collateral_e6=900 * E6,
            prize_mint=1,
        )

    def any_joining(self) -> None:
        known = list(self.book.contests)[-3:]
        self.join(self.user(), self.random.choice((*known, "nowhere")))
