"""Liquidations worked out by hand from the rules: the reference and the engine must meet them."""

from dataclasses import replace

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.test_against_reference import agree
from tests.reference.exchange import Reference
from tests.reference.rounding import DAY, E6, E8
from tests.reference.world import START_S, USERS, World, create_exchange, create_market

# No skew price, no funding, no surcharge, no window, no trade fee; MM 5 % and 1.00.
PLAIN = {
    "skew_scale_e6": 0,
    "k_drift_e12": 0,
    "spread_rate_e12": 0,
    "funding_decay_s": 0,
    "max_funding_velocity_e12": 0,
    "level_n": 0,
    "maker_fee_rate_e12": 0,
    "taker_fee_rate_e12": 0,
    "initial_margin_ratio_e12": 0,
    "max_side_notional_rate_e12": 10**13,
}
TRADER, OTHER, CALLER, ENDORSED = 0, 1, 2, 3


class Hand(World):
    """Commands by hand; every one is compared when the run is over."""

    def __init__(
        self, pool_e6: int, markets: int = 1, least_trade_e6: int = E6, **market: int
    ) -> None:
        super().__init__(0, Reference())
        self.commands: list[m.Command] = []
        self.now = START_S
        caps = {"net_exposure_cap_rate_e12": 10**13, "locked_open_interest_ratio_e12": 0}
        self.add(create_exchange(**caps, min_trade_notional_e6=least_trade_e6))
        for i in range(markets):
            created = create_market(f"M{i}", 100 * E8, **(PLAIN | market))
            self.add(replace(created, authorized_liquidator=USERS[ENDORSED]))
        self.now = START_S + 7200
        for i in range(markets):
            self.price(100 * E8, i + 1)
        self.now += 3600
        self.add(self.user_command(m.AddLiquidity, 4, amount_e6=pool_e6))

    def add(self, command: m.Command) -> None:
        self.commands.append(self.number(command))

    def price(self, price_e8: int, market_id: int = 1) -> None:
        self.now += 1
        self.add(m.PostPrint(market_id=market_id, price_e8=price_e8, published_at_s=self.now))
        self.add(m.ConfirmPrint(market_id=market_id))
        self.add(m.UnpauseMarket(market_id=market_id))

    def account(self, user: int, amount_e6: int, account: int = 0) -> None:
        self.add(self.fund(user, account, amount_e6)())

    def open(self, user: int, size_e6: int, market_id: int = 1, account: int = 0) -> None:
        self.add(
            self.user_command(
                m.ModifyPosition,
                user,
                owner=USERS[user],
                account_id=account,
                market_id=market_id,
                size_e6=size_e6,
                limit_e8=10**13 if size_e6 > 0 else 1,
            )
        )

    def call(self, owner: int = TRADER, caller: int = CALLER, **fields: int) -> None:
        self.add(self.user_command(m.Liquidate, caller, owner=USERS[owner], **fields))


def compared(hand: Hand) -> Reference:
    """Drive both with the commands so far, from the beginning; returns the reference after it."""
    reference = Reference()
    agree(hand.commands, reference, "by hand")
    return reference


def last_code(hand: Hand) -> ErrorCode:
    """Compare the whole run, then tell what its last command was answered."""
    compared(hand)
    reference = Reference()
    return [reference.apply(command) for command in hand.commands][-1]


def closed(reference: Reference) -> list[tuple[object, ...]]:
    """Market, size and fee of the pieces of the last call."""
    return [(e[3], e[9], e[8]) for e in reference.events if e[0] == "PositionLiquidated"]


