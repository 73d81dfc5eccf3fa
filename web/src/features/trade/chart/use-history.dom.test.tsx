import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { useIndexHistory } from "./use-history";

const DAY = 86_400;
const LAST = Date.parse("2010-01-17T00:00:00Z") / 1000;

/** A server with daily values up to LAST, at most 2,000 of them per answer. */
function serveDays(count: number): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const query = new URLSearchParams(url.split("?")[1]);
    asked.push(query);
    const first = LAST - (count - 1) * DAY;
    const to = Math.min(Number(query.get("to") ?? LAST), LAST);
    const from = Math.max(Number(query.get("from") ?? first), first, to - 1_999 * DAY);
    const timestamp: number[] = [];
    for (let at = from; at <= to; at += DAY) timestamp.push(at);
    const close = timestamp.map(() => "10000000000");
    const volume = timestamp.map(() => "0");
    const body = { timestamp, open: close, high: close, low: close, close, volume };
    return new Response(JSON.stringify(body));
  });
  return asked;
}

function Count() {
  const { points } = useIndexHistory("AUS", 3);
  const isEven = points?.every(
    ({ timestamp }, place) => timestamp - (points[place - 1]?.timestamp ?? timestamp - DAY) === DAY,
  );
  return <p>{points ? `${points.length} ${isEven ? "days" : "uneven"}` : "waiting"}</p>;
}

afterEach(() => vi.unstubAllGlobals());

it("reads a short history in one answer", async () => {
  const asked = serveDays(400);
  renderPage(<Count />);
  await screen.findByText("400 days");
  expect(asked).toHaveLength(1);
});

it("reads a long history by pages, each day once", async () => {
  const asked = serveDays(5_500);
  renderPage(<Count />);
  await screen.findByText("5500 days");
  expect(asked).toHaveLength(3);
});

// The older pages end at a multiple of 100 days, so some days of the first page are in both.
it("ends after eight more pages", async () => {
  const asked = serveDays(100_000);
  renderPage(<Count />);
  await screen.findByText("17927 days");
  expect(asked).toHaveLength(9);
});
