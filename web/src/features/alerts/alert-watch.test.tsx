import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { AlertEvent } from "@/generated/api";
import { clearNotices, showResult, useNotices } from "@/state/toast";
import { connectWallet, renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import { AlertWatch } from "./alert-watch";

vi.mock("@tanstack/react-router", () => ({ useNavigate: () => () => undefined }));

const USER = "wallet";

const event = (id: number, orderId: number) =>
  ({
    id,
    alertId: 4,
    kind: "orders",
    timestamp: 1,
    isRead: false,
    marketId: 7,
    orderId,
    orderEvent: "filled",
    orderText: null,
  }) as unknown as AlertEvent;

beforeEach(() => {
  localStorage.clear();
  clearNotices();
  connectWallet(USER);
  fakeServer({
    [`GET /api/v1/user/${USER}/profile/alerts`]: () => ({
      body: { info: { alerts: [], events: [event(2, 11), event(1, 10)], unread: 2 } },
    }),
    "GET /express/v1/market/search": () => ({ body: { markets: [], nextCursor: null } }),
    [`GET /api/v1/user/${USER}/margin-accounts`]: () => ({ body: { info: [] } }),
  });
});

it("an order that has its notice is not said again by its alert", async () => {
  showResult({ id: "order-10", title: "Stop sell in Austin filled", tone: "success" });
  renderPage(<AlertWatch address={USER} />);
  await waitFor(() => expect(useNotices.getState().notices).toHaveLength(2));
  expect(useNotices.getState().notices.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Order 11 in .* was filled$/),
    "Stop sell in Austin filled",
  ]);
});
