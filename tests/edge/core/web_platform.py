"""The core and web processes as tasks of one test, and a client for all of them."""

import asyncio
import contextlib
from dataclasses import replace

import aiohttp

from edge.core.edge_process import run_edge
from edge.core.main import run_core
from edge.core.settings import Settings
from edge.store.pool import Store
from tests.edge.service_world import TABLES
from tests.platform.running import free_port

DEADLINE_S = 60.0


async def web_settings(tmp_path, database_url, node, **variables) -> Settings:
    """Return settings of two web processes over an empty database."""
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    await store.close()
    found = Settings.from_environment(
        {
            "ACRE_HOME": str(tmp_path),
            "ACRE_PORT": str(free_port()),
            "ACRE_NODE_PORT": node.url.rpartition(":")[2],
            "ACRE_PROFILE": "test",
            "ACRE_CATALOGUE": "texas",
            "ACRE_EDGE_WORKERS": "2",
            "ACRE_PREDICTION_SCHEDULE": "1",
            "DATABASE_URL": database_url,
            **variables,
        }
    )
    return replace(found, web_dist=tmp_path)


class Platform:
    """The processes as tasks, and one client for all of them."""

    def __init__(self, settings, session):
        self.settings = settings
        self.session = session
        self.tasks = {}

    def start(self, number):
        """Start the core (0) or a web process."""
        work = run_edge(self.settings, number) if number else run_core(self.settings)
        self.tasks[number] = asyncio.create_task(work)

    async def stop(self, number):
        task = self.tasks.pop(number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def call(self, number, method, path, **more):
        """Ask one process; returns status, body and headers."""
        url = f"http://127.0.0.1:{self.settings.own_port(number)}{path}"
        async with self.session.request(method, url, **more) as answer:
            text = await answer.text()
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else text, answer.headers

    async def ready(self, number):
        """Wait until a process serves."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    status, _, _ = await self.call(number, "GET", "/api/v1/health")
                    if status == 200:
                        return
                task = self.tasks[number]
                if task.done():
                    task.result()
                await asyncio.sleep(0.05)

    async def sign_in(self, number, key):
        address = str(key.pubkey())
        login = f"/express/v1/auth/login?address={address}"
        _, asked, _ = await self.call(number, "GET", login)
        text = asked["message"]
        body = {
            "address": address,
            "message": text,
            "signature": str(key.sign_message(text.encode())),
        }
        status, session, _ = await self.call(number, "POST", "/express/v1/auth/login", json=body)
        assert status == 200, session
        return Caller(self, address, session["accessToken"], session["refreshToken"])


class Caller:
    """A signed-in wallet."""

    def __init__(self, platform, address, token, refresh):
        self.platform = platform
        self.address = address
        self.token = token
        self.refresh = refresh

    async def call(self, number, method, path, headers=None, **more):
        headers = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        path = path.replace("ME", self.address)
        return await self.platform.call(number, method, path, headers=headers, **more)


@contextlib.asynccontextmanager
async def running_platform(settings):
    """Run the core and two web processes."""
    async with aiohttp.ClientSession() as session:
        platform = Platform(settings, session)
        try:
            platform.start(0)
            await platform.ready(0)
            for number in (1, 2):
                platform.start(number)
            for number in (1, 2):
                await platform.ready(number)
            yield platform
        finally:
            for number in sorted(platform.tasks, reverse=True):
                await platform.stop(number)


async def question(platform):
    """Return an open prediction market."""
    async with asyncio.timeout(DEADLINE_S):
        while True:
            _, found, _ = await platform.call(1, "GET", "/express/v1/predictions/markets")
            for market in found["markets"]:
                if market["status"] == "open":
                    return market["marketId"]
            await asyncio.sleep(0.1)


ORDER = {"type": "limit", "side": "yes", "price": 10, "contracts": 1}
JOIN = "/express/v1/ppps3/participants"
