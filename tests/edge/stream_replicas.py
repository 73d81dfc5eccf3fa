"""What a client of the stream keeps: the state of its channels, from their messages alone."""

from tests.edge.prediction_world import Player
from tests.edge.service_world import Service
from tests.edge.streams.test_stream import Listener


class Replica:
    """The channels of one listener; every message must follow the one before."""

    def __init__(self, service: Service, listener: Listener) -> None:
        self._service = service
        self._listener = listener
        self._last: dict[str, int] = {}
        self._pings = 0
        self.states: dict[str, dict] = {}
        self.events: list[dict] = []
        self.ended: dict[int, dict] = {}  # orders as last sent
        self.kinds: list[str] = []

    async def subscribe(self, *channels: str) -> None:
        await self._listener.say(op="subscribe", channels=list(channels))
        await self.catch_up()
        assert set(channels) <= set(self.states)

    async def sign_in(self, player: Player) -> None:
        token = player.headers["Authorization"].removeprefix("Bearer ")
        await self._listener.say(op="auth", token=token)
        await self._listener.hear("authenticated")

    async def catch_up(self) -> list[dict]:
        """Take everything that the server has to tell up to now; returns the messages."""
        self._service.hub.flush()
        self._pings += 1
        await self._listener.say(op="ping", id=str(self._pings))
        taken = []
        while (message := await self._listener.hear())["type"] != "pong":
            self.kinds.append(message["type"])
            if message["type"] in ("snapshot", "delta"):
                self._take(message)
                taken.append(message)
        return taken

    def _take(self, message: dict) -> None:
        channel, data = message["channel"], message["data"]
        if message["type"] == "snapshot":
            self.states[channel] = {
                key: {row[ID[key]]: row for row in value} if key in ID else value
                for key, value in data.items()
            }
        else:
            assert message["sequence"] == self._last[channel] + 1, channel
            self._change(channel, data)
        self._last[channel] = message["sequence"]

    def _change(self, channel: str, data: dict) -> None:
        state = self.states[channel]
        if channel.startswith("orderBook:"):
            change_book(state["orderBook"], data)
            return
        for key, value in data.items():
            if key == "events":
                self.events += value
            elif key in ID:
                state[key].update({row[ID[key]]: row for row in value})
            else:
                state[key] = value
        for order_id, order in tuple(state.get("orders", {}).items()):
            if order["status"] not in ("open", "partiallyFilled"):
                assert order_id not in self.ended  # once
                self.ended[order_id] = state["orders"].pop(order_id)

    def book(self, market_id: int) -> dict:
        return self.states[f"orderBook:{market_id}"]["orderBook"]

    @property
    def markets(self) -> dict[int, dict]:
        return self.states["predictions"]["markets"]


ID = {"markets": "marketId", "orders": "orderId", "marginAccounts": "id"}


def change_book(book: dict, delta: dict) -> None:
    """Apply a delta as the contract says: totals of levels, 0 is gone."""
    assert delta["sequence"] > book["sequence"]
    for side in ("yes", "no"):
        totals = {level["price"]: level["contracts"] for level in book[side]}
        totals.update({level["price"]: level["contracts"] for level in delta[side]})
        levels = sorted(((p, n) for p, n in totals.items() if n), reverse=True)
        book[side] = [{"price": price, "contracts": contracts} for price, contracts in levels]
    book.update({key: value for key, value in delta.items() if key not in ("yes", "no")})
