"""The programs of the developer pages are run as they are printed, against a service."""

import asyncio
import re
import shutil
import sys

import pytest
import pytest_asyncio

from tests.edge.keeper.conftest import following
from tests.edge.service_world import running_service
from tests.tidy.tree import text_of

SIGN_IN, TRADING = "docs/developers/sign-in.md", "docs/developers/trading.md"
FILES = {"python": "sign_in.py", "js": "program.mjs", "java": "SignIn.java"}
RUNNERS = {"python": sys.executable, "js": shutil.which("node"), "java": shutil.which("java")}
PROGRAMS = [
    (page, language)
    for page in (SIGN_IN, TRADING)
    for language in re.findall(r"^```(python|js|java)$", text_of(page), re.M)
]
PRINTED = {
    SIGN_IN: re.compile(r"[1-9A-HJ-NP-Za-km-z]{32,44} .*[Tt]rue.*"),
    TRADING: re.compile(r'price \d+ fee \d+ liquidation \d+\nposition \{.*"side":"long".*\}'),
}
in_module = pytest.mark.asyncio(loop_scope="module")


def program(page: str, language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.S | re.M)
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory, postgres_cluster):
    home, url = tmp_path_factory.mktemp("programs"), postgres_cluster.create_database("programs")
    async with running_service(home, url) as made, following(made):
        yield made


def test_there_are_four():
    assert [language for _, language in PROGRAMS] == ["python", "js", "java", "js"]


@in_module
@pytest.mark.parametrize(("page", "language"), PROGRAMS)
async def test_it_does_what_the_page_says(service, tmp_path, page, language):
    if RUNNERS[language] is None:
        pytest.skip(f"no {language} here")
    file = tmp_path / FILES[language]
    file.write_text(program(page, language))
    url = str(service.client.make_url("")).rstrip("/")
    running = await asyncio.create_subprocess_exec(
        RUNNERS[language],
        str(file),
        url,
        *(["AUS"] if page == TRADING else []),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()
    assert PRINTED[page].fullmatch(printed.decode().strip()), printed


@in_module
async def test_the_message_on_the_page_is_the_services(service):
    (shown,) = re.findall(r"^```text\n(.*?)\n```$", text_of(SIGN_IN), re.S | re.M)
    address = shown.split("\n")[1]
    answer = await service.get(f"/api/v1/auth/login/message?address={address}")
    assert normal(answer["message"]) == normal(shown)


def normal(message: str) -> str:
    """Return a message without what differs from one to the next."""
    host = message.split(" ", 1)[0]
    text = message.replace(host, "HOST")
    return re.sub(r"^(Nonce|Issued At|Expiration Time|Request ID): .*$", r"\1", text, flags=re.M)
