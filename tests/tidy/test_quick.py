"""`make quick` finds tests for what changed."""

from tests.quick import FLOWS, ROOT, TESTS_OF, files_to_test, flows, unit_tests


def test_the_table_names_what_exists():
    for lead, tests in TESTS_OF.items():
        assert list(ROOT.glob(f"{lead}*")), lead
        assert all((ROOT / test).exists() for test in tests), lead
    assert all((ROOT / f"tests/browser/flows/{flow}.mjs").exists() for flow in FLOWS)


def test_a_source_has_the_tests_of_its_folder():
    assert files_to_test("edge/api/points/routes.py") == ["tests/edge/api/points"]
    assert files_to_test("chain/custody/settler.py") == ["tests/chain/custody"]
    assert "tests/engine/core/perps" in files_to_test("engine/core/perps/funding.pxd")
    assert files_to_test("tests/edge/http/test_pages.py") == ["tests/edge/http/test_pages.py"]


def test_a_change_of_documents_runs_no_unit_test():
    assert unit_tests(["docs/web.md", "README.md"]) == []


def test_a_changed_flow_is_the_one_that_runs():
    assert flows(["tests/browser/flows/deals.mjs"])[1][-1] == "deals"
    assert flows(["edge/http/pages.py"])[1][-2:] == list(FLOWS)


def test_every_resource_of_the_service_has_tests():
    for path in ROOT.glob("edge/api/*/routes.py"):
        assert files_to_test(path.relative_to(ROOT).as_posix()), path
