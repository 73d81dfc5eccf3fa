"""An OpenAPI document as one page for people: no script, no foreign host, nothing to load."""

import base64
import hashlib
from html import escape
from typing import Any

from edge.http.route import JSON

Shape = dict[str, Any]

STYLE = """
:root {
  color-scheme: light dark;
  --line: light-dark(#d8dde3, #2b333d);
  --soft: light-dark(#f4f6f8, #161c23);
  --text: light-dark(#1a2129, #e3e8ee);
  --quiet: light-dark(#5a6672, #98a4b1);
  --mark: light-dark(#0b62c4, #6cb0ff);
  --page: light-dark(#fff, #0e1319);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem 1rem 4rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
a { color: var(--mark); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
code { font: 13px/1.5 ui-monospace, monospace; }
h1 { margin: .5rem 0; }
h2 { margin: 2.5rem 0 .75rem; padding-top: .5rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
.quiet { color: var(--quiet); }
details {
  margin: .4rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--soft);
}
summary {
  display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .5rem .75rem; cursor: pointer;
}
summary .method { min-width: 3rem; font-weight: 700; }
.inside { padding: 0 .75rem .75rem; }
dl { display: grid; grid-template-columns: minmax(6rem, 16rem) 1fr; margin: .25rem 0; }
dt, dd { margin: 0; padding: .3rem .5rem .3rem 0; border-top: 1px solid var(--line); }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; }
  dd { border: 0; padding-top: 0; }
}
"""
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
CONTENT_SECURITY_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_LIMITS = {
    "pattern": "pattern {}",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} letters",
    "maxLength": "at most {} letters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "default": "default {}",
}


def page(document: Shape) -> str:
    common = document["components"]["responses"]
    chapters: dict[str, list[str]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            chapters[operation["tags"][0]].append(_operation(path, method, operation, common))
    title = escape(document["info"]["title"])
    return "".join(
        (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<style>{STYLE}</style></head><body>",
            _head(document, title),
            f"<nav><ul>{''.join(map(_link, [*chapters, 'types']))}</ul></nav><main>",
            *(
                f'<h2 id="{_anchor(name)}">{escape(name)}</h2>{"".join(operations)}'
                for name, operations in chapters.items()
            ),
            '<h2 id="types">types</h2>',
            *(_type(name, shape) for name, shape in document["components"]["schemas"].items()),
            "</main></body></html>",
        )
    )


def _head(document: Shape, title: str) -> str:
    info, base = document["info"], document["servers"][0]["url"]
    paragraphs = "".join(f"<p>{_prose(text)}</p>" for text in info["description"].split("\n\n"))
    return (
        f'<header><h1>{title} <span class="quiet">{escape(info["version"])}</span></h1>'
        f"<p>Paths are below <code>{escape(base)}</code>. The same for programs: "
        f'<a href="{escape(base)}/openapi.json">openapi.json</a>.</p>{paragraphs}</header>'
    )


def _prose(text: str) -> str:
    """Return text whose words between back-ticks are code."""
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts)
    ).replace("\n", " ")


def _anchor(name: str) -> str:
    return escape(name.replace(" ", "-"))


def _link(name: str) -> str:
    return f'<li><a href="#{_anchor(name)}">{escape(name)}</a></li>'


def _operation(path: str, method: str, operation: Shape, common: Shape) -> str:
    rate = operation["x-rate"]
    facts = [f"rate class {rate['class']}"]
    facts += ["needs a bearer token"] if {"bearer": []} in operation.get("security", ()) else []
    if "x-max-age" in operation:
        age = operation["x-max-age"]
        facts.append("never cached" if age is None else f"cached for {age} s")
    asked = [_row(_parameter_name(one), _said(one)) for one in operation["parameters"]]
    if "requestBody" in operation:
        body = operation["requestBody"]
        need = "" if body["required"] else ' <span class="quiet">optional</span>'
        asked.append(_row(f"body{need}", _kind(body["content"][JSON]["schema"])))
    answers = [
        _row(escape(status), _answer(common.get(_name(one), one)))
        for status, one in operation["responses"].items()
    ]
    return (
        f'<details id="{escape(operation["operationId"])}"><summary>'
        f'<span class="method">{method.upper()}</span><code>{escape(path)}</code>'
        f'<span class="quiet">{escape(operation["summary"])}</span></summary><div class="inside">'
        f'<p class="quiet">{escape("; ".join(facts))}</p>'
        + (f"<h3>Asked with</h3><dl>{''.join(asked)}</dl>" if asked else "")
        + f"<h3>Answered with</h3><dl>{''.join(answers)}</dl></div></details>"
    )


def _name(reference: Shape) -> str:
    return str(reference.get("$ref", "")).rsplit("/", 1)[-1]


def _row(name: str, said: str) -> str:
    return f"<dt>{name}</dt><dd>{said}</dd>"


def _parameter_name(parameter: Shape) -> str:
    need = "" if parameter.get("required") else " optional"
    place = f'<span class="quiet">{parameter["in"]}{need}</span>'
    return f"<code>{escape(parameter['name'])}</code> {place}"


def _said(parameter: Shape) -> str:
    return f"{_kind(parameter['schema'])} {_prose(parameter['description'])}"


def _answer(answer: Shape) -> str:
    kinds = [
        _kind(content["schema"]) if media == JSON else f"<code>{escape(media)}</code>"
        for media, content in answer.get("content", {}).items()
    ]
    return f"{_prose(answer['description'])} {' or '.join(kinds)}"


def _type(name: str, shape: Shape) -> str:
    required = set(shape.get("required", ()))
    rows = [
        _row(
            f"<code>{escape(field)}</code>"
            + ("" if field in required else ' <span class="quiet">optional</span>'),
            _kind(kind),
        )
        for field, kind in shape.get("properties", {}).items()
    ]
    return (
        f'<details id="type-{escape(name)}" open><summary><code>{escape(name)}</code>'
        f'<span class="quiet">{escape(shape.get("description", ""))}</span></summary>'
        f'<div class="inside"><dl>{"".join(rows)}</dl></div></details>'
    )


def _kind(shape: Shape) -> str:
    """Return what a schema says, in words, with links to the types."""
    notes = [
        words.format(escape(str(shape[key]))) for key, words in _LIMITS.items() if key in shape
    ]
    if "description" in shape:
        notes.insert(0, escape(shape["description"]))
    said = f' <span class="quiet">{"; ".join(notes)}</span>' if notes else ""
    return _kind_alone(shape) + said


def _kind_alone(shape: Shape) -> str:
    if "$ref" in shape:
        name = escape(_name(shape))
        return f'<a href="#type-{name}">{name}</a>'
    if "enum" in shape:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in shape["enum"])
    if "anyOf" in shape:
        return " or ".join(_kind(kind) for kind in shape["anyOf"])
    kind = shape.get("type", "any")
    if kind == "array":
        return f"list of {_kind(shape.get('items', {}))}"
    if kind == "object" and "properties" in shape:
        inside = ", ".join(
            f"<code>{escape(name)}</code>: {_kind(field)}"
            for name, field in shape["properties"].items()
        )
        return f"{{{inside}}}"
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))
