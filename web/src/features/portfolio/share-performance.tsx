import { profitCard } from "@/ui/share/card";
import { ShareDialog } from "@/ui/share/share-dialog";
import { useCardNote } from "@/ui/share/use-card-note";
import { headline, type Performance, RANGE_TEXT, type Range } from "./model/performance";

export interface SharePerformanceProps {
  readonly range: Range;
  readonly performance: Performance;
  readonly onClose: () => void;
}

/** A picture of the return over a range, with the P&L where the person asks for it. */
export function SharePerformance({ range, performance, onClose }: SharePerformanceProps) {
  const facts = {
    period: RANGE_TEXT[range].title,
    profit: performance.points.at(-1)?.pnl ?? 0n,
    returnText: headline("return", [], performance) ?? "–",
    note: useCardNote(),
  };
  return (
    <ShareDialog
      card={profitCard({ ...facts, profitText: null })}
      withAmounts={profitCard({ ...facts, profitText: headline("pnl", [], performance) })}
      onClose={onClose}
    />
  );
}
