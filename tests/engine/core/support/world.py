"""A small exchange for tests: commands by keyword, with numbers, times and slots filled in."""

from dataclasses import replace
from typing import Any

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

E6 = 10**6
E8 = 10**8
E12 = 10**12
E18 = 10**18
DAY_S = 86_400
START_S = 20_000 * DAY_S + 43_200  # noon, far from the entry window
OPERATOR = b"O" * 32

# Every other thing than skew premium and velocity funding off: what the published vectors pin.
CLASSICAL: dict[str, int] = {
    "k_drift_e12": 0,
    "spread_rate_e12": 0,
    "funding_decay_s": 0,
    "level_n": 0,
    "crowding_knee_e12": 0,
    "max_funding_rate_e12": 5 * 10**10,
    "oracle_max_age_s": 604_800,
    "oracle_max_age_decrease_s": 31_536_000,
    "print_band_e12": 49 * 10**10,
    "print_band_pause_e12": 50 * 10**10,
    "print_interval_s": 31_536_000,
    "entry_window_before_s": 0,
    "entry_window_after_s": 0,
    "max_side_notional_rate_e12": 10 * E12,
}

# Sizes that stay as they are, and no noise that closes a market: figures by hand rest on both.
# What figures done by hand are made for, whatever the defaults are.
FIXED = {"skew_scale_rate_e12": 0, "max_noise_e12": 0, "n_fast": 30, "n_slow": 120, "level_n": 5}
FIXED |= {"spread_rate_e12": 10**8, "s_ref_rate_e12": 10**11, "max_side_notional_rate_e12": 10**11}


def wallet(number: int) -> bytes:
    return number.to_bytes(32, "big")


def exchange_parameters(**changes: int) -> dict[str, int]:
    values = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    assert set(changes) <= set(values)
    return values | changes


def market_parameters(**changes: int) -> dict[str, int]:
    values = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    values |= {"skew_scale_e6": 20 * 10**11, "max_side_size_e6": 10**11, **FIXED}
    assert set(changes) <= set(values)
    return values | changes


