"""The import laws: web → (HTTP) → edge → chain → engine, an SDK apart, a pure core, no cycles."""

from collections import Counter

import pytest

from tests.tidy.tree import (
    files_with,
    imports_of,
    module_name,
    project_files,
    python_imports,
    text_of,
    typescript_imports,
)

LAYERS = ("engine", "chain", "edge")
PURE_FOLDERS = ("engine/core/", "engine/programmes/", "engine/schema/")
# Tools that read and write files while building; nothing of the running core imports them.
BUILD_TOOLS = ("engine/schema/generate.py",)
IMPURE_MODULES = """
aiohttp asyncio asyncpg concurrent ctypes datetime fcntl glob http io locale logging mmap
multiprocessing os pathlib platform random secrets select selectors shutil signal socket solana
solders ssl subprocess sys tempfile threading time urllib uuid uvloop zoneinfo
"""
IMPURE = frozenset(IMPURE_MODULES.split())


def test_there_are_sources_of_every_layer():
    for layer in (*LAYERS, "web/src"):
        assert files_with(".py", ".pyx", ".ts", ".tsx", under=f"{layer}/"), layer


def test_imports_go_from_edge_to_chain_to_engine_and_never_back():
    wrong = [
        str(found)
        for level, layer in enumerate(LAYERS)
        for found in python_imports(layer)
        if found.module.split(".")[0] in LAYERS[level + 1 :]
    ]
    assert not wrong, wrong


def test_the_sdk_imports_nothing_of_ours_and_only_edge_imports_it():
    ours = (*LAYERS, "bench", "tests")
    wrong = [str(found) for found in python_imports("sdk") if found.module.split(".")[0] in ours]
    assert not wrong, wrong
    wrong = [
        str(found)
        for found in python_imports("engine", "chain")
        if found.module.split(".")[0] == "acre_sdk"
    ]
    assert not wrong, wrong


def test_nothing_imports_tests_or_benchmarks():
    # `acre bench` loads a benchmark by its name when it is asked for: edge/cli/roles/bench.py.
    wrong = [
        str(found)
        for found in python_imports(*LAYERS)
        if found.module.split(".")[0] in ("tests", "bench")
    ]
    assert not wrong, wrong
    by_name = [
        path
        for path in files_with(".py")
        if path.split("/")[0] in LAYERS and '"bench"' in text_of(path)
    ]
    assert by_name == ["edge/cli/main.py", "edge/cli/roles/bench.py"]


def test_the_core_imports_nothing_of_ours_but_itself():
    ours = (*LAYERS, "bench", "tests")
    wrong = [
        str(found)
        for found in python_imports("engine/core")
        if found.module.split(".")[0] in ours
        and not f"{found.module}.".startswith(("engine.core.", "engine.schema."))
    ]
    assert not wrong, wrong


@pytest.mark.parametrize("folder", PURE_FOLDERS)
def test_pure_folders_import_nothing_that_does_input_or_output(folder):
    wrong = [
        str(found)
        for path in files_with(".py", ".pyi", ".pyx", ".pxd", under=folder)
        if path not in BUILD_TOOLS
        for found in imports_of(path)
        if found.module.split(".")[0] in IMPURE
    ]
    assert not wrong, wrong


def test_build_tools_are_imported_by_tests_only():
    tools = {module_name(path) for path in BUILD_TOOLS}
    wrong = [str(found) for found in python_imports(*LAYERS) if found.module in tools]
    assert not wrong, wrong


def test_imports_are_absolute():
    sources = python_imports(*LAYERS, "sdk")
    wrong = [str(found) for found in sources if found.module.startswith(".")]
    assert not wrong, wrong


def test_modules_do_not_import_each_other_in_a_circle():
    modules = {
        module_name(path): path
        for path in files_with(".py")
        if path.split("/")[0] in (*LAYERS, "sdk")
    }
    graph = {module: _targets(path, modules) for module, path in modules.items()}
    circle = _find_circle(graph)
    assert circle is None, " → ".join(circle or ())


def _targets(path: str, modules: dict[str, str]) -> set[str]:
    found = set()
    for item in imports_of(path):
        if item.is_for_types:
            continue
        submodules = {f"{item.module}.{name}" for name in item.names} & modules.keys()
        # A package that hands on names of its modules does not count when a module is meant.
        found |= submodules or ({item.module} & modules.keys())
    return found - {module_name(path)}


