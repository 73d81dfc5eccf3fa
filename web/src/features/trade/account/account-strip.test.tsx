import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount } from "@/test/rows";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { AccountPanel } from "./account-panel";
import { AccountStrip } from "./account-strip";

const ACCOUNTS = "GET /api/v1/user/wallet/margin-accounts";
const accounts = (...rows: object[]): Answer => ({ body: { info: rows } });

function show(component: () => React.ReactNode): Promise<HTMLElement> {
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const routeTree = createRootRoute({ component });
  renderPage(<RouterProvider router={createRouter({ routeTree, history })} />);
  return screen.findByRole("button", { name: "Deposit" });
}

beforeEach(() => {
  useWallet.setState({ dialog: null });
  connectWallet("wallet");
});

describe.each([
  ["strip", AccountStrip],
  ["panel", AccountPanel],
])("Deposit on the account %s", (_name, component) => {
  it("waits until the accounts are known, then pays into the one in use", async () => {
    let answer: (rows: Answer) => void = () => undefined;
    const pending = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    fakeServer({ [ACCOUNTS]: () => pending });
    const button = await show(component);
    expect(button).toHaveProperty("disabled", true);
    await userEvent.click(button);
    expect(useWallet.getState().dialog).toBeNull();

    answer(accounts(wireAccount({ id: 7 })));
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    await userEvent.click(button);
    expect(useWallet.getState().dialog).toEqual({ kind: "deposit", marginAccountId: 7 });
  });

  it("creates an account where there is none", async () => {
    fakeServer({ [ACCOUNTS]: () => accounts() });
    const button = await show(component);
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    await userEvent.click(button);
    expect(useWallet.getState().dialog).toEqual({ kind: "deposit", marginAccountId: null });
  });
});

it("Deposit on the account panel stays closed while the accounts cannot be read", async () => {
  fakeServer({ [ACCOUNTS]: () => refusal(503, "UNAVAILABLE") });
  const button = await show(AccountPanel);
  await screen.findByRole("alert");
  expect(button).toHaveProperty("disabled", true);
});
