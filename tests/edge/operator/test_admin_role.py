"""`acre admin` as a person runs it, against a real socket: outcomes, sentences, exit statuses."""

import asyncio
import json

import pytest
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from edge.cli.main import main
from tests.edge.admin_world import admin_world

PAUSED, HALTED = 1, 2
QUESTION = (
    "create-prediction --title Rain? --description D --category weather --rules R "
    "--opens +0d --closes +3d --resolves +4d"
)


@pytest.fixture
async def world(tmp_path, clean_environment):
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    async with admin_world(tmp_path) as world:
        yield world


@pytest.fixture
def acre(capsys):
    """Run the command beside the core; returns status, what was said and what was complained."""

    async def run(line):
        status = await asyncio.to_thread(main, ["admin", *line.split()])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


async def test_pause_and_unpause(world, acre):
    status, said, wrong = await acre("pause")
    assert (status, wrong) == (0, "")
    assert said == (
        "Done: pause, command 3 at 2023-11-15T12:00:00Z.\n"
        "  statusChanged scope=0 market_id=0 status=1\n"
    )
    assert world.view().status == PAUSED
    status, said, _ = await acre("pause")
    assert status == 0
    assert said.endswith("It changed nothing: it was so already.\n")
    assert (await acre("unpause"))[0] == 0
    assert (await acre("pause --market 1"))[0] == 0
    assert world.exchange.market_view(1, world.exchange.now_s).is_paused


async def test_a_refusal_is_a_sentence_and_status_1(world, acre):
    assert await acre("pause --market 9") == (
        1,
        "",
        "acre: There is no index market with this id (MARKET_NOT_FOUND). Nothing changed.\n",
    )
    status, said, _ = await acre("halt")
    assert status == 0
    assert said.splitlines()[1:] == ["  statusChanged scope=0 market_id=0 status=2"]
    assert world.view().status == HALTED
    status, _, wrong = await acre("pause")
    assert status == 1
    assert wrong == (
        "acre: The exchange is halted; `acre admin resume` ends that (EXCHANGE_HALTED). "
        "Nothing changed.\n"
    )
    assert (await acre("resume"))[0] == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("confirm-print --market 1", "The market holds no print back (VALIDATION)."),
        (
            "settle-market --market 1 --price 100 --limit 9",
            "no print was accepted for 30 days and for oracleMaxAgeDecrease, this one at 2",
        ),
        (
            "settle-market --market 1 --price 100 --limit 257",
            "with a --limit from 1 to 256 (VALIDATION)",
        ),
        ("void-prediction --market 1", "There is no prediction market with this id"),
        ("resolve-prediction --market 1 --outcome yes", "There is no prediction market with"),
        (
            "set-parameter --market 1 --name printBandPause --value 0.01",
            "The value does not go with the other parameters",
        ),
        (f"{QUESTION} --acre-id 999 --strike 1", "No market lists the index with this --acre-id"),
        (
            "create-prediction --title T --description D --category C --rules R "
            "--opens 2001-01-01 --closes 2001-01-02 --resolves 2001-01-03",
            "close after engine time now",
        ),
        (
            "collect-fees --receiver 5LTrQDZjnKCtPL3M2RSTqoLYb5CREsLXLT9E8EpMRjN5",
            "There are not so many protocol fees: 0 can be collected",
        ),
    ],
)
async def test_sentences_of_refusals(world, acre, line, sentence):
    status, said, wrong = await acre(line)
    assert (status, said) == (1, "")
    assert sentence in wrong


