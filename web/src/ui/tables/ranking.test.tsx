import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { namesOf, pageOfRank, type Ranked, RankedWallet, Ranking } from "./ranking";

/** 120 wallets whose addresses have their number in them; base58 has no 0. */
const address = (rank: number) => `W${String(rank).replaceAll("0", "z").padStart(35, "x")}`;
const WALLETS: readonly Ranked[] = Array.from({ length: 120 }, (_, index) => ({
  user: address(index + 1),
  rank: index + 1,
}));

function show(mine: string | null) {
  const read = vi.fn(async (offset: number, limit: number) => ({
    rows: WALLETS.slice(offset, offset + limit),
    total: WALLETS.length,
    updatedAt: 0,
    isFinal: false,
  }));
  renderPage(
    <Ranking
      label="Participants by rank"
      file="ranking"
      queryKey={["ranking"]}
      columns={[
        { head: "Rank", cell: ({ rank }) => rank, csv: ({ rank }) => rank },
        {
          head: "Wallet",
          cell: ({ user }) => <RankedWallet row={{ user, name: null }} address={mine} />,
        },
      ]}
      read={read}
      find={async ({ key }) => WALLETS.find(({ user }) => user === key) ?? null}
      address={mine}
      empty="No users."
      note={({ isFinal }) => (isFinal ? "Final" : "Not final")}
    />,
  );
  return read;
}

const marked = () => document.querySelector('tr[aria-current="true"]')?.textContent ?? null;

it("shows page after page and says which part of how many", async () => {
  show(null);
  await screen.findByText("1 to 50 of 120");
  expect(screen.getByText("Not final")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "My row" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("101 to 120 of 120");
  expect((screen.getByRole("button", { name: "Next" }) as HTMLButtonElement).disabled).toBe(true);
});

it("marks the reader's row and jumps to its page", async () => {
  show(address(77));
  await screen.findByText("1 to 50 of 120");
  expect(marked()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "My row" }));
  await screen.findByText("Rank 77: Your wallet.");
  await screen.findByText("51 to 100 of 120");
  await waitFor(() => expect(marked()).toMatch(/^77.*You$/));
});

it("finds others by their address and says who is not there", async () => {
  show(null);
  const field = await screen.findByLabelText("Search by address or username");
  await userEvent.type(field, `${address(101)}{Enter}`);
  await screen.findByText(/^Rank 101: /);
  await waitFor(() => expect(marked()).toMatch(/^101/));
  await userEvent.clear(field);
  await userEvent.type(field, `${address(999)}{Enter}`);
  await screen.findByText(/is not in this ranking\.$/);
  await userEvent.clear(field);
  await userEvent.type(field, "no{Enter}");
  await screen.findByText(/^Enter an address/);
});

it("counts ranks to pages", () => {
  expect([1, 50, 51, 120].map(pageOfRank)).toEqual([0, 0, 1, 2]);
});

it("shows the username, else the address, and tags wallets of the demo", () => {
  const nameOf = namesOf([
    { user: address(1), username: "demo_trader_1", isDemo: true },
    { user: address(3), username: "demo_like", isDemo: false },
  ]);
  const rows = [1, 2, 3].map((n) => ({ user: address(n), name: nameOf(address(n)) }));
  renderPage(
    <main>
      {rows.map((row) => (
        <p key={row.user}>
          <RankedWallet row={row} address={null} />
        </p>
      ))}
    </main>,
  );
  const [demo, nameless, named] = [...document.querySelectorAll("p")].map((p) => p.textContent);
  expect([demo, named]).toEqual(["demo_trader_1demo", "demo_like"]);
  expect(nameless).not.toContain("demo");
});
