"""The site of these pages: `make docs` builds it into web/dist/docs, which the service serves.

The contents of the site are the lists of the README files: a page that none of them names is an
error of the build.
"""

import gzip
import re
import shutil
from itertools import groupby
from pathlib import Path

from sphinx.application import Sphinx

project = "Acre"
author = "Acre"
project_copyright = "Acre"
root_doc = "README"
extensions = ["myst_parser", "sphinx_copybutton"]
exclude_patterns = ["images"]
# Sections are nested by their headings, however deep these begin in the source.
suppress_warnings = ["myst.header"]
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_title = "Acre docs"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["acre.css"]
html_favicon = "../web/public/favicon.svg"
# The colors of the app, web/src/styles/tokens.css.
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#ffffff",
        "color-background-secondary": "#f4f6f8",
        "color-background-hover": "#eceff2",
        "color-background-border": "#d4dae0",
        "color-foreground-primary": "#171f27",
        "color-foreground-secondary": "#434b55",
        "color-foreground-muted": "#5b646f",
        "color-brand-primary": "#5b46c9",
        "color-brand-content": "#5b46c9",
        "color-brand-visited": "#5b46c9",
        "font-stack": "system-ui, sans-serif",
        "font-stack--monospace": "ui-monospace, monospace",
    },
    "dark_css_variables": {
        "color-background-primary": "#0a0f14",
        "color-background-secondary": "#10161d",
        "color-background-hover": "#181f27",
        "color-background-border": "#29313a",
        "color-foreground-primary": "#f1f4f6",
        "color-foreground-secondary": "#bfc5cc",
        "color-foreground-muted": "#9ca4ad",
        "color-brand-primary": "#b4abff",
        "color-brand-content": "#b4abff",
        "color-brand-visited": "#b4abff",
    },
}

_LINE = re.compile(r"^(?:- |\| )")
_LISTED = re.compile(r"\[[^]]*\]\(([\w./-]+)\.md\)")
# Addresses of the service that serves the site; they are no documents.
_SERVED = re.compile(r"\[([^]]*)\]\((/(?:api|express)/[^)\s]*)\)")
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
# What the theme leaves out for readers who listen.
_NAMED = (
    ('class="caption" role="heading"', 'class="caption" role="heading" aria-level="2"'),
    ('<aside class="sidebar-drawer"', '<aside class="sidebar-drawer" aria-label="All pages"'),
    ('<aside class="toc-drawer', '<aside aria-label="This page" class="toc-drawer'),
)
_COMPRESSED = {".html", ".js", ".css", ".svg"}
_COMPRESSED_MIN = 1024


def _contents(text: str) -> str:
    """Return the lists of links of a page as hidden tables of contents, one for each section."""
    section = ""
    rows: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif _LINE.match(line):
            names = dict.fromkeys(name for name in _LISTED.findall(line) if name[0] != ".")
            rows += [(section, name) for name in list(names)[: 1 if line[0] == "|" else None]]
    parts = []
    for caption, pages in groupby(rows, key=lambda row: row[0]):
        options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
        parts.append("\n".join(("```{toctree}", *options, "", *(page for _, page in pages), "```")))
    return "\n\n".join(parts)


def _prepare(_app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = _SERVED.sub(r'<a href="\2">\1</a>', source[0])
    if name.rpartition("/")[2] == "README":
        source[0] += f"\n\n{_contents(source[0])}\n"


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Make the site what the service serves: no script inside a page, an index in each folder.

    The content security policy of the service allows scripts from files only.
    """
    if error is not None:
        return
    site = Path(app.outdir)
    scripts: set[str] = set()
    for page in sorted(site.rglob("*.html")):
        text = page.read_text()
        scripts.update(_INLINE_SCRIPT.findall(text))
        theme = f"{'../' * (len(page.relative_to(site).parts) - 1)}_static/theme.js"
        for part, named in _NAMED:
            text = text.replace(part, named)
        page.write_text(_INLINE_SCRIPT.sub(f'<script src="{theme}"></script>', text))
        if page.name == "README.html":
            shutil.copy(page, page.with_name("index.html"))
    if len(scripts) > 1:
        raise ValueError(f"the theme has {len(scripts)} different scripts in its pages, not one")
    if scripts:  # none: only pages of an earlier build were kept
        (site / "_static" / "theme.js").write_text(scripts.pop().strip() + "\n")
    # Found words are marked in the text only: in an icon of this theme the script fails.
    marker = site / "_static" / "sphinx_highlight.js"
    marker.write_text(marker.read_text().replace('"div.body"', '"article"'))
    for file in sorted(site.rglob("*")):
        if file.suffix in _COMPRESSED and file.stat().st_size >= _COMPRESSED_MIN:
            file.with_name(f"{file.name}.gz").write_bytes(
                gzip.compress(file.read_bytes(), 9, mtime=0)
            )


def setup(app: Sphinx) -> None:
    """Take part in the reading of each page and in the end of the build."""
    app.connect("source-read", _prepare)
    app.connect("build-finished", _finish, priority=900)  # after the theme has written its files