class World:
    """An exchange with its sequencer's duties done by hand."""

    def __init__(self, exchange: Exchange | None = None, **parameters: int) -> None:
        self.exchange = exchange or Exchange()
        self.seq = 0
        self.now_s = START_S
        self.slot = 10
        self.nonces: dict[bytes, int] = {}
        self.journal: list[m.Command] = []
        self.rejected: m.CommandRejected | None = None
        created = self.send(
            m.CreateExchange(
                operator=OPERATOR, exchange=b"E" * 32, **exchange_parameters(**parameters)
            )
        )
        assert not self.rejected, created

    def send(self, command: m.Command) -> list[m.Event]:
        """Apply a command now; remembers a rejection."""
        self.seq += 1
        command = replace(command, seq=self.seq, time_s=self.now_s)
        self.journal.append(command)
        events = self.exchange.apply(command)
        self.rejected = next((e for e in events if isinstance(e, m.CommandRejected)), None)
        return events

    def stamp(self, message: type[Any], user: bytes, attached_e6: int = 0, /, **fields: Any) -> Any:
        """A chain command with a fresh nonce and position, not sent."""
        self.slot += 1
        self.nonces[user] = self.nonces.get(user, 0) + 1
        values = {
            "user": user,
            "slot": self.slot,
            "expires_slot": self.slot + 150,
            "nonce": self.nonces[user],
            "attached_e6": attached_e6,
            "attached_mint": 1 if attached_e6 else 0,
        }
        return message(**(values | fields))

    def chain(
        self, message: type[Any], user: bytes, attached_e6: int = 0, /, **fields: Any
    ) -> list[m.Event]:
        return self.send(self.stamp(message, user, attached_e6, **fields))

    @property
    def code(self) -> ErrorCode:
        """The last command's refusal."""
        return ErrorCode(self.rejected.code) if self.rejected else ErrorCode.NONE

    # Shorthands.

    def market(
        self, price_e8: int = 400 * E8, symbol: str = "MIA", endorsed: int = 0, **changes: int
    ) -> int:
        """A market; `endorsed` is the wallet of its authorised liquidator, 0 for none."""
        self.send(
            m.CreateMarket(
                operator=OPERATOR,
                symbol=symbol,
                name=f"{symbol} index",
                country="US",
                category="metro",
                metric="sqft",
                price_feed=f"index:{symbol}",
                acre_id=changes.pop("acre_id", 0),
                price_e8=price_e8,
                published_at_s=changes.pop("published_at_s", self.now_s - 43_200),
                authorized_liquidator=wallet(endorsed),
                **market_parameters(**changes),
            )
        )
        assert not self.rejected, self.code
        self.now_s += 600  # past the entry window after the first print
        found = self.exchange.market_id_of(symbol)
        assert found is not None
        return found

    def add_liquidity(self, amount_e6: int = 10_000_000 * E6, user: int = 999) -> list[m.Event]:
        return self.chain(m.AddLiquidity, wallet(user), amount_e6, amount_e6=amount_e6)

    def account(self, user: int = 1, account_id: int = 1, amount_e6: int = 10_000 * E6) -> bytes:
        owner = wallet(user)
        self.chain(
            m.CreateMarginAccount, owner, amount_e6, account_id=account_id, amount_e6=amount_e6
        )
        assert not self.rejected, self.code
        return owner

    def modify(
        self, owner: bytes, size_e6: int, market_id: int = 1, account_id: int = 1, **fields: Any
    ) -> list[m.Event]:
        limit = 10**13 if size_e6 > 0 else 1
        values = {"limit_e8": limit, "user": owner, "owner": owner} | fields
        user = values.pop("user")
        return self.chain(
            m.ModifyPosition,
            user,
            account_id=account_id,
            market_id=market_id,
            size_e6=size_e6,
            **values,
        )

    def basket(
        self, owner: bytes, legs: dict[int, int], account_id: int = 1, **fields: Any
    ) -> list[m.Event]:
        """An order of several legs, market id → size, at any prices."""
        limits = [10**13 if size > 0 else 1 for size in legs.values()]
        rest = (0,) * (8 - len(legs))
        values = {
            "user": owner,
            "owner": owner,
            "account_id": account_id,
            "leg_count": len(legs),
            "market_ids": (*legs, *rest)[:8],
            "sizes_e6": (*legs.values(), *rest)[:8],
            "limits_e8": (*limits, *rest)[:8],
        } | fields
        return self.chain(m.ModifyPositions, values.pop("user"), **values)

    def close(
        self, owner: bytes, size_e6: int = 0, market_id: int = 1, account_id: int = 1
    ) -> list[m.Event]:
        held = {p.market_id: p.size_e6 for p in self.view(owner, account_id).positions}
        limit = 1 if held.get(market_id, 0) > 0 else 10**13
        return self.chain(
            m.ClosePosition,
            owner,
            owner=owner,
            account_id=account_id,
            market_id=market_id,
            size_e6=size_e6,
            limit_e8=limit,
        )

    def post(self, price_e8: int, market_id: int = 1, **fields: int) -> list[m.Event]:
        values = {"confidence_e8": 0, "published_at_s": self.now_s} | fields
        return self.send(m.PostPrint(market_id=market_id, price_e8=price_e8, **values))

    def next_day(self, price_e8: int | None = None, market_id: int = 1) -> list[m.Event]:
        """Go to the next midnight, take a print there, wait out the window."""
        self.now_s = (self.now_s // DAY_S + 1) * DAY_S
        price = price_e8 or self.exchange.market_view(market_id, self.now_s).index_price_e8
        events = self.post(price, market_id)
        self.now_s += 3600
        return events

    def tick(self, seconds: int = 1) -> list[m.Event]:
        self.now_s += seconds
        return self.send(m.Tick())

    def operate(self, kind: type[Any], **fields: Any) -> list[m.Event]:
        return self.send(kind(operator=OPERATOR, **fields))

    def view(self, owner: bytes, account_id: int = 1) -> Any:
        return self.exchange.margin_account_view(owner, account_id, self.now_s)

    def pool(self) -> Any:
        return self.exchange.exchange_view(self.now_s)

    def see(self, market_id: int = 1) -> Any:
        return self.exchange.market_view(market_id, self.now_s)


def index_e18(market: Any, size_e6: int) -> int:
    """The funding index of a side (rule 68)."""
    charge = market.holding_per_unit_e18
    return int(market.funding_per_unit_e18 - (charge if size_e6 > 0 else -charge))


def assert_vault(world: World) -> None:
    """The vault identity of rules/numbers.md, to the last unit."""
    view = world.pool()
    claims = (
        view.margin_e6
        + view.lp_balance_e6
        + view.reserve_e6
        + view.protocol_fees_e6
        + view.unsettled_e6
        + view.quarantined_e6
    )
    assert view.balance_e6 == claims


def of(events: list[m.Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
