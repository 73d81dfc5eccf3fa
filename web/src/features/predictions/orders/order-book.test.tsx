import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { readBook } from "../model/book";
import { OrderBook } from "./order-book";

const BOOK = readBook({
  orderBook: {
    sequence: 3,
    yes: [{ price: 45, contracts: 10 }],
    no: [
      { price: 50, contracts: 1_500 },
      { price: 52, contracts: 3 },
    ],
  },
});

function show(book: typeof BOOK | null, onPick = vi.fn(), error: unknown = null) {
  const state = { book, error, retry: vi.fn() };
  render(<OrderBook state={state} lastYesPrice={46} ownPrices={new Set([45])} onPick={onPick} />);
  return { onPick, state };
}

it("shows offers above bids, each with its two prices and the total up to it", () => {
  show(BOOK);
  const rows = screen.getAllByRole("row").slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ["50", "50", "1,500", "1,503"],
    ["48", "52", "3", "3"],
    ["Spread 3, last trade at 46"],
    ["45 you", "55", "10", "10"],
  ]);
});

it("hands a clicked price over, in YES prices", async () => {
  const { onPick } = show(BOOK);
  await userEvent.click(screen.getByRole("button", { name: "Use 48" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(48);
});

it("distinguishes empty, loading and failed", async () => {
  show(readBook({ orderBook: { sequence: 0, yes: [], no: [] } }));
  expect(screen.getByText("No resting orders")).toBeTruthy();
  show(null);
  expect(screen.getByText("Loading the order book")).toBeTruthy();
  const { state } = show(null, vi.fn(), new Error("down"));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(state.retry).toHaveBeenCalledOnce();
});
