import { useState } from "react";
import type { WorstPrice } from "@/api/builders";
import { explainReason } from "@/copy/messages";
import { outcomeText } from "@/copy/outcomes";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { useWallet } from "@/state/wallet-store";
import { renewalProblem } from "../model/price-limit";
import type { LiveQuote } from "../ticket/use-position-quote";

interface QuotedCommand {
  readonly quote: LiveQuote;
  /** Null while the limit is not a price or a slippage. */
  readonly worst: WorstPrice | null;
  readonly label: string;
  readonly build: (worst: WorstPrice) => Promise<BuiltTransaction>;
  readonly onApplied: () => void;
}

/** Sends what was quoted, on a fresh quote; says why where it does not. */
export function useQuotedCommand({ quote, worst, label, build, onApplied }: QuotedCommand) {
  const { send: sendCommand, stage } = useWallet();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = isSending || stage !== "idle";

  const send = async () => {
    const shown = quote.data;
    if (shown === null || worst === null) return;
    const fresh = await quote.renew();
    const stale = renewalProblem(shown, fresh, worst);
    if (stale !== null) return setProblem(stale);
    const reason = fresh?.reasons[0];
    if (reason !== undefined) return setProblem(explainReason(reason));
    const outcome = await sendCommand(() => build(worst), label);
    if (outcome.status === "applied") onApplied();
    else setProblem(outcomeText(outcome));
  };

  const run = async () => {
    if (isBusy) return;
    setProblem(null);
    setIsSending(true);
    await send();
    setIsSending(false);
  };

  return { problem, clear: () => setProblem(null), isBusy, run };
}