def test_a_part_is_closed_that_brings_health_to_the_target_after_the_fee() -> None:
    hand = Hand(10_000_000 * E6)
    hand.account(TRADER, 1_185 * E6)
    hand.open(TRADER, 100 * E6)
    hand.price(93 * E8)
    hand.call()
    reference = hand.watched
    agree(hand.commands, reference, "by hand")
    # Available 1185 - 700 = 485; required 9300 * 0.05 + 1 + 9300 * 0.005 = 512.5.
    # 485 - 0.465 a >= 1.25 * (512.5 - 5.115 a): a >= 26.2492…, exactly so in whole units:
    # 26.249210 leaves 472.794117 for 472.794115; one unit less needs 472.794122.
    assert reference.events == [
        ("LiquidationStarted", USERS[0], 0, USERS[2], 485 * E6, 512_500_000, 46_500_000),
        (
            *("PositionLiquidated", USERS[0], 0, 1, USERS[2], hand.now, 46_500_000, 700 * E6),
            *(12_205_883, 26_249_210, 2_441_176_530, 73_750_790, 93 * E8, -700 * E6, -700 * E6, 0),
            *(0, 0),  # no fee account
        ),
        ("LiquidationEnded", USERS[0], 0),
    ]
    assert reference.users[USERS[0]].accounts[0].collateral == 485 * E6 - 12_205_883
    request = reference.users[USERS[2]].requests[1]
    assert (request.amount, request.maturity, request.state) == (12_205_883, hand.now, 1)


def test_the_fee_of_all_calls_together_is_one_clamp_and_the_window_slides() -> None:
    # 0.0005 * 2e7 * multiplier * 3600 = 5 units an hour (5.000004), never doubled.
    hand = Hand(
        10_000_000 * E6,
        skew_scale_e6=2 * 10**13,
        taker_fee_rate_e12=5 * 10**8,
        liquidation_capacity_multiplier_e12=138_889,
        max_liquidation_pd_e12=0,
    )
    hand.account(TRADER, 1_100 * E6)
    hand.account(CALLER, E6)
    hand.open(TRADER, 100 * E6)
    hand.price(93 * E8)
    first = hand.now
    to_account = {"has_fee_account": 1, "fee_account_id": 0}
    for moment in (0, 1, 3599, 3600):
        hand.now = first + moment
        hand.call(**to_account)
    reference = hand.watched
    agree(hand.commands, reference, "by hand")
    account = reference.users[USERS[0]].accounts[0]
    # 5.000004 * 93 * 0.005 = 2.33 each, below the minimum of 5 together: paid once, at first.
    assert [size for _, size in reference.markets[1].closures] == [5_000_004, 5_000_004]
    assert [at - first for at, _ in reference.markets[1].closures] == [0, 3600]
    assert account.in_liquidation
    assert account.fee_parts == 2 * 2_325_002
    assert account.fees_paid == 5 * E6
    assert reference.users[USERS[2]].accounts[0].collateral == 6 * E6
    assert reference.events[-1][0] == "PositionLiquidated"
    assert reference.events[-1][8] == 0


def test_winners_pay_by_rank_when_the_pool_would_be_below_nothing() -> None:
    hand = Hand(600 * E6, min_initial_margin_ratio_e12=10**10)
    hand.account(TRADER, 100 * E6)
    for account, margin in ((1, 400), (2, 100), (3, 100)):
        hand.account(OTHER, margin * E6, account)
    for account, size in ((1, 20), (2, 20), (3, 10)):
        hand.open(OTHER, size * E6, account=account)
    hand.open(TRADER, -50 * E6)
    hand.price(130 * E8)
    hand.call()
    reference = hand.watched
    agree(hand.commands, reference, "by hand")
    # The short loses 1500 of 100; the pool has 600 + 1500 - 1400 = 700 and owes 1500: NAV -800.
    # Profit by margin: 600/700 of account 2, 300/400 of 3, 600/1000 of 1.
    kinds = ["LiquidationStarted", "PositionLiquidated", "BadDebtCovered", "AutoDeleveraged"]
    assert [e[0] for e in reference.events] == [*kinds, "AutoDeleveraged", "LiquidationEnded"]
    assert reference.events[2][3:] == (0, 1_400 * E6)
    at = 130 * E8
    assert reference.events[3][2:] == (2, 1, -20 * E6, at, 100 * E8, 600 * E6, 0, 600 * E6, 0)
    assert reference.events[4][2:] == (
        *(3, 1, -10 * E6, at, 110 * E8, 200 * E6),
        *(100 * E6, 300 * E6, 0),
    )
    assert reference.nav() == 0
    collateral = {i: x.collateral for i, x in reference.users[USERS[1]].accounts.items()}
    assert collateral == {1: 400 * E6, 2: 100 * E6, 3: 200 * E6}


