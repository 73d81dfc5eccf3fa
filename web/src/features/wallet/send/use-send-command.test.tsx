import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { restoreNotices, useNotices } from "@/state/toast";
import { useSendCommand } from "./use-send-command";

it("begins a notice of its own, whatever this tab said before it was reloaded", async () => {
  const step = { atMs: 1, text: "Deposited $5.00 to Account 1" };
  const before = { kind: "success", title: "Deposit", signature: "old", code: null, steps: [step] };
  const rows = [1, 2].map((at) => ({ ...before, id: `command-${at}` }));
  useNotices.setState({ notices: restoreNotices(JSON.stringify(rows)) });
  const client = new QueryClient();
  const { result } = renderHook(() => useSendCommand(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await act(() => result.current.send(() => Promise.reject(new Error("unused")), "Withdraw"));
  const { notices } = useNotices.getState();
  expect(notices).toHaveLength(3);
  expect(notices[0]).toMatchObject({
    title: "Connect a wallet first.",
    command: "Withdraw",
    signature: null,
  });
});
