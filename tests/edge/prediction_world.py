"""Prediction markets and people who trade in them, over the whole service."""

from dataclasses import dataclass, replace

from solders.keypair import Keypair

from chain.client.wallet import address_of
from engine.core.generated import messages as m
from tests.chain.world import DAY_S
from tests.edge.service_world import Service, text_of

PATH = "/express/v1/predictions"
E6 = 10**6
GRANT = 10_000 * E6


@dataclass
class Player:
    """A signed-in wallet."""

    service: Service
    wallet: Keypair
    headers: dict[str, str]

    @property
    def address(self) -> bytes:
        return address_of(self.wallet)

    async def get(self, path: str, status: int = 200):
        return await self.service.get(PATH + path, status, headers=self.headers)

    async def post(self, path: str, body=None, status: int = 200, **headers: str):
        all_headers = {**self.headers, **headers}
        return await self.service.post(PATH + path, body, status, headers=all_headers)

    async def order(self, market_id: int = 1, status: int = 201, **fields):
        """Place an order and return it, or the body of the refusal."""
        answer = await self.post(f"/markets/{market_id}/orders", wish(**fields), status)
        return answer["order"] if status == 201 else answer

    async def cancel(self, order_id: int, status: int = 200):
        answer = await self.post(f"/orders/{order_id}/cancel", {}, status)
        return answer["status"] if status == 200 else answer

    async def points(self) -> tuple[int, int]:
        """Return available and open points."""
        portfolio = (await self.get("/portfolio"))["portfolio"]
        return int(portfolio["availablePoints"]), int(portfolio["openInterestPoints"])

    async def ids(self, status: str = "open", **query) -> list[int]:
        text = "".join(f"&{name}={value}" for name, value in query.items())
        page = await self.get(f"/orders?orderStatusFilter={status}{text}")
        return [order["orderId"] for order in page["orders"]]


def wish(**fields) -> dict:
    """Return the body of an order: 10 YES at 40, rests until cancelled, unless said otherwise."""
    body = {"type": "limit", "side": "yes", "price": 40, "contracts": 10, **fields}
    return {name: value for name, value in body.items() if value is not ...}


async def operate(service: Service, command) -> tuple:
    """Submit a command of the operator and return its events."""
    operator = service.exchange.exchange_view(service.context.now_s()).operator
    applied = await service.context.sequencer.submit(replace(command, operator=operator))
    assert not any(isinstance(event, m.CommandRejected) for event in applied.events), applied
    return applied.events


async def open_market(
    service: Service, *, opens_in_s: int = 0, lasts_s: int = 2 * DAY_S, category: str = "Cities"
) -> int:
    """Create a market of the first index, strike 300, and return its id."""
    now_s = service.context.now_s()
    events = await operate(
        service,
        m.CreatePrediction(
            title="Above 300?",
            description="Whether the index is at or above 300.",
            category=category,
            rules="The first value at or after the time.",
            acre_id=11,
            strike_e8=300 * 10**8,
            opens_at_s=now_s + opens_in_s,
            closes_at_s=now_s + opens_in_s + lasts_s,
            resolves_at_s=now_s + opens_in_s + lasts_s,
        ),
    )
    (created,) = (event for event in events if isinstance(event, m.PredictionCreated))
    return created.market_id


async def stranger(service: Service) -> Player:
    """Return a signed-in wallet that takes part in nothing."""
    wallet = Keypair()
    session = await service.login(wallet)
    return Player(service, wallet, {"Authorization": f"Bearer {session['accessToken']}"})


async def player(service: Service) -> Player:
    """Return a signed-in wallet with its 10,000 points."""
    found = await stranger(service)
    await service.post("/express/v1/ppps3/participants", {}, 201, headers=found.headers)
    assert await found.points() == (GRANT, 0)
    return found


def ledger(service: Service, *players: Player) -> tuple:
    """Return everything that a refused request must leave as it is."""
    exchange = service.exchange
    owners = [one.address for one in players]
    return (
        exchange.prediction_totals(),
        [exchange.prediction_book(i, 99) for i in exchange.prediction_market_ids()],
        [exchange.prediction_portfolio(owner) for owner in owners],
        [exchange.prediction_orders(owner) for owner in owners],
        [exchange.prediction_positions(owner) for owner in owners],
    )


def user_text(one: Player) -> str:
    return text_of(one.wallet)
