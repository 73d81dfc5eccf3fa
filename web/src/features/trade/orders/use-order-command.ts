import { useState } from "react";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { useWallet } from "@/state/wallet-store";
import { orderOutcome } from "./model/order-words";

/** Sends commands about waiting orders one at a time; says why one was not applied. */
export function useOrderCommand() {
  const { send, stage } = useWallet();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** True when the exchange has applied it; `key` names what is at work. */
  const run = async (key: string, build: () => Promise<BuiltTransaction>, label: string) => {
    if (busy !== null) return false;
    setProblem(null);
    setBusy(key);
    const outcome = await send(build, label);
    setBusy(null);
    if (outcome.status === "applied") return true;
    setProblem(orderOutcome(outcome));
    return false;
  };
  return {
    run,
    problem,
    clear: () => setProblem(null),
    busy,
    isBusy: busy !== null || stage !== "idle",
  };
}
