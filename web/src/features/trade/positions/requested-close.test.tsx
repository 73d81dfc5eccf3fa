import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { askToClose, useCloseRequest } from "@/state/close-request";
import { useNotices } from "@/state/toast";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wirePosition, wireQuote, wireSummary } from "@/test/rows";
import { fakeServer } from "@/test/server";
import { RequestedClose } from "./requested-close";

const ACCOUNT = wireAccount({ positions: [wirePosition()] });
const [POSITION] = ACCOUNT.positions;
const REQUEST = {
  owner: "wallet",
  marginAccountId: ACCOUNT.id,
  marketId: POSITION?.marketId ?? 0,
};

function ask(change: Partial<typeof REQUEST> = {}) {
  const request = { ...REQUEST, ...change };
  askToClose(request);
  renderPage(<RequestedClose request={request} />);
}

const said = () => useNotices.getState().notices.map(({ title }) => title);

beforeEach(() => {
  useNotices.setState({ notices: [] });
  fakeServer({
    "GET /api/v1/user/wallet/margin-accounts": () => ({ body: { info: [ACCOUNT] } }),
    "GET /express/v1/market/search": () => ({
      body: { markets: [wireSummary()], nextCursor: null },
    }),
    "POST /api/v1/user/wallet/quote/close-position": () => ({ body: { info: wireQuote() } }),
  });
  connectWallet("wallet");
});

it("opens the close dialog of the position that the notice is about", async () => {
  ask();
  expect(await screen.findByRole("dialog", { name: /^Close / })).toBeTruthy();
  expect(useCloseRequest.getState().request).toEqual(REQUEST);
});

it.each([
  ["of a market without a position", { marketId: 99 }],
  ["of another account", { marginAccountId: 99 }],
  ["of another wallet", { owner: "another" }],
])("closes nothing %s, and does not come back to it", async (_name, change) => {
  ask(change);
  await waitFor(() => expect(said()).toContain("This position is no longer open."));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(useCloseRequest.getState().request).toBeNull();
});