async def test_a_question_is_asked_resolved_and_corrected(world, acre):
    status, said, wrong = await acre(QUESTION)
    assert (status, wrong) == (0, "")
    assert "predictionCreated market_id=1 acre_id=0 strike_e8=0 " in said
    assert "closes_at_s=2023-11-18T12:00:00Z" in said
    status, _, wrong = await acre("resolve-prediction --market 1 --outcome yes")
    assert status == 1
    assert "it must be closed" in wrong
    await world.advance(4 * 86_400)
    status, said, _ = await acre("resolve-prediction --market 1 --outcome yes")
    assert status == 0
    assert "resolutionRecorded market_id=1 outcome=yes" in said
    status, said, _ = await acre("resolve-prediction --market 1 --outcome no")
    assert status == 0
    assert "is_correction=1" in said
    await world.advance(86_400)
    market = world.exchange.prediction_market(1)
    assert (market.status, market.outcome) == (3, 2)
    status, _, wrong = await acre("void-prediction --market 1")
    assert (status, wrong) == (
        1,
        "acre: The question is paid or voided already (MARKET_NOT_CLOSED). Nothing changed.\n",
    )


async def test_an_open_question_can_be_withdrawn(world, acre):
    assert (await acre(QUESTION))[0] == 0
    status, said, _ = await acre("void-prediction --market 1")
    assert status == 0
    assert "marketVoided market_id=1 yes_price=50 paid_e6=0" in said


async def test_a_dry_run_prints_the_command_and_sends_nothing(world, acre):
    status, said, _ = await acre(f"{QUESTION} --dry-run")
    assert status == 0
    assert "  closes_at_s    " in said
    assert "(2023-11-18T12:00:00Z)" in said
    assert said.endswith("Nothing was sent.\n")
    assert world.sequencer.sequence == 2


async def test_invalid_arguments_exit_with_2_and_send_nothing(world, acre):
    status, said, wrong = await acre("pause --market x")
    assert (status, said) == (2, "")
    assert wrong == "acre: --market: must be a whole number, not 'x'.\n"
    with pytest.raises(SystemExit) as end:
        await acre("pause --mark 1")
    assert end.value.code == 2
    assert world.sequencer.sequence == 2


async def test_the_key_must_be_private_whole_and_the_operators(world, acre):
    path = world.home / "keys" / "operator.json"
    path.chmod(0o640)
    status, _, wrong = await acre("halt")
    assert (status, wrong) == (78, f"acre: {path} can be read by others; run: chmod 600 {path}\n")
    stranger = world.home / "stranger.json"
    stranger.write_text(json.dumps(list(bytes(Keypair()))))
    stranger.chmod(0o600)
    status, _, wrong = await acre(f"halt --key {stranger}")
    assert (status, wrong) == (
        78,
        f"acre: {stranger} is not the key of this exchange's operator; nothing was sent.\n",
    )
    stranger.write_text("[1, 2]")
    status, _, wrong = await acre(f"halt --key {stranger}")
    assert (status, wrong) == (78, f"acre: {stranger} is not a Solana key file (64 numbers).\n")
    stranger.unlink()
    status, _, wrong = await acre(f"halt --key {stranger}")
    assert (status, wrong) == (78, f"acre: {stranger}: No such file or directory.\n")
    status, _, wrong = await acre(f"halt --key {world.home}")
    assert (status, wrong) == (78, f"acre: {world.home} is not a file.\n")
    assert world.sequencer.sequence == 2


async def test_without_a_core_it_says_so(tmp_path, clean_environment, acre):
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    async with admin_world(tmp_path) as world:
        world.socket.rename(tmp_path / "kept")
    (tmp_path / "kept").rename(tmp_path / "admin.sock")  # as a killed core leaves it
    sentence = (
        f"acre: No core is running on {tmp_path}: start it with `acre up`, or set ACRE_HOME.\n"
    )
    assert await acre("halt") == (69, "", sentence)
    (tmp_path / "admin.sock").unlink()
    assert await acre("halt") == (69, "", sentence)
    clean_environment.setenv("ACRE_HOME", str(tmp_path / "nowhere"))
    status, _, wrong = await acre(f"halt --key {tmp_path / 'keys' / 'operator.json'}")
    assert status == 69
    assert f"No core is running on {tmp_path / 'nowhere'}" in wrong


async def answer_with(path, data):
    """Serve a socket that is not the core's."""

    async def serve(_reader, writer):
        writer.write(data)
        writer.close()
        await writer.wait_closed()

    return await asyncio.start_unix_server(serve, path)


