import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { useFreshTrades } from "./live-questions";
import type { Question } from "./model/question";
import { QuestionCharts } from "./question-charts";
import { QUESTION } from "./testing/question";
import { TradesTable } from "./trades-table";

function row(tradeId: number) {
  return {
    tradeId,
    marketId: 7,
    takerSide: "no",
    yesPrice: 60,
    contracts: 1_000 + tradeId,
    timestamp: 5_000,
  };
}

const PATH = "GET /express/v1/predictions/markets/7";
const rows = (...ids: number[]): Answer => ({ body: { trades: ids.map(row), nextCursor: null } });
const NO_BARS = {
  marketId: 7,
  interval: "5m",
  timestamp: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volumeContracts: [],
};

/** The table as the page shows it, with the stream's count of traded contracts. */
function Live({
  traded,
  question,
}: {
  readonly traded: number | null;
  readonly question: Question;
}) {
  useFreshTrades(7, traded);
  return <TradesTable question={question} />;
}

function shown(traded: number | null, question = QUESTION) {
  return <Live traded={traded} question={question} />;
}

it("shows the trades, and new ones when the stream says that contracts were traded", async () => {
  let answer = rows(1);
  fakeServer({ [`${PATH}/trades`]: () => answer });
  const view = renderPage(shown(null));
  const first = await screen.findByRole("row", { name: /NO 60 1,001/ });
  answer = rows(2, 1);
  view.rerender(shown(5));
  await screen.findByRole("row", { name: /NO 60 1,002/ });
  expect(first.isConnected).toBe(true);
  answer = rows(3, 2, 1);
  view.rerender(shown(6));
  await screen.findByRole("row", { name: /NO 60 1,003/ });
  expect(screen.getAllByRole("row")).toHaveLength(4);
  expect(screen.getByRole("button", { name: "Save as CSV" })).toHaveProperty("disabled", false);
});

/** A server with this many trades and numbered pages; a page in `held` waits. */
function pagedServer(count: number, size?: number) {
  const state = { count, asked: [] as string[], aborted: 0, held: new Map<string, () => void>() };
  const hold = new Map<string, Promise<void>>();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    init.signal?.addEventListener("abort", () => {
      state.aborted += 1;
    });
    const parameters = new URL(url, "http://here").searchParams;
    const cursor = parameters.get("cursor") ?? "";
    state.asked.push(cursor);
    const newest = cursor === "" ? state.count : Number(cursor) - 1;
    await hold.get(cursor);
    const last = Math.max(1, newest - (size ?? Number(parameters.get("limit"))) + 1);
    const trades = Array.from({ length: newest - last + 1 }, (_, at) => row(newest - at));
    return new Response(JSON.stringify({ trades, nextCursor: last > 1 ? String(last) : null }));
  });
  const holdBack = (cursor: string) =>
    hold.set(cursor, new Promise((resolve) => state.held.set(cursor, resolve)));
  return { state, holdBack };
}

/** The ids of the trades in the table, from the top. */
const ids = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((line) => Number(line.lastElementChild?.textContent?.replace(",", "")) - 1_000);
const older = () => screen.getByRole("button", { name: "Older" });

afterEach(() => {
  vi.useRealTimers();
});

it("lets slow older trades come to their end while new ones are made", async () => {
  const { state, holdBack } = pagedServer(3, 2);
  const view = renderPage(shown(null));
  await screen.findByRole("row", { name: /1,003/ });
  holdBack("2");
  await userEvent.click(older());
  state.count = 4;
  view.rerender(shown(5));
  await screen.findByRole("row", { name: /1,004/ });
  expect(ids()).toEqual([4, 3, 2]);
  state.held.get("2")?.();
  await screen.findByRole("row", { name: /1,001/ });
  expect(ids()).toEqual([4, 3, 2, 1]);
  expect(state.aborted).toBe(0);
  expect(state.asked.filter((cursor) => cursor === "2")).toHaveLength(1);
});

it("asks for new trades again only when the answer before has come", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { state, holdBack } = pagedServer(1);
  const view = renderPage(shown(null));
  await screen.findByRole("row", { name: /1,001/ });
  holdBack("");
  for (const traded of [5, 6, 7]) {
    view.rerender(shown(traded));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
  }
  expect(state.asked).toEqual(["", ""]);
  expect(state.aborted).toBe(0);
  state.count = 2;
  state.held.get("")?.();
  await screen.findByRole("row", { name: /1,002/ });
  expect(ids()).toEqual([2, 1]);
});

it("reads every trade since the list, and begins anew when they are too many", async () => {
  const { state } = pagedServer(1);
  const view = renderPage(shown(null));
  await screen.findByRole("row", { name: /1,001/ });
  state.count = 40;
  view.rerender(shown(5));
  await screen.findByRole("row", { name: /1,040/ });
  expect(ids()).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  state.count = 900;
  view.rerender(shown(6));
  await screen.findByRole("row", { name: /1,900/ });
  expect(ids()).toEqual(Array.from({ length: 12 }, (_, at) => 900 - at));
  await userEvent.click(older());
  await screen.findByRole("row", { name: /1,888/ });
  expect(ids()).toHaveLength(24);
});

it("says that there are none, and of a question that is over that there were none", async () => {
  fakeServer({ [`${PATH}/trades`]: () => rows() });
  renderPage(shown(null));
  await screen.findByText("No trades yet");
  const over: Question = { ...QUESTION, status: "voided", outcome: "void" };
  renderPage(shown(null, over));
  await screen.findByText("Nothing was traded");
});

it("says what could not be loaded and asks again", async () => {
  let answer: Answer = refusal(500, "INTERNAL", "No.");
  fakeServer({ [`${PATH}/history`]: () => answer });
  renderPage(<QuestionCharts question={QUESTION} index={null} live={null} />);
  await screen.findByText("The probability could not be loaded");
  answer = { body: NO_BARS };
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nothing has been traded yet");
});

it("shows bid and offer while nothing is traded", async () => {
  const calls = fakeServer({ [`${PATH}/history`]: () => ({ body: NO_BARS }) });
  const live = {
    marketId: 7,
    status: "open" as const,
    lastYesPrice: null,
    bestYesBid: 40,
    bestYesAsk: 45,
    volumeContracts: 0,
    openInterestContracts: 0,
  };
  renderPage(<QuestionCharts question={QUESTION} index={null} live={live} />);
  await screen.findByText(/Now 43% between bid and ask/);
  expect(calls.map(({ path }) => path)).toEqual(["/express/v1/predictions/markets/7/history"]);
});
