import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { statusQuery } from "@/api/queries";
import { fakeServer } from "@/test/server";
import { BURNER_WALLET_NAME } from "../model/burner";
import { useWalletState } from "../wallet-state";
import { WalletRuntime } from "./wallet-runtime";

const initialState = useWalletState.getState();

function serverOf(env: string) {
  const clock = { now: 1, rate: 1 };
  return fakeServer({
    "GET /express/v1/status": () => ({
      body: { env, status: "ok", exchange: "active", clock, lastPrintAt: null },
    }),
  });
}

async function openRuntime(env: string, isStatusKnown: boolean) {
  serverOf(env);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (isStatusKnown) await client.fetchQuery(statusQuery);
  useWalletState.getState().openDialog();
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <WalletRuntime />
      </QueryClientProvider>
    </StrictMode>,
  );
  await waitFor(() => expect(useWalletState.getState().status).toBe("disconnected"));
}

beforeEach(() => {
  useWalletState.setState(initialState, true);
});

// The order matters: a registered wallet stays registered for the life of a page.
describe("wallet runtime", () => {
  it("offers no burner wallet outside the local environment", async () => {
    await openRuntime("staging", false);
    expect(screen.getByRole("heading").textContent).toContain("You'll need a wallet");
    expect(screen.queryByText(BURNER_WALLET_NAME)).toBeNull();
  });

  it.each([true, false])(
    "offers it in the local environment, whether the status is known before (%s) or not",
    async (isStatusKnown) => {
      await openRuntime("local", isStatusKnown);
      expect(await screen.findByText(BURNER_WALLET_NAME)).toBeTruthy();
      expect(screen.getByRole("heading").textContent).toContain("Connect a wallet");
    },
  );
});
