"""From the command line to the command: every operator command, field by field."""

import argparse

import pytest

from chain.client.addresses import to_base58
from edge.cli.arguments.admin import add_arguments
from edge.operator.admin.build import MESSAGES, build_command, describe
from edge.operator.admin.table import ADMIN_COMMANDS, Kind
from edge.operator.admin.values import InputError
from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS
from engine.schema.parameters import ADOPTED_PARAMETERS, EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from engine.schema.records import Origin

NOW_S = 1_300_000_000
DAY_S = 86_400
WALLET = b"\x07" * 32
ADDRESS = to_base58(WALLET)
QUESTION = (
    "create-prediction --title Rain? --description D --category weather --rules R "
    "--opens +0d --closes +3d --resolves 2011-04-01"
)
CONTEST = "create-contest --id spring-2 --name Spring --starts +0d --ends +3d"
LISTING = (
    "create-market --symbol AUS-2 --name Austin --country US --category city --metric sqft "
    "--price-feed index:AUS --acre-id 7 --price 412.50 --published-at 2011-03-13 "
    "--max-side-size 1000.5 --skew-scale 20000"
)


def built(line):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parsed = parser.parse_args(line.split())
    return build_command(parsed.admin_command, vars(parsed), lambda: NOW_S)


ADOPTED = {row.name: row.default for row in ADOPTED_PARAMETERS}


