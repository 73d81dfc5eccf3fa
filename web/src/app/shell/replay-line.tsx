import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useEngineNow } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { formatDay } from "@/domain/format";
import type { Replay } from "@/generated/api";
import { DAY_S, speedWords } from "./replay-words";
import css from "./shell.module.css";

const ReplaySpeed = lazy(async () => ({
  default: (await import("./replay-speed")).ReplaySpeed,
}));

const ATTRIBUTION_LENGTH_MAX = 70;

/** The recorder of the data, without the copyist; the tooltip has both. */
function shortAttribution(attribution: string): string {
  const [recorder = ""] = attribution.split(", from ");
  return recorder.length > ATTRIBUTION_LENGTH_MAX
    ? `${recorder.slice(0, ATTRIBUTION_LENGTH_MAX)}…`
    : recorder;
}

function describe({ source, attribution, historyEnds }: Replay): string {
  return `${source} · ${attribution} · recorded until ${historyEnds}`;
}

/** States that the demo replays recorded history, on which day and how fast. */
export function ReplayLine() {
  const { data: status, isPending } = useQuery(statusQuery);
  const engineNowS = useEngineNow();
  // Keeps its place while nothing is known, so that the page does not jump.
  if (!status) return isPending ? <div className={css["replay"]} /> : null;
  const { rate, now } = status.clock;
  if (status.replay === null && rate <= 1) return null;
  const day = <strong>{formatDay(engineNowS ?? now)}</strong>;
  const speed = speedWords(DAY_S / rate);
  const canChoose = status.env === "local" && status.replay !== null;
  return (
    <aside
      className={css["replay"]}
      aria-label="Demo"
      title={status.replay ? describe(status.replay) : undefined}
    >
      {status.replay === null ? "Demo: now " : "Demo: replaying "}
      {day}
      {rate > 1 && " · "}
      {rate > 1 &&
        (canChoose ? (
          <Suspense fallback={speed}>
            <ReplaySpeed rate={rate} />
          </Suspense>
        ) : (
          speed
        ))}
    </aside>
  );
}

/** Credits the recorder of the replayed data. */
export function DataCredit() {
  const { data: status } = useQuery(statusQuery);
  const replay = status?.replay;
  if (!replay?.attribution) return null;
  return <span title={describe(replay)}>Data: {shortAttribution(replay.attribution)}</span>;
}
