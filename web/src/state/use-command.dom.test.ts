import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useCommand } from "./use-command";
import type { Outcome } from "./wallet-api.types";
import { useWallet } from "./wallet-store";

it("shows a stage while its command is pending, also after another one has ended", async () => {
  const ends: ((outcome: Outcome) => void)[] = [];
  useWallet.setState({ send: () => new Promise((resolve) => ends.push(resolve)) });
  const { result } = renderHook(() => useCommand("wallet"));
  expect(result.current).toMatchObject({ isBusy: false, progress: "" });
  let ran: Promise<Outcome> | null = null;
  act(() => {
    ran = result.current.run("deposit-margin", { marginAccountId: 0, margin: "1" }, "Deposit");
    useWallet.setState({ stage: "confirming" });
  });
  expect(result.current.progress).toBe("Confirming…");
  act(() => useWallet.setState({ stage: "idle" }));
  expect(result.current).toMatchObject({ isBusy: true, progress: "Working…" });
  await act(async () => {
    ends[0]?.({ status: "cancelled" });
    await ran;
  });
  expect(result.current).toMatchObject({ isBusy: false, progress: "" });
});