def place_of(name, table):
    return [row.contract for row in table].index(name) + 1


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("pause", m.PauseExchange()),
        ("pause --market 3", m.PauseMarket(market_id=3)),
        ("unpause", m.UnpauseExchange()),
        ("unpause --market 4294967295", m.UnpauseMarket(market_id=2**32 - 1)),
        ("halt", m.Halt()),
        ("resume", m.Resume()),
        ("confirm-print --market 3", m.ConfirmPrint(market_id=3)),
        (
            "settle-market --market 3 --price 412.5 --limit 256",
            m.SettleMarket(market_id=3, price_e8=41_250_000_000, limit=256),
        ),
        (
            "adopt-parameters --market 3",
            m.AdoptParameters(market_id=3, **ADOPTED),
        ),
        (
            "adopt-parameters --market 3 --set maxNoise=0.002 --set levelN=7",
            m.AdoptParameters(
                market_id=3, **(ADOPTED | {"max_noise_e12": 2 * 10**9, "level_n": 7})
            ),
        ),
        (
            "set-parameter --market 3 --name makerFeeRate --value 0.0002",
            m.SetMarketParameter(
                market_id=3,
                parameter=place_of("makerFeeRate", MARKET_PARAMETERS),
                value=200_000_000,
            ),
        ),
        (
            "set-parameter --name minLpDuration --value 30d",
            m.SetExchangeParameter(
                parameter=place_of("minLpDuration", EXCHANGE_PARAMETERS), value=30 * DAY_S
            ),
        ),
        (f"collect-fees --receiver {ADDRESS}", m.CollectFees(receiver=WALLET)),
        (
            f"collect-fees --receiver {ADDRESS} --amount 412.5",
            m.CollectFees(receiver=WALLET, amount_e6=412_500_000),
        ),
        (f"set-risk --user {ADDRESS} --risk high", m.SetRisk(user=WALLET, is_high_risk=1)),
        (f"set-risk --user {ADDRESS} --risk normal", m.SetRisk(user=WALLET, is_high_risk=2)),
        (f"set-risk --user {ADDRESS} --risk list", m.SetRisk(user=WALLET)),
        (
            f"grant-lp-account --owner {ADDRESS} --deposit 9",
            m.GrantLpAccount(owner=WALLET, deposit_id=9),
        ),
        (
            f"set-vesting --owner {ADDRESS} --total 100 --start +1d --period 30d --periods 12",
            m.SetVesting(
                owner=WALLET,
                total_e6=100_000_000,
                start_s=NOW_S + DAY_S,
                period_s=30 * DAY_S,
                period_count=12,
            ),
        ),
        (
            f"set-authorized-liquidator --market 2 --liquidator {ADDRESS}",
            m.SetAuthorizedLiquidator(market_id=2, liquidator=WALLET),
        ),
        (
            "set-authorized-liquidator --market 2 --liquidator none",
            m.SetAuthorizedLiquidator(market_id=2),
        ),
        (
            QUESTION,
            m.CreatePrediction(
                title="Rain?",
                description="D",
                category="weather",
                rules="R",
                opens_at_s=NOW_S,
                closes_at_s=NOW_S + 3 * DAY_S,
                resolves_at_s=1_301_616_000,
            ),
        ),
        (
            "resolve-prediction --market 3 --outcome yes",
            m.ResolvePrediction(market_id=3, outcome=1),
        ),
        (
            "resolve-prediction --market 3 --outcome no --value 412.5 --published-at 2011-03-13",
            m.ResolvePrediction(
                market_id=3, outcome=2, value_e8=41_250_000_000, published_at_s=1_299_974_400
            ),
        ),
        ("void-prediction --market 3", m.VoidPrediction(market_id=3)),
        (
            CONTEST,
            m.CreateContest(
                contest_id="spring-2",
                name="Spring",
                starts_at_s=NOW_S,
                ends_at_s=NOW_S + 3 * DAY_S,
                min_collateral_e6=100_000_000,
                prize_mint=1,
                prize_count=3,
                prize_ranks_to=(1, 2, 3, 0, 0, 0, 0, 0),
                prize_amounts_e6=(1_000_000_000, 600_000_000, 400_000_000, 0, 0, 0, 0, 0),
            ),
        ),
        (
            f"{CONTEST} --description D --metric tokenChange --min-collateral 0 --prize 1=500.5 "
            "--prize 2-10=50 --prize-token acre --raffle Cap --raffle-winners 1000",
            m.CreateContest(
                contest_id="spring-2",
                name="Spring",
                description="D",
                starts_at_s=NOW_S,
                ends_at_s=NOW_S + 3 * DAY_S,
                metric=1,
                prize_mint=2,
                prize_count=2,
                prize_ranks_to=(1, 10, 0, 0, 0, 0, 0, 0),
                prize_amounts_e6=(500_500_000, 50_000_000, 0, 0, 0, 0, 0, 0),
                raffle="Cap",
                raffle_winners=1_000,
            ),
        ),
        ("set-programme --programme ppps3 --phase ended", m.SetProgramme(programme=3, phase=2)),
        ("set-programme --programme perpetual --phase open", m.SetProgramme(programme=1, phase=1)),
        ("set-programme --programme ppps2 --phase final", m.SetProgramme(programme=2, phase=3)),
        (
            f"set-final-row --programme ppps1 --user {ADDRESS} --trading 5.5 --lp 4 --referral 3 "
            "--referred-boost 0.05 --first-hoa-boost 0.2 --additional-hoa-boost 0.5",
            m.SetFinalRow(
                programme=4,
                user=WALLET,
                trading_points_e6=5_500_000,
                lp_points_e6=4_000_000,
                referral_points_e6=3_000_000,
                referred_boost_e12=5 * 10**10,
                first_hoa_boost_e12=2 * 10**11,
                additional_hoa_boost_e12=5 * 10**11,
            ),
        ),
        (
            f"grant-snapshot-boost --programme ppps3 --user {ADDRESS} --snapshot s1 --name May "
            "--tier max",
            m.GrantSnapshotBoost(programme=3, user=WALLET, snapshot_id="s1", name="May", tier=4),
        ),
        (
            f"set-exclusion --programme ppps3 --user {ADDRESS} --excluded yes",
            m.SetExclusion(programme=3, user=WALLET, is_excluded=1),
        ),
    ],
)
def test_a_line_becomes_its_command(line, command):
    assert built(line) == command