@pytest.mark.parametrize(
    "data", [b"", b"\1", b"\xff" * 8, b"\2\0\0\0[]", b"\2\0\0\0{}", b"\1\0\0\0x"]
)
async def test_a_foreign_socket_is_not_trusted(tmp_path, clean_environment, acre, data):
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    async with admin_world(tmp_path / "other") as world:
        key = world.home / "keys" / "operator.json"
        impostor = await answer_with(tmp_path / "admin.sock", data)
        status, said, wrong = await acre(f"halt --key {key}")
        impostor.close()
    assert (status, said) == (69, "")
    assert "is not the core of Acre" in wrong


async def test_a_core_that_ends_before_it_answers_leaves_the_outcome_open(world, acre, monkeypatch):
    async def fall_silent(_server, _command):
        raise ConnectionError

    monkeypatch.setattr("edge.operator.admin.server.AdminServer._submit", fall_silent)
    status, _, wrong = await acre("halt")
    assert status == 75
    assert "Look at its effect before you send it again." in wrong


CONTEST = "create-contest --id royale --name Royale --starts +0d --ends +3d"


async def test_a_contest_is_announced_once(world, acre):
    assert await acre(CONTEST) == (
        0,
        "Done: create-contest, command 3 at 2023-11-15T12:00:00Z.\n"
        "  The programmes have taken it.\n",
        "",
    )
    assert world.programmes.contest("royale").rules.name == "Royale"
    assert await acre(CONTEST) == (
        1,
        "",
        "acre: There is a contest with this id already (VALIDATION). Nothing changed.\n",
    )


async def test_a_refusal_of_the_programmes_has_a_message(world, acre):
    wallet = f"--user {to_base58(b'w' * 32)}"
    for line, sentence in (
        ("set-programme --programme ppps2 --phase open", "This programme has ended, and does not"),
        ("set-programme --programme perpetual --phase open", "At most one programme accrues at a"),
        ("set-programme --programme ppps3 --phase final", "This programme has not ended yet (SEAS"),
        (f"set-final-row --programme ppps3 {wallet}", "This programme did not end before the jour"),
        (
            f"set-final-row --programme ppps1 {wallet} --first-hoa-boost 11",
            "A boost of a final row is from 0 to 10 (VALIDATION).",
        ),
        (f"set-exclusion --programme ppps3 {wallet} --excluded yes", "The wallet has not joined"),
        (f"set-exclusion --programme ppps1 {wallet} --excluded yes", "The rows of this season are"),
    ):
        status, said, wrong = await acre(line)
        assert (status, said) == (1, "")
        assert wrong.startswith(f"acre: {sentence}"), wrong
        assert wrong.endswith(" Nothing changed.\n")


async def test_new_parameters_are_previewed_and_adopted(world, acre):
    before = world.exchange.state_hash()
    status, said, wrong = await acre("adopt-parameters --market 1 --set skewScaleRate=4 --dry-run")
    assert (status, wrong) == (0, "")
    assert "  market price: 300 -> 300\n" in said
    assert "  maxSideSize: 1666.666666 -> 1666.666666\n" in said
    assert "  accounts that may be liquidated: 0 -> 0\n0 positions:\n" in said
    assert said.endswith("Nothing was changed.\n")
    assert (world.sequencer.sequence, world.exchange.state_hash()) == (2, before)
    status, said, wrong = await acre("adopt-parameters --market 1 --set levelN=7")
    assert (status, wrong) == (0, "")
    assert "parameterChanged market_id=1 parameter=17 value=7\n" in said
    status, said, _ = await acre("adopt-parameters --market 1 --set levelN=7")
    assert said.endswith("It changed nothing: it was so already.\n")
    for line in ("adopt-parameters --market 9", "adopt-parameters --market 9 --dry-run"):
        status, _, wrong = await acre(line)
        assert status == 1
        assert "There is no index market with this id (MARKET_NOT_FOUND)" in wrong
