import { useEngineNow } from "@/api/live";
import { engineClock } from "@/domain/clock";
import { DASH, formatDateTime, formatDuration } from "@/domain/format";

interface CountdownProps {
  readonly untilS: number | null;
  readonly done?: string;
}

/**
 * How long the reader waits for an index time. Where index time runs faster than the reader's
 * clock, the tooltip has the index time that passes.
 */
export function Countdown({ untilS, done = "now" }: CountdownProps) {
  const nowS = useEngineNow();
  if (untilS === null || nowS === null) return <span className="figures quiet">{DASH}</span>;
  const leftS = untilS - nowS;
  if (leftS <= 0) return <span className="figures">{done}</span>;
  const { rate } = engineClock;
  const at = `${formatDateTime(untilS)} UTC, index time`;
  return (
    <span
      className="figures"
      style={{ whiteSpace: "nowrap" }}
      title={rate > 1 ? `${at}, in ${formatDuration(leftS)}` : at}
    >
      {formatDuration(leftS / rate)}
    </span>
  );
}
