import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
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

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

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
    wait,
    nowMs: () => performance.now(),
  };
  const outcome = await sendCommand(build, ports, (stage) => {
    onStage(stage);
    showStage(toastId, label, stage, wallet.name);
  });
  onStage("idle");
  showOutcome(toastId, label, outcome);
  // The answer does not wait for the figures: until it is given the form could be sent again.
  void queryClient.invalidateQueries({ queryKey: ["user", wallet.address] });
  return outcome;
}

/** Sends a command with the connected wallet and tells its progress and result by a toast. */
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
