import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { type CommandEvent, commandOutcomes } from "@/api/command-outcomes";
import { decodeSummaries } from "@/api/decode-market";
import { summariesQuery } from "@/api/queries";
import { askToClose, useCloseRequest } from "@/state/close-request";
import { wireSummary } from "@/test/rows";
import { resultOf } from "./command-result";

type Kind = Extract<CommandEvent, { kind: "trade" }>["tradeKind"];
let made = 0;

/** The actions of a notice after a trade of a kind. */
async function actionsAfter(tradeKind: Kind, isKnown = true) {
  made += 1;
  const signature = `signature-${made}`;
  const summary = wireSummary();
  const client = new QueryClient();
  if (isKnown)
    client.setQueryData(
      summariesQuery.queryKey,
      decodeSummaries({ markets: [summary], nextCursor: null } as never),
    );
  const event = {
    kind: "trade",
    signature,
    tradeKind,
    marketId: summary.marketId,
    marginAccountId: 5,
    side: "long",
    openInterestDelta: { size: "1000000", notional: "100000000" },
    fillPrice: "10000000000",
    tradeFee: "0",
    surcharge: "0",
    pnl: "0",
  } as unknown as CommandEvent;
  commandOutcomes.takeEvents([event]);
  const { actions } = await resultOf(
    { status: "applied", signature, command: "modify-position" },
    { owner: "wallet", label: "Open", request: {} },
    client,
  );
  return { actions, summary };
}

afterEach(() => askToClose(null));

it("offers to close a position that was opened, on its market's page", async () => {
  const { actions, summary } = await actionsAfter("open");
  expect(actions.map(({ label }) => label)).toEqual(["View", "Close"]);
  const close = actions[1];
  expect(close).toMatchObject({ to: `/trade/${summary.symbol}` });
  close?.onClick?.();
  expect(useCloseRequest.getState().request).toEqual({
    owner: "wallet",
    marginAccountId: 5,
    marketId: summary.marketId,
  });
});

it("offers nothing to close after a close, or in a market that is not known", async () => {
  expect((await actionsAfter("close")).actions.map(({ label }) => label)).toEqual(["View"]);
  expect((await actionsAfter("open", false)).actions.map(({ label }) => label)).toEqual(["View"]);
});
