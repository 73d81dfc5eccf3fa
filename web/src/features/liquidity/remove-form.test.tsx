import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  parseCollateral,
  parsePoints,
  parseRate,
  parseSharePrice,
  parseToken,
} from "@/domain/parse";
import { renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import { type LpDeposit, poolQuery } from "./api";
import { RemoveForm } from "./remove-form";

const deposit: LpDeposit = {
  id: 4,
  liquidity: parseCollateral("100000000"),
  shares: parseToken("100000000"),
  maturity: 1,
  isMature: true,
  maxRemovable: parseToken("100000000"),
  value: parseCollateral("100000000"),
  entryPrice: parseSharePrice("100000000"),
  pnl: parseCollateral("0"),
  pnlRate: parseRate("0"),
  pointsPerDay: parsePoints("0"),
  canClose: false,
};

const quote = { liquidity: "10000000", shares: "10000000", sharePrice: "100000000" };

beforeEach(() => {
  fakeServer({
    "GET /api/v1/user/me/quote/remove-liquidity": () => ({
      body: { info: { ...quote, pointsQuote: { perDay: "0", multiplier: "1" } } },
    }),
  });
});

it("does not judge a tip by the quote of what was typed before", async () => {
  const client = new QueryClient();
  client.setQueryData(poolQuery.queryKey, {
    maxKeeperTipRate: parseRate("0.01"),
    settlementDelayS: 60,
  } as never);
  client.setQueryDefaults(poolQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY });
  renderPage(<RemoveForm address="me" deposit={deposit} onDone={vi.fn()} />, client);
  const shares = screen.getByLabelText("Shares");
  fireEvent.change(shares, { target: { value: "10" } });
  const paid = await screen.findByText("$10.00");
  fireEvent.change(screen.getByLabelText("Tip (optional)"), { target: { value: "0.5" } });
  fireEvent.click(screen.getByRole("button", { name: "Remove liquidity" }));
  expect(screen.getByText("Of this amount the tip is at most $0.10.")).toBeTruthy();
  fireEvent.change(shares, { target: { value: "100" } });
  expect(paid.closest("[style]")?.getAttribute("style")).toBe("opacity: 0.6;");
  expect(screen.queryByText(/the tip is at most/)).toBeNull();
});
