import { useEngineNow } from "@/api/live";
import { engineClock } from "@/domain/clock";
import { DASH, formatDateTime, formatDuration } from "@/domain/format";

interface CountdownProps {
  readonly untilS: number | null;
  readonly done?: string;
}

/** Counts down to an engine time; where engine time runs fast it adds what a person must wait. */
export function Countdown({ untilS, done = "now" }: CountdownProps) {
  const nowS = useEngineNow();
  if (untilS === null || nowS === null) return <span className="figures quiet">{DASH}</span>;
  const leftS = untilS - nowS;
  if (leftS <= 0) return <span className="figures">{done}</span>;
  const isFast = engineClock.rate > 1;
  const wait = formatDuration(leftS / engineClock.rate);
  return (
    <span className="figures" title={`${formatDateTime(untilS)} index time`}>
      {formatDuration(leftS)}
      {isFast ? (
        <>
          {" "}
          <span className="quiet" style={{ whiteSpace: "nowrap" }}>
            ({wait} here)
          </span>
        </>
      ) : null}
    </span>
  );
}
