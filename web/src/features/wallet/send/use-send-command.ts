import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { commandOutcomes } from "@/api/command-outcomes";
import { userKey } from "@/api/queries";
import type { BuiltTransaction, Outcome, SendCommand, SendStage } from "@/state/wallet-api.types";
import { recentCommands } from "../wallet-api";
import { useWalletState } from "../wallet-state";
import { sendCommand } from "./send-command";
import { showOutcome, showStage } from "./send-toast";

const NO_WALLET: Outcome = {
  status: "failed",
  code: null,
  message: "Connect a wallet first.",
};

let sends = 0;

async function send(
  build: () => Promise<BuiltTransaction>,
  label: string,
  queryClient: QueryClient,
  onStage: (stage: SendStage) => void,
): Promise<Outcome> {
  const { wallet, bridge } = useWalletState.getState();
  sends += 1;
  // With the time, so that none is taken for one of before the page was loaded anew.
  const toastId = `command-${Date.now()}-${sends}`;
  if (wallet === null || bridge === null) {
    showOutcome(toastId, label, NO_WALLET);
    return NO_WALLET;
  }
  const ports = {
    bridge,
    recentCommands: () => recentCommands(wallet.address),
    isStreamLive: () => commandOutcomes.isLive,
    streamedOutcome: (signature: string, maxMs: number) => commandOutcomes.next(signature, maxMs),
    nowMs: () => performance.now(),
  };
  const outcome = await sendCommand(build, ports, (stage) => {
    onStage(stage);
    showStage(toastId, label, stage, wallet.name);
  });
  onStage("idle");
  showOutcome(toastId, label, outcome);
  // Not awaited: until the outcome is returned, the form could be sent again. A live user stream
  // brings what the command changed.
  if (!commandOutcomes.isLive) {
    void queryClient.invalidateQueries({ queryKey: userKey(wallet.address) });
  }
  return outcome;
}

/** Sends a command with the connected wallet and shows its progress and outcome in a toast. */
export function useSendCommand(): SendCommand {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<SendStage>("idle");
  const sendWithStage = useCallback(
    (build: () => Promise<BuiltTransaction>, label: string) =>
      send(build, label, queryClient, setStage),
    [queryClient],
  );
  return { send: sendWithStage, stage };
}
