import { useQuery } from "@tanstack/react-query";
import { settlementRequestsQuery } from "@/api/queries";
import { useCommand } from "@/state/use-command";
import { Button } from "@/ui/button";

/** One transaction takes no more (API 7.2). */
const PROCESSED_MAX = 8;

/**
 * Processes the oldest mature requests of the wallet itself, up to eight. The exchange's keeper does
 * it too; the tip stays with the owner who does it first.
 */
export function ProcessButton({ address }: { readonly address: string }) {
  const { data } = useQuery(settlementRequestsQuery(address));
  const command = useCommand(address);
  const mature = data?.filter(({ status }) => status === "mature").length ?? 0;
  if (mature === 0) return null;
  return (
    <Button
      size="small"
      disabled={command.isBusy}
      onClick={() => void command.run("process-settlement-requests", {}, "Process withdrawals")}
    >
      Process {Math.min(mature, PROCESSED_MAX)} now
    </Button>
  );
}
