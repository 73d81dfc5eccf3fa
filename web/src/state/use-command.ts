import { useCallback, useState } from "react";
import { buildTransaction, type CommandBody, type CommandName } from "@/api/builders";
import { outcomeText } from "@/copy/outcomes";
import { stageText } from "@/copy/stages";
import type { BuiltTransaction, Outcome } from "./wallet-api.types";
import { useWallet } from "./wallet-store";

export interface Command<Name, Body> {
  readonly isBusy: boolean;
  /** The stage of the command, in words; empty while none is pending. */
  readonly progress: string;
  /** Why the last attempt was not applied. */
  readonly problem: string | null;
  /** Builds the command `name`, has it signed, and waits for the exchange's answer. Never throws. */
  run(name: Name, body: Body, label: string): Promise<Outcome>;
  clear(): void;
}

type Build<Name, Body> = (address: string, name: Name, body: Body) => Promise<BuiltTransaction>;

/** Sends commands of one wallet from a form: one at a time, with progress and problem in words. */
export function useCommand(address: string): Command<CommandName, CommandBody> {
  return useBuiltCommand(address, buildTransaction);
}

/** The same for commands with a builder of their own. */
export function useBuiltCommand<Name, Body>(
  address: string,
  build: Build<Name, Body>,
): Command<Name, Body> {
  const send = useWallet((state) => state.send);
  const stage = useWallet((state) => state.stage);
  const walletName = useWallet((state) => state.session.walletName);
  const [isMine, setIsMine] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useCallback(
    async (name: Name, body: Body, label: string) => {
      setProblem(null);
      setIsMine(true);
      const outcome = await send(() => build(address, name, body), label, body as object);
      setIsMine(false);
      if (outcome.status !== "applied") setProblem(outcomeText(outcome));
      return outcome;
    },
    [address, build, send],
  );
  return {
    isBusy: isMine,
    // The stage is of all commands together: one that has ended may have set it back.
    progress: isMine ? stageText(stage, walletName) || "Working…" : "",
    problem,
    run,
    clear: useCallback(() => setProblem(null), []),
  };
}
