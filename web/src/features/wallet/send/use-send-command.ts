import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { commandOutcomes } from "@/api/command-outcomes";
import { userKey } from "@/api/queries";
import type {
  BuiltTransaction,
  Outcome,
  Send,
  SendCommand,
  SendStage,
} from "@/state/wallet-api.types";
import { orderSigner } from "../one-click/order-signer";
import { recentCommands } from "../wallet-api";
import { useWalletState } from "../wallet-state";
import { resultOf } from "./command-result";
import { sendCommand } from "./send-command";
import { showApplied, showStage, showUnapplied } from "./send-toast";

const NO_WALLET = {
  status: "failed",
  code: null,
  message: "Connect a wallet first.",
} as const;

let sends = 0;

interface Asked {
  readonly build: () => Promise<BuiltTransaction>;
  readonly label: string;
  readonly request: object;
}

async function send(
  { build, label, request }: Asked,
  queryClient: QueryClient,
  onStage: (stage: SendStage) => void,
): Promise<Outcome> {
  const { wallet, bridge } = useWalletState.getState();
  sends += 1;
  // With the time, so that no notice of before a reload has the same id.
  const toastId = `command-${Date.now()}-${sends}`;
  if (wallet === null || bridge === null) {
    showUnapplied(toastId, label, NO_WALLET);
    return NO_WALLET;
  }
  const owner = wallet.address;
  const signer = await orderSigner(bridge, owner, queryClient);
  const ports = {
    bridge: { ...bridge, signAndSend: signer.signAndSend },
    recentCommands: () => recentCommands(signer.sender()),
    isStreamLive: () => commandOutcomes.isLive,
    streamedOutcome: (signature: string, maxMs: number) => commandOutcomes.next(signature, maxMs),
    nowMs: () => performance.now(),
  };
  const outcome = await sendCommand(
    () => signer.build(build),
    ports,
    (stage) => {
      if (stage === "signing" && signer.sender() !== owner) return;
      onStage(stage);
      showStage(toastId, label, stage, wallet.name);
    },
  );
  onStage("idle");
  if (outcome.status === "applied") {
    // Not awaited: the form must not wait for a sentence.
    void resultOf(outcome, { owner, label, request }, queryClient).then((result) =>
      showApplied(toastId, label, outcome.signature, result),
    );
  } else {
    showUnapplied(toastId, label, outcome);
  }
  // Not awaited: until the outcome is returned, the form could be sent again. A live user stream
  // brings what the command changed.
  if (!commandOutcomes.isLive) {
    void queryClient.invalidateQueries({ queryKey: userKey(owner) });
  }
  return outcome;
}

/** Sends a command with the connected wallet and shows its progress and outcome in a toast. */
export function useSendCommand(): SendCommand {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<SendStage>("idle");
  const sendWithStage = useCallback<Send>(
    (build, label, request = {}) => send({ build, label, request }, queryClient, setStage),
    [queryClient],
  );
  return { send: sendWithStage, stage };
}