def test_a_question_about_an_index_has_its_strike():
    command = built(f"{QUESTION} --acre-id 11 --strike 412.50")
    assert (command.acre_id, command.strike_e8) == (11, 41_250_000_000)


def test_a_new_market_takes_defaults_and_what_is_set():
    command = built(f"{LISTING} --set levelN=7 --set fundingDecay=10d")
    values = {row.name: getattr(command, row.name) for row in MARKET_PARAMETERS}
    expected = {row.name: row.default for row in MARKET_PARAMETERS}
    expected |= {"max_side_size_e6": 1_000_500_000, "skew_scale_e6": 20_000_000_000}
    expected |= {"level_n": 7, "funding_decay_s": 10 * DAY_S}
    assert values == expected
    assert (command.symbol, command.acre_id, command.state) == ("AUS-2", 7, "")
    assert (command.price_e8, command.published_at_s) == (41_250_000_000, 1_299_974_400)
    assert command.authorized_liquidator == bytes(32)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("pause --market 0", "--market: must be from 1 to 4294967295, not 0."),
        ("pause --market AUS", "--market: must be a whole number, not 'AUS'."),
        (f"{QUESTION} --acre-id 11", "--acre-id and --strike go together"),
        (f"{QUESTION} --strike 1", "--acre-id and --strike go together"),
        (f"{QUESTION} --acre-id 1 --strike 0", "--strike: must be greater than 0."),
        (f"{QUESTION} --closes +0d", "--opens must be before --closes"),
        (f"{QUESTION} --resolves +2d", "--closes not after --resolves"),
        (f"{QUESTION} --closes soon", "--closes: must be UTC such as"),
        (f"{QUESTION} --title {'x' * 81}", "--title: has 81 characters, at most 80"),
        (f"{QUESTION} --rules {'x' * 401}", "--rules: has 401 characters, at most 400"),
        (f"{QUESTION} --category {'x' * 33}", "--category: has 33 characters, at most 32"),
        (f"{QUESTION} --description Zürich", "--description: may hold plain ASCII only"),
        ("resolve-prediction --market 1 --outcome maybe", "--outcome: must be yes or no"),
        ("resolve-prediction --market 1 --outcome no --value 1", "go together"),
        ("resolve-prediction --market 1 --outcome no --published-at +0s", "go together"),
        ("set-parameter --name makerFeeRate --value 1", "is a parameter of markets; add --market"),
        ("set-parameter --market 1 --name maxMarkets --value 1", "leave --market away"),
        ("set-parameter --name fee --value 1", "there is no parameter 'fee'; there are: "),
        (
            "set-parameter --market 1 --name makerFeeRate --value 0.06",
            "--value: must be from 0 to 0.05, not 0.06.",
        ),
        ("adopt-parameters --market 1 --set levelN", "--set: must be NAME=VALUE, not 'levelN'."),
        (
            "adopt-parameters --market 1 --set makerFeeRate=0",
            "--set: makerFeeRate is not adopted; these are: maxSideNotionalRate, ",
        ),
        (
            "adopt-parameters --market 1 --set maxNoise=0.06",
            "--set maxNoise: must be from 0 to 0.05, not 0.06.",
        ),
        (f"{LISTING} --set levelN", "--set: must be NAME=VALUE, not 'levelN'."),
        (f"{LISTING} --set levelN=x", "--set levelN: must be a number"),
        (f"{LISTING} --set maxSideSize=1", "--set: maxSideSize has an option of its own."),
        (f"{LISTING} --set magic=1", "--set: there is no parameter 'magic'"),
        (f"{CONTEST} --id Spring", "--id: must be made of a-z, 0-9 and -, not 'Spring'."),
        (f"{CONTEST} --id {'x' * 41}", "--id: has 41 characters, at most 40 are possible."),
        (f"{CONTEST} --name {'x' * 81}", "--name: has 81 characters, at most 80"),
        (f"{CONTEST} --ends +0d", "--starts must be before --ends. Read were 2011-03-13T07:06:40Z"),
        (
            f"{CONTEST} --starts 2011-03-01 --ends 2011-03-02",
            "--ends: 2011-03-02T00:00:00Z has passed; engine time is 2011-03-13T07:06:40Z",
        ),
        (f"{CONTEST} --metric profit", "--metric: must be percentChange or tokenChange"),
        (f"{CONTEST} --min-collateral -1", "--min-collateral: must be a number such as"),
        (f"{CONTEST} --prize 1000", "--prize: must be RANK=AMOUNT or FROM-TO=AMOUNT, not '1000'."),
        (
            f"{CONTEST} --prize 2=5",
            "--prize: '2=5' must begin at rank 1: ranks follow",
        ),
        (f"{CONTEST} --prize 1=5 --prize 1=5", "--prize: '1=5' must begin at rank 2"),
        (f"{CONTEST} --prize 1=5 --prize 2-1=5", "--prize: '2-1=5' must end at a rank from 2 to"),
        (f"{CONTEST} --prize 1-1000001=5", "must end at a rank from 1 to 1000000."),
        (f"{CONTEST} --prize 1=0", "--prize: must be greater than 0."),
        (
            f"{CONTEST} " + " ".join(f"--prize {n}=1" for n in range(1, 10)),
            "--prize: a contest has at most 8 prizes, not 9.",
        ),
        (f"{CONTEST} --prize-token gold", "--prize-token: must be collateral or acre"),
        (f"{CONTEST} --raffle Cap", "--raffle and --raffle-winners go together"),
        (f"{CONTEST} --raffle-winners 2", "--raffle and --raffle-winners go together"),
        (
            f"{CONTEST} --raffle Cap --raffle-winners 1001",
            "--raffle-winners: must be from 1 to 1000.",
        ),
        ("set-programme --programme season3 --phase open", "--programme: must be perpetual or"),
        ("collect-fees --receiver me", "--receiver: must be the base58 address"),
        (
            f"set-risk --user {ADDRESS} --risk low",
            "--risk: must be high or normal or list, not 'low'.",
        ),
    ],
)
def test_an_unusable_option_is_named_in_the_message(line, sentence):
    with pytest.raises(InputError) as refusal:
        built(line)
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_every_operator_command_but_the_founding_has_a_row():
    reached = {row.message for row in ADMIN_COMMANDS}
    reached |= {row.market_message for row in ADMIN_COMMANDS if row.market_message}
    operators = {row.name for row in COMMANDS if row.origin is Origin.OPERATOR}
    assert reached == operators - {"CreateExchange"}


def test_every_argument_fills_a_field_of_its_command():
    for row in ADMIN_COMMANDS:
        fields = {field.name for field in MESSAGES[row.market_message or row.message].fields}
        for argument in row.arguments:
            if argument.kind not in (Kind.PLAIN, Kind.PARAMETER):
                assert argument.field_name in fields, (row.name, argument.option)


def test_a_command_is_described_as_people_read_it():
    command = built(f"{QUESTION} --acre-id 11 --strike 412.50")
    lines = describe(command)
    assert lines[0] == "create-prediction"
    assert "  title          Rain?" in lines
    assert "  strike_e8      41250000000 (412.5)" in lines
    assert "  opens_at_s     1300000000 (2011-03-13T07:06:40Z)" in lines
    unnamed = describe(built("set-authorized-liquidator --market 2 --liquidator none"))
    assert unnamed[1:] == ["  market_id   2", "  liquidator  none"]


def test_help_of_each_command_can_be_shown(capsys):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for row in ADMIN_COMMANDS:
        with pytest.raises(SystemExit) as end:
            parser.parse_args([row.name, "--help"])
        assert end.value.code == 0
        shown = capsys.readouterr().out
        assert all(argument.option in shown for argument in row.arguments)
        assert "--dry-run" in shown
