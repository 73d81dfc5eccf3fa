"""People of the points programmes, over the whole service."""

from dataclasses import dataclass

from engine.core.generated import messages as m
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.seasons import Programme
from tests.edge.prediction_world import Player, operate
from tests.edge.service_world import Service, text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
E6 = 10**6
E12 = 10**12
DAY_S = 86_400
ZERO_ROW = {
    "points": "0",
    "tradingPoints": "0",
    "lpPoints": "0",
    "referralPoints": "0",
    "referredBoost": "0",
    "firstHoaBoost": "0",
    "additionalHoaBoost": "0",
    "snapshotBoosts": [],
}


@dataclass
class Member(Player):
    """A signed-in wallet that takes part in programmes."""

    @property
    def text(self) -> str:
        return text_of(self.wallet)

    async def join(self, status: int = 201) -> dict:
        """Take part in season 3."""
        path = f"{EXPRESS}/ppps3/participants"
        return await self.service.post(path, {}, status, headers=self.headers)

    async def refer(self, name: str, code: object, status: int = 200, lead: str = "/points"):
        """Generate or use a code; return the answer's `info`, or the refusal."""
        path, body = f"{MAIN}{lead}/referrals/{name}", {"referralCode": code}
        answer = await self.service.post(path, body, status, headers=self.headers)
        return answer["info"] if status == 200 else answer

    async def info(self, name: str = "user-info", lead: str = "/points") -> dict:
        path = f"{MAIN}{lead}/referrals/{name}?user={self.text}"
        return (await self.service.get(path, headers=self.headers))["info"]


async def member(service: Service, wallet=None) -> Member:
    """Return a signed-in wallet that takes part in nothing yet."""
    wallet = wallet or await service.world.user()
    session = await service.login(wallet)
    return Member(service, wallet, {"Authorization": f"Bearer {session['accessToken']}"})


async def provider(service, amount: int):
    """Return a member of season 3 with a deposit."""
    one = await member(service)
    await one.join()
    if amount:
        built = await service.world.builders.build(one.address, "add-liquidity", amount=amount * E6)
        await service.world.send(one.wallet, built)
    return one


async def set_phase(service: Service, programme: Programme, phase: int) -> None:
    """Open (1), end (2) or freeze (3) a programme as the operator does."""
    command = m.SetProgramme(programme=NUMBER_OF[programme], phase=phase)
    await operate(service, command)


async def set_final_row(service: Service, programme: Programme, user: bytes, **figures: int):
    command = m.SetFinalRow(programme=NUMBER_OF[programme], user=user, **figures)
    await operate(service, command)


async def exclude(service: Service, user: bytes, is_excluded: bool = True) -> None:
    """Flag a participant of season 3."""
    await operate(service, m.SetExclusion(programme=3, user=user, is_excluded=is_excluded))


async def hold_badges(service: Service, user: bytes, count: int) -> None:
    """Sample how many membership badges a wallet holds."""
    await service.context.sequencer.submit(m.SampleBadges(user=user, badge_count=count))
