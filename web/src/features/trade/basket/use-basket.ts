import { keepPreviousData, type QueryFunction, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BasketInput, type BasketQuote, basketQuoteQuery, buildBasket } from "@/api/basket";
import { explainReason } from "@/copy/messages";
import { outcomeText } from "@/copy/outcomes";
import { useDebounced } from "@/state/use-debounced";
import { useWallet } from "@/state/wallet-store";
import { renewalProblem } from "../model/price-limit";

const DEBOUNCE_MS = 180;
const NO_QUERY: { readonly queryKey: readonly unknown[]; readonly queryFn?: unknown } = {
  queryKey: ["user", "", "quote", "basket"],
  queryFn: () => null,
};

/** The server's quote of a basket, and sending what was quoted. */
export function useBasket(
  address: string | null,
  input: BasketInput | null,
  slippageRate: string,
  onApplied: () => void,
) {
  const settled = useDebounced(input, DEBOUNCE_MS);
  const isAsked = address !== null && settled !== null && input !== null;
  const options: typeof NO_QUERY = isAsked ? basketQuoteQuery(address, settled) : NO_QUERY;
  const query = useQuery<BasketQuote>({
    ...options,
    queryFn: options.queryFn as QueryFunction<BasketQuote>,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const { send: sendCommand, stage } = useWallet();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const quote = isAsked ? (query.data ?? null) : null;
  const isStale =
    query.isPlaceholderData || query.isError || JSON.stringify(input) !== JSON.stringify(settled);
  const isBusy = isSending || stage !== "idle";

  const send = async () => {
    if (address === null || input === null || quote === null) return;
    const { data: fresh, isSuccess } = await query.refetch();
    const stale = isSuccess
      ? movedLeg(quote, fresh, slippageRate)
      : "No fresh quote arrived. Nothing was sent.";
    if (stale !== null) return setProblem(stale);
    const reason = fresh?.reasons[0];
    if (reason !== undefined) return setProblem(explainReason(reason));
    const label = `Basket of ${input.legs.length}`;
    const outcome = await sendCommand(() => buildBasket(address, input, slippageRate), label);
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
  const canSend = quote?.isExecutable === true && !isStale && !isBusy;
  return { quote, isStale, error: isAsked ? query.error : null, problem, isBusy, canSend, run };
}

/** Says why the shown prices no longer hold for one of the legs. */
function movedLeg(
  shown: BasketQuote,
  fresh: BasketQuote | undefined,
  slippageRate: string,
): string | null {
  for (const [place, leg] of shown.legs.entries()) {
    const next = fresh?.legs[place]?.quote ?? null;
    const problem = renewalProblem(leg.quote, next, { slippageRate });
    if (problem !== null) return problem;
  }
  return null;
}
