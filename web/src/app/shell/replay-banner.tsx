import { useQuery } from "@tanstack/react-query";
import { useEngineNow } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { formatDay, formatDuration } from "@/domain/format";
import type { Replay } from "@/generated/api";
import css from "./shell.module.css";

const DAY_S = 86_400;
const ATTRIBUTION_LENGTH_MAX = 70;

/** Who recorded it, without how it came here; all of it stands in the title. */
function shortAttribution(attribution: string): string {
  const [who = ""] = attribution.split(", from ");
  return who.length > ATTRIBUTION_LENGTH_MAX ? `${who.slice(0, ATTRIBUTION_LENGTH_MAX)}…` : who;
}

function describe({ source, attribution, historyEnds }: Replay): string {
  return `${source} · ${attribution} · recorded until ${historyEnds}`;
}

/** "minute", "30s", "24m": no seconds that say nothing. */
function plainDuration(seconds: number): string {
  return seconds === 60 ? "minute" : formatDuration(seconds).replace(/ 00[smh]$/, "");
}

/** Says plainly that the demo replays recorded history, and which day is shown. */
export function ReplayBanner() {
  const { data: status, isPending } = useQuery(statusQuery);
  const engineNowS = useEngineNow();
  // Keeps its place while nothing is known, so that the page does not jump.
  if (!status) {
    return isPending ? <div className={`${css["banner"]} ${css["pending"]}`} /> : null;
  }
  const isFast = status.clock.rate > 1;
  if (status.replay === null && !isFast) return null;
  const nowS = engineNowS ?? status.clock.now;
  return (
    <aside className={css["banner"]} aria-label="Replay">
      <span title={status.replay ? describe(status.replay) : undefined}>
        Replay of recorded history
        {status.replay?.attribution ? (
          <span className={css["attribution"]}>
            {" "}
            ({shortAttribution(status.replay.attribution)})
          </span>
        ) : null}{" "}
        · shown date <strong>{formatDay(nowS)}</strong>
      </span>
      {isFast ? <span>a day passes every {plainDuration(DAY_S / status.clock.rate)}</span> : null}
    </aside>
  );
}