def test_only_what_profits_elsewhere_do_not_cover_is_bad_debt() -> None:
    # Market 1 loses 300 of 240, market 2 is stale and wins 20: 60 - 20 = 40 is bad debt.
    hand = Hand(10_000_000 * E6, markets=2)
    hand.account(TRADER, 240 * E6)
    hand.open(TRADER, 10 * E6, 1)
    hand.open(TRADER, 10 * E6, 2)
    hand.price(102 * E8, 2)
    hand.now += DAY + 7_300
    hand.price(70 * E8, 1)
    hand.call()
    reference = hand.watched
    agree(hand.commands, reference, "by hand")
    kinds = ["LiquidationStarted", "PositionLiquidated", "PositionRemarked", "BadDebtCovered"]
    assert [e[0] for e in reference.events] == kinds
    assert reference.events[2] == ("PositionRemarked", USERS[0], 0, 2, 20 * E6)
    assert reference.events[3][3:] == (0, 40 * E6)
    account = reference.users[USERS[0]].accounts[0]
    assert (account.collateral, account.in_liquidation) == (0, True)
    assert account.positions[2].entry == 102 * E8


def test_an_endorsed_liquidator_closes_as_much_as_needed_without_a_fee() -> None:
    hand = Hand(10_000_000 * E6)
    hand.account(TRADER, 1_185 * E6)
    hand.open(TRADER, 100 * E6)
    hand.price(93 * E8)
    hand.call(caller=ENDORSED)
    # 485 >= 1.25 * (512.5 - 5.115 a): a >= 24.3401759…; 24.340177 leaves 387.999995 required.
    reference = compared(hand)
    assert closed(reference) == [(1, 24_340_177, 0)]
    assert USERS[ENDORSED] not in reference.users or not reference.users[USERS[ENDORSED]].requests


def test_a_remainder_below_the_minimum_trade_is_closed_too() -> None:
    # 26.249210 would do and leaves 73.750790 * 93 = 6,858.823470.
    for least, size, fee in (
        (6_858_823_470, 26_249_210, 12_205_883),
        (6_858_823_471, 100 * E6, 46_500_000),
    ):
        hand = Hand(10_000_000 * E6, least_trade_e6=least)
        hand.account(TRADER, 1_185 * E6)
        hand.open(TRADER, 100 * E6)
        hand.price(93 * E8)
        hand.call()
        assert closed(compared(hand)) == [(1, size, fee)]


def test_dust_stays_where_the_capacity_ends() -> None:
    hand = windowed(9_000 * E6)  # 94.99996 * 93 = 8,835.00 would be left
    hand.call()
    assert closed(compared(hand)) == [(1, 5_000_040, 5 * E6)]


def windowed(least_trade_e6: int = E6, pd_e12: int = 0, **market: int) -> Hand:
    """A long of 100 that fell to 93, with 5.00004 of capacity an hour: 0.001 k m 3600."""
    hand = Hand(
        10_000_000 * E6,
        least_trade_e6=least_trade_e6,
        skew_scale_e6=2 * 10**13,
        taker_fee_rate_e12=5 * 10**8,
        maker_fee_rate_e12=5 * 10**8,
        liquidation_capacity_multiplier_e12=69_445,
        max_liquidation_pd_e12=pd_e12,
        **market,
    )
    hand.account(TRADER, 1_191 * E6)
    hand.open(TRADER, 100 * E6)
    hand.price(93 * E8)
    return hand


def test_capacity_doubles_only_below_the_greatest_skew() -> None:
    for pd, size in ((5_000_000, 5_000_040), (5_000_001, 10_000_080)):
        hand = windowed(pd_e12=pd)  # |s| / k = 100 / 20,000,000 = 0.000005
        hand.call()
        assert [x[1] for x in closed(compared(hand))] == [size]


