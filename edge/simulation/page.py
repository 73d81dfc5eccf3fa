"""The report of a run as one page: inline pictures, no script, nothing from another host."""

from collections.abc import Sequence
from html import escape

from edge.simulation.charts import bars_by_year, lines_over_years, market_rows
from edge.simulation.report import (
    LONE_NOTE,
    PART_NAMES,
    Report,
    date_text,
    headline,
    holding_lines,
    lone_lines,
    lone_table,
    percent,
    sum_lines,
    title,
    usd,
)
from engine.programmes.index_series import Floats
from engine.simulation.ledger import PARTS
from engine.simulation.run import FIRST_AGENT_GROUP

STYLE = """
:root { color-scheme: light dark; --page: #fbfbf9; --card: #ffffff; --ink: #1d1f1e;
  --soft: #5d625f; --line: #dfe2de; --c0: #2f6fd0; --c1: #c2571a; --c2: #7a4fc0; --c3: #12805c; }
@media (prefers-color-scheme: dark) { :root { --page: #131514; --card: #1c1f1e; --ink: #eceeec;
  --soft: #a3aaa6; --line: #343937; --c0: #6ea3f2; --c1: #ee9156; --c2: #b394ee; --c3: #45bd93; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 24px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 16px; margin: 0 0 8px; }
p { margin: 0 0 12px; } .soft { color: var(--soft); font-size: 13px; }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 16px; margin: 0 0 16px; min-width: 0; } .grid > .card { margin: 0; }
.figures { display: grid; gap: 12px; grid-template-columns: repeat(5, minmax(0, 1fr)); }
.figures b { display: block; font-size: 24px; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 8px 0 0; padding: 0;
  list-style: none; font-size: 13px; }
.key i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--c0); }
table { border-collapse: collapse; width: 100%; font-size: 13px;
  font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 3px 0 3px 12px; border-bottom: 1px solid var(--line);
  white-space: nowrap; font-weight: 400; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { color: var(--soft); } tr:last-child > * { border-bottom: 0; }
td.bar { width: 45%; min-width: 96px; padding-left: 16px; }
.bar div { position: relative; height: 20px; }
.bar span { position: absolute; top: 5px; bottom: 5px; border-radius: 2px; background: var(--c0); }
.bar span.loss { background: var(--c1); }
ul.limits { margin: 0; padding-left: 18px; }
@media (max-width: 760px) { .grid { grid-template-columns: minmax(0, 1fr); }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  svg text { font-size: 14px; } }
"""


def page_html(report: Report) -> str:
    text = escape(title(report))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Acre simulation</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>What providers and traders would have earned</h1>\n<p class=soft>{text}</p>\n"
        f"{_figures(report)}\n<div class=grid>\n{_charts(report)}</div>\n<p></p>\n"
        f"{_holding(report)}{_lone(report)}{_markets(report)}"
        f"{_years(report)}{_sum(report)}{_limits(report)}"
        f"<p class=soft>Hash {escape(report.result.digest)}</p>\n</main>\n</body>\n</html>\n"
    )


def _card(heading: str, body: str, note: str = "") -> str:
    words = f"<p class=soft>{escape(note)}</p>" if note else ""
    return f"<section class=card><h2>{escape(heading)}</h2>{words}{body}</section>\n"


def _figures(report: Report) -> str:
    cells = "".join(
        f"<div><b>{escape(value)}</b><span class=soft>{escape(name)}</span></div>"
        for name, value in headline(report)
    )
    return f"<section class=card><div class=figures>{cells}</div></section>"


def _charts(report: Report) -> str:
    result, summary = report.result, report.summary
    days = [year.first_day for year in result.years]
    end = days[-1] + result.years[-1].days
    parts = [PART_NAMES[part] for part in PARTS]
    agents = slice(FIRST_AGENT_GROUP, -1)  # the holders are last
    informed, names = 100 * summary.traders[:, agents], summary.groups[agents]
    others = slice(None, FIRST_AGENT_GROUP)
    return (
        _card(
            "Price of an LP share",
            lines_over_years([result.share_price], days, end, ("c0",), "Price of an LP share"),
            "The pool's equity for each share, after each day's prints; it began at 1.",
        )
        + _bars(
            "Where the return came from", 100 * summary.parts, days, parts, "% of equity a year"
        )
        + _bars("Profit of informed traders", informed, days, names, "% of equity a year, net")
        + _bars(
            "Result of organic flow",
            100 * summary.traders[:, others],
            days,
            summary.groups[others],
            "% of equity a year, after all costs",
        )
    )


def _bars(
    heading: str, values: Floats, days: Sequence[int], names: Sequence[str], unit: str
) -> str:
    key = "".join(
        f'<li><i style="background:var(--c{place})"></i>{escape(name)}</li>'
        for place, name in enumerate(names)
    )
    return _card(heading, bars_by_year(values, days, heading) + f"<ul class=key>{key}</ul>", unit)


def _holding(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}<td>{escape(value)}</tr>" for name, value in holding_lines(report)
    )
    note = "A holder of 1,000 in each market: fees, surcharge, impact and funding, in and out."
    return _card("Cost of holding", f"<table><tbody>{rows}</tbody></table>", note)


def _lone(report: Report) -> str:
    heads, *rows = (
        "".join(f"<td>{escape(cell)}" for cell in cells) for cells in lone_table(report)
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    others = "".join(
        f"<tr><td>{escape(name)}<td>{escape(value)}</tr>" for name, value in lone_lines(report)
    )
    head = f"<thead><tr>{heads.replace('<td>', '<th>')}</tr></thead>"
    return _card(
        "Cost of a lone one-sided position",
        f"<table>{head}<tbody>{body}</tbody></table><table><tbody>{others}</tbody></table>",
        f"{LONE_NOTE}.",
    )


def _markets(report: Report) -> str:
    summary = report.summary
    rows = market_rows(report.result.symbols, summary.by_market, summary.worst_by_market)
    head = "<tr><th>market<th>mean<th>worst year<th class=bar></tr>"
    return _card(
        "By market",
        f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>",
        "The pool's gain from each market, basis points of its whole equity a year.",
    )


def _years(report: Report) -> str:
    summary = report.summary
    heads = ["year from", *(PART_NAMES[part] for part in PARTS), "LP", *summary.groups, "protocol"]
    head = "".join(f"<th>{escape(name)}" for name in heads)
    body = ""
    for row, year in enumerate(report.result.years):
        values = [*summary.parts[row], summary.lp[row], *summary.traders[row]]
        values.append(summary.protocol[row])
        cells = "".join(f"<td>{percent(value)}" for value in values)
        body += f"<tr><td>{date_text(year.first_day)}{cells}</tr>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return _card(
        "By year",
        f'<div class=wide tabindex=0 role=region aria-label="By year">{table}</div>',
        "% of the pool's equity; traders after all costs.",
    )


def _sum(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}<td>{usd(amount)}</tr>" for name, amount in sum_lines(report)
    )
    share = report.summary.provider_fee_share
    return _card(
        "All years, to the last unit",
        f"<table><tbody>{rows}</tbody></table>",
        f"Units of collateral. Fees are the providers' part, {100 * share:.0f} % of the trade"
        " fees. The engine rounds open profit against the traders; that is the rounding.",
    )


def _limits(report: Report) -> str:
    items = "".join(f"<li>{escape(limit)}</li>" for limit in report.limits)
    return _card("What this does not show", f"<ul class=limits>{items}</ul>")
