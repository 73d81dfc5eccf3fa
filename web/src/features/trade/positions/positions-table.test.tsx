import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wirePosition, wireQuote, wireSummary } from "@/test/rows";
import { PositionsTable } from "./positions-table";

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", () => ({
  useNavigate: () => navigate,
  useParams: () => ({ symbol: "AUS" }),
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));

const POSITIONS = [
  wirePosition(),
  wirePosition({ marketId: 4, side: "short", liquidationPrice: null }),
];
const MARKETS = [
  wireSummary(),
  wireSummary({ marketId: 4, symbol: "DAL", name: "Dallas, TX", metric: "sqm" }),
];

beforeEach(() => {
  navigate.mockClear();
  window.matchMedia = vi.fn().mockReturnValue({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("margin-accounts")) {
      return new Response(JSON.stringify({ info: [wireAccount({ positions: POSITIONS })] }));
    }
    if (path.endsWith("/realized")) {
      const row = { marginAccountId: 0, price: "0", funding: "0", fees: "0" };
      const positions = [
        { ...row, marketId: 3, realized: "-2500000" },
        { ...row, marketId: 4, marginAccountId: 1, realized: "7000000" },
      ];
      return new Response(JSON.stringify({ user: "wallet", positions }));
    }
    const quote = wireQuote({ realizedPnl: "-250000", freeMarginChange: "302750000" });
    const body = path.includes("/quote/") ? { info: quote } : { markets: MARKETS };
    return new Response(JSON.stringify(body));
  });
  connectWallet("wallet");
});

it("shows units, margin, leverage, ROE and what has no liquidation price", async () => {
  renderPage(<PositionsTable />);
  const row = (await screen.findByText("Austin, TX")).closest("tr");
  const cells = [...(row?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent);
  expect(cells[2]).toBe("30.00 sq ft");
  expect(cells.slice(6, 10)).toEqual(["$73.40", "$300.00", "3.01×", "▲+$90.00 +30.00%"]);
  await waitFor(() => expect(row?.textContent).toContain("−$2.50"));
  const short = (await screen.findByText("Dallas, TX")).closest("tr");
  expect(short?.textContent).toContain("none");
  expect(short?.textContent).not.toContain("$7.00"); // of another account
  expect(short?.textContent).toContain("m²");
});

it("opens the market of a clicked row, and not by the row's buttons", async () => {
  renderPage(<PositionsTable />);
  const row = (await screen.findByText("Dallas, TX")).closest("tr");
  await userEvent.click(row?.querySelectorAll("td")[2] as HTMLElement);
  expect(navigate).toHaveBeenCalledWith({ to: "/trade/$symbol", params: { symbol: "DAL" } });
  navigate.mockClear();
  await userEvent.click(screen.getByRole("button", { name: "Close Dallas, TX" }));
  expect(navigate).not.toHaveBeenCalled();
  expect(await screen.findByRole("dialog", { name: "Close Dallas, TX" })).toBeTruthy();
  await waitFor(() => expect(screen.getByText("You get back")).toBeTruthy());
  expect(screen.getByText(/^Realize(?!d)/).textContent).toContain("−$0.25 (−0.01%)");
});

it("reverses with one order of twice the size", async () => {
  const asked: unknown[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.includes("modify-position")) asked.push(JSON.parse(String(init?.body)));
    return answer(path, init);
  });
  renderPage(<PositionsTable />);
  await userEvent.click(await screen.findByRole("button", { name: "Reverse Austin, TX" }));
  expect(await screen.findByRole("button", { name: "Reverse to short" })).toBeTruthy();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ side: "short", input: "60000000", inputKind: "sizeDelta" });
});

it("closes all with one command each and keeps what happened in view", async () => {
  const send = vi.fn(async (_build: unknown, label: string) =>
    label === "Close AUS"
      ? ({ status: "applied", signature: "s" } as const)
      : ({ status: "failed", code: null, message: "The market is halted." } as const),
  );
  useWallet.setState({ send });
  renderPage(<PositionsTable />);
  await userEvent.click(await screen.findByRole("button", { name: "Close all" }));
  await userEvent.click(await screen.findByRole("button", { name: "Close 2 positions" }));
  expect(await screen.findByText("✓ closed")).toBeTruthy();
  expect(screen.getByText("The market is halted.")).toBeTruthy();
  expect(send.mock.calls.map(([, label]) => label)).toEqual(["Close AUS", "Close DAL"]);
  expect(screen.getByRole("button", { name: "Done" })).toBeTruthy();
});
