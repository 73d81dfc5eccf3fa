import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import { useFavorites } from "@/state/favorites";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireMarket, wirePosition, wireSummary } from "@/test/rows";
import { MarketList } from "./market-list";

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => navigate }));

const MARKETS = [
  wireSummary({ marketId: 1, symbol: "ABI", name: "Abilene, TX", openInterest: "1" }),
  wireSummary({ marketId: 3, symbol: "AUS", name: "Austin, TX", openInterest: "9" }),
  wireSummary({ marketId: 4, symbol: "DAL", name: "Dallas, TX", openInterest: "5" }),
];

beforeEach(() => {
  navigate.mockClear();
  vi.stubGlobal("fetch", async (path: string) => {
    const accounts = [wireAccount({ positions: [wirePosition({ marketId: 4, side: "short" })] })];
    const info = path.includes("margin-accounts") ? accounts : { markets: MARKETS };
    return new Response(JSON.stringify(path.includes("/api/") ? { info } : { markets: MARKETS }));
  });
});

const names = () =>
  screen.getAllByRole("option").map(({ textContent }) => textContent?.slice(0, 6));
const search = () => screen.getByRole("combobox", { name: "Search markets" });

it("lists markets by open interest, marks the current and the own, and leads by keys", async () => {
  connectWallet("wallet");
  const onChosen = vi.fn();
  renderPage(<MarketList market={decodeMarket(wireMarket())} takesFocus onChosen={onChosen} />);
  await waitFor(() => expect(names()).toEqual(["Austin", "Dallas", "Abilen"]));
  expect(document.activeElement).toBe(search());
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Austin");
  await waitFor(() =>
    expect(screen.getByRole("option", { name: /Dallas/ }).textContent).toContain("▼ Short"),
  );
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(navigate).toHaveBeenCalledWith({ to: "/trade/$symbol", params: { symbol: "DAL" } });
  expect(onChosen).toHaveBeenCalledOnce();
});

it("searches, sorts and keeps favorites first", async () => {
  renderPage(<MarketList market={decodeMarket(wireMarket())} />);
  await waitFor(() => expect(names()).toHaveLength(3));
  fireEvent.click(screen.getByRole("radio", { name: "Name" }));
  expect(names()).toEqual(["Abilen", "Austin", "Dallas"]);
  fireEvent.click(screen.getAllByTitle("Add to favorites")[2] as HTMLElement);
  expect(names()).toEqual(["Dallas", "Abilen", "Austin"]);
  expect(useFavorites.getState().symbols).toEqual(["DAL"]);
  await userEvent.type(search(), "aus{Enter}");
  expect(names()).toEqual(["Austin"]);
  expect(navigate).toHaveBeenCalledWith({ to: "/trade/$symbol", params: { symbol: "AUS" } });
  await userEvent.type(search(), "zz");
  expect(screen.getByText("No market matches “auszz”.")).toBeTruthy();
});

it("marks the chosen row as a favorite by keyboard", async () => {
  useFavorites.setState({ symbols: [] });
  renderPage(<MarketList market={decodeMarket(wireMarket())} takesFocus />);
  await screen.findAllByRole("option");
  await userEvent.keyboard("Dallas");
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Favorite Dallas, TX" }));
  await userEvent.keyboard(" ");
  expect(useFavorites.getState().symbols).toEqual(["DAL"]);
  await userEvent.keyboard("{Enter}");
  expect(useFavorites.getState().symbols).toEqual([]);
});