def test_equal_margins_go_by_market() -> None:
    hand = Hand(10_000_000 * E6, markets=2)
    hand.account(TRADER, 1_186 * E6)
    hand.open(TRADER, 50 * E6, 2)
    hand.open(TRADER, 50 * E6, 1)
    hand.price(93 * E8, 1)
    hand.price(93 * E8, 2)
    hand.call()
    assert [x[0] for x in closed(compared(hand))] == [1]


def test_the_lowest_market_gives_the_reason() -> None:
    for held, stale, code in (
        (1, 2, ErrorCode.PRICE_BAND),
        (2, 1, ErrorCode.STALE_PRICE),
    ):
        hand = Hand(10_000_000 * E6, markets=2)
        hand.account(TRADER, 1_200 * E6)
        hand.open(TRADER, 50 * E6, 1)
        hand.open(TRADER, 50 * E6, 2)
        hand.price(100 * E8, stale)
        hand.now += DAY + 7_300
        hand.price(80 * E8, held)
        hand.now += 1
        hand.add(m.PostPrint(market_id=held, price_e8=82_50_000_000, published_at_s=hand.now))
        hand.call()
        assert last_code(hand) is code


def test_the_fee_is_at_most_the_collateral() -> None:
    # Market 2 wins 1,000 and is stale: it cannot be closed. 2,102 - 2,100 = 2 of cash are left.
    hand = Hand(10_000_000 * E6, markets=2)
    hand.account(TRADER, 2_102 * E6)
    hand.open(TRADER, 100 * E6, 1)
    hand.open(TRADER, 100 * E6, 2)
    hand.price(110 * E8, 2)
    hand.now += DAY + 7_300
    hand.price(79 * E8, 1)
    hand.call()
    reference = compared(hand)
    # 1002 - 2 >= 1.25 * (1041.5 - 4.345 a): a >= 55.5811277…
    assert closed(reference) == [(1, 55_581_128, 2 * E6)]
    assert reference.users[USERS[0]].accounts[0].collateral == 0


def test_winners_of_one_rank_pay_by_owner_and_account() -> None:
    hand = Hand(600 * E6, min_initial_margin_ratio_e12=10**10)
    hand.account(TRADER, 100 * E6)
    winners = ((CALLER, 2), (OTHER, 5), (OTHER, 3))
    for user, account in winners:
        hand.account(user, 400 * E6, account)
    for user, account in winners:
        hand.open(user, 20 * E6, account=account)
    hand.open(TRADER, -60 * E6)
    hand.price(130 * E8)
    hand.call()
    reference = compared(hand)
    # 1,800 lost of 100; NAV 600 + 1,800 - 1,700 - 1,800 = -1,100, of which 600 and 500 are taken.
    taken = [(e[1], e[2], e[7]) for e in reference.events if e[0] == "AutoDeleveraged"]
    assert taken == [(USERS[OTHER], 3, 600 * E6), (USERS[OTHER], 5, 500 * E6)]


def test_the_clock_ends_a_liquidation_before_the_command_that_came() -> None:
    # The short side is larger, so that the long is paid 1 % a day.
    hand = windowed(spread_rate_e12=10**10, s_ref_rate_e12=0)
    hand.account(OTHER, 9_000 * E6)
    hand.open(OTHER, -300 * E6)
    hand.call()
    flagged = compared(hand)
    assert flagged.users[USERS[TRADER]].accounts[0].in_liquidation
    hand.now += DAY // 2
    hand.add(
        hand.user_command(m.WithdrawMargin, TRADER, account_id=0, amount_e6=9_000 * E6, tip_e6=0)
    )
    reference = compared(hand)
    assert reference.events == [("LiquidationEnded", USERS[TRADER], 0)]
    assert last_code(hand) is ErrorCode.WITHDRAW_EXCEEDS_MAX