def _find_circle(graph: dict[str, set[str]]) -> list[str] | None:
    done: set[str] = set()
    for start in graph:
        stack = [(start, iter(sorted(graph[start])))]
        trail = [start]
        while stack:
            target = next(stack[-1][1], None)
            if target is None:
                done.add(stack.pop()[0])
                trail.pop()
            elif target in trail:
                return [*trail[trail.index(target) :], target]
            elif target not in done:
                stack.append((target, iter(sorted(graph[target]))))
                trail.append(target)
    return None


# The rooms of edge, from the ground up: a room imports itself and rooms below its own floor.
EDGE_FLOORS = (
    ("observe",),
    ("http", "process"),
    ("backtest", "database", "keeper", "rpc", "simulation", "store"),
    ("backup", "operator", "projector"),
    ("api",),
    ("streams",),
    ("core",),
    ("cli", "generate"),
)
EDGE_FLOOR = {room: floor for floor, rooms in enumerate(EDGE_FLOORS) for room in rooms}


def _edge_room(module: str) -> str:
    return module.split(".")[1]


def _breaks_edge_law(path: str, target: str) -> bool:
    place, aim = path.split("/")[1], _edge_room(target)
    return place != aim and EDGE_FLOOR[place] <= EDGE_FLOOR[aim]


def test_rooms_of_edge_import_only_rooms_below_them():
    wrong = [
        str(found)
        for found in python_imports("edge")
        if found.module.startswith("edge.")
        and _breaks_edge_law(found.path, found.module)  # types count as well
    ]
    assert not wrong, wrong


def test_the_law_of_edge_knows_every_room_and_is_able_to_fail():
    rooms = {path.split("/")[1] for path in files_with(".py", under="edge/")} - {"__init__.py"}
    assert rooms == EDGE_FLOOR.keys()  # so no module lies flat at its top
    assert _breaks_edge_law("edge/http/a.py", "edge.api.b")
    assert _breaks_edge_law("edge/store/a.py", "edge.keeper.b")
    assert not _breaks_edge_law("edge/api/a.py", "edge.http.b")
    assert not _breaks_edge_law("edge/api/a.py", "edge.api.b.c")


FILES_PER_FOLDER_MAX = 25


def test_a_folder_has_at_most_25_sources():
    counts = Counter(path.rpartition("/")[0] for path in files_with(".py", ".pyx", ".ts", ".tsx"))
    crowded = {place: count for place, count in counts.items() if count > FILES_PER_FOLDER_MAX}
    assert not crowded, crowded


def test_web_features_meet_only_in_app():
    wrong = []
    for path in files_with(".ts", ".tsx", under="web/src/"):
        for line, target in typescript_imports(path):
            if _breaks_web_law(path, target):
                wrong.append(f"{path}:{line} imports {target}")
    assert not wrong, wrong


def _breaks_web_law(path: str, target: str) -> bool:
    if not target.startswith("web/src/"):
        return target.startswith(LAYERS)
    place, aim = path.split("/")[2:4], target.split("/")[2:4]
    if place[0] in ("app", "main.tsx", "main.ts"):
        return False
    if aim[0] == "features":
        return place[0] != "features" or place[1] != aim[1]
    return aim[0] == "app"


def test_the_web_law_is_able_to_fail():
    assert _breaks_web_law("web/src/features/trade/a.tsx", "web/src/features/wallet/b")
    assert _breaks_web_law("web/src/domain/a.ts", "web/src/features/wallet/b")
    assert _breaks_web_law("web/src/features/trade/a.tsx", "web/src/app/shell")
    assert not _breaks_web_law("web/src/features/trade/a.tsx", "web/src/features/trade/b")
    assert not _breaks_web_law("web/src/app/shell/shell.tsx", "web/src/features/trade/b")


def test_the_circle_finder_is_able_to_fail():
    assert _find_circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert _find_circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) is None


def test_cython_files_are_among_those_that_are_read():
    cython = [name for name in project_files() if name.endswith(".pyx")]
    assert any(imports_of(path) for path in cython)
