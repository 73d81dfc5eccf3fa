import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Droplets } from "lucide-react";
import { ApiError } from "@/api/http";
import { statusQuery, userKey } from "@/api/queries";
import { formatAmount } from "@/domain/format";
import { parseCollateral } from "@/domain/parse";
import { showResult } from "@/state/toast";
import { Button } from "@/ui/button";
import { useWalletSession } from "./session/use-wallet-session";
import { requestFaucet } from "./wallet-api";

export interface Faucet {
  readonly isPending: boolean;
  readonly take: () => void;
}

/** Test money for the connected wallet; null where the server is not a local one. */
export function useFaucet(): Faucet | null {
  const { address } = useWalletSession();
  const { data: env } = useQuery({ ...statusQuery, select: (status) => status.env });
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: requestFaucet,
    onSuccess: async ({ collateral, signature }, user) => {
      const amount = formatAmount(parseCollateral(collateral), "CollateralE6", { digits: 0 });
      const title = `${amount} test USD added`;
      const text = "With SOL for network fees and ACRE tokens.";
      showResult({ tone: "success", title, text, signature });
      await queryClient.invalidateQueries({ queryKey: userKey(user) });
    },
    onError: (error) => {
      const text = error instanceof ApiError ? error.humanText : "The server did not answer.";
      showResult({ tone: "error", title: "No test money was added.", text });
    },
  });
  if (address === null || env !== "local") return null;
  return { isPending, take: () => mutate(address) };
}

export function FaucetButton() {
  const faucet = useFaucet();
  if (faucet === null) return null;
  return (
    <Button onClick={faucet.take} disabled={faucet.isPending}>
      <Droplets size={16} aria-hidden="true" />
      {faucet.isPending ? "Adding test money…" : "Get test money"}
    </Button>
  );
}
