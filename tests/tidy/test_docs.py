"""What the pages point at exists, and what a newcomer needs is said."""

import re
from pathlib import PurePosixPath

import pytest

from edge.core.settings import IGNORED, TEST_PREFIX, Settings
from tests.tidy.tree import ROOT, files_with, is_generated, project_files, text_of

# Addresses of the service are no files: tests/docs/test_site.py asks for them.
LINK = re.compile(r"\]\((?!https?://|#|/api/|/express/)([^)#\s]+)")
FILE_NAME = re.compile(
    r"`((?:[\w-]+/)*[\w.-]+\.(?:pyi?|pyx|pxd|tsx?|mjs|sql|toml|lock|css))(?:::\w+)?`"
)
FOLDER = re.compile(r"`((?:engine|chain|edge|sdk|web/src|tests|bench|tools|docs)(?:/[\w-]+)+)/?`")
READERS_OWN = {"my_keeper.py", "my_maker.py", "my_momentum.py"}  # written by who reads the page
MADE = {"tests/browser/output"}
PAGE_WORDS_MAX = 500
STATUS = re.compile(r"^Status: (accepted|superseded by \d{4}) · (\d{4}-\d\d-\d\d)$", re.M)


@pytest.mark.parametrize("page", files_with(".md"))
def test_links_lead_somewhere(page):
    folder = (ROOT / page).parent
    missing = [target for target in LINK.findall(text_of(page)) if not (folder / target).exists()]
    assert not missing, missing


def test_files_and_folders_that_a_page_names_exist():
    """A file may be named by the end of its path, a module by its path without the suffix."""
    known = [f"/{name}" for name in project_files()]
    wrong = {}
    for page in files_with(".md"):
        if page == "CHANGELOG.md" or is_generated(page):
            continue
        text = text_of(page)
        files = {name for name in FILE_NAME.findall(text) if name not in READERS_OWN}
        missing = {name for name in files if not any(path.endswith(f"/{name}") for path in known)}
        folders = set(FOLDER.findall(text)) - MADE
        missing |= {
            name
            for name in folders
            if not any(f"{path}/".startswith((f"/{name}/", f"/{name}.")) for path in known)
        }
        if missing:
            wrong[page] = missing
    assert not wrong, wrong


def test_the_readme_names_every_variable_that_is_read():
    read = set(re.findall(r'"((?:ACRE|DATABASE|NATS)_[A-Z_]+)"', text_of("edge/core/settings.py")))
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text_of("README.md"), re.M))
    assert read - {*IGNORED, TEST_PREFIX} == documented


def test_only_the_settings_read_the_environment():
    readers = {
        path
        for path in files_with(".py", under="e") + files_with(".py", under="chain/")
        if re.search(r"os\.(environ|getenv)", text_of(path))
    }
    # Child processes get the environment handed on; the lifeline is between supervisor and child.
    assert readers <= {
        "edge/core/settings.py",
        "edge/cli/child.py",
        "edge/cli/lifeline.py",
        "edge/database/embedded.py",
    }


def test_decisions_are_numbered_one_after_the_other_and_fit_a_page():
    pages = files_with(".md", under="docs/decisions/0")
    numbers = [int(PurePosixPath(page).name[:4]) for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for page in pages:
        assert len(STATUS.sub("", text_of(page)).split()) <= PAGE_WORDS_MAX, page
        assert text_of(page).startswith(f"# {PurePosixPath(page).name[:4]}: "), page
        assert "would change our mind" in text_of(page), page


def test_the_readme_gives_the_address_that_is_served():
    assert Settings.from_environment({}).url in text_of("README.md")


def test_the_index_of_docs_names_every_page():
    listed = set(LINK.findall(text_of("docs/README.md")))
    pages = {page.removeprefix("docs/") for page in files_with(".md", under="docs/")}
    folders = ("decisions/", "developers/", "reference/api/", "rules/")
    alone = {page for page in pages if not page.startswith(folders)} - {"README.md"}
    assert listed == alone | {f"{folder}README.md" for folder in folders}


def test_the_index_of_decisions_is_complete_and_each_has_a_status():
    index = text_of("docs/decisions/README.md")
    for page in files_with(".md", under="docs/decisions/0"):
        name = PurePosixPath(page).name
        title = text_of(page).splitlines()[0].removeprefix(f"# {name[:4]}: ")
        status = STATUS.search(text_of(page))
        assert status, page
        row = f"| [{name[:4]}]({name}) | {title} | {status[1]} | {status[2]} |"
        assert row in index, row


def test_the_index_of_rules_names_every_page():
    index = set(LINK.findall(text_of("docs/rules/README.md")))
    names = {PurePosixPath(page).name for page in files_with(".md", under="docs/rules/")}
    assert names - {"README.md"} <= index
