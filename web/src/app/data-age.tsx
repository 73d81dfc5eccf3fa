import { useSyncExternalStore } from "react";
import { DASH, formatDateTime } from "@/lib/format";
import { type Connection, useConnection, useEngineNow } from "@/lib/live";
import css from "./shell.module.css";

const SLOW_MS = 1000;

export function connectionHealth({ state, roundTripMs }: Connection): "good" | "slow" | "off" {
  if (state !== "open") return "off";
  return roundTripMs !== null && roundTripMs > SLOW_MS ? "slow" : "good";
}

const HEALTH_TEXT = { good: "Live", slow: "Slow", off: "Reconnecting" } as const;

/** How fresh the page is: the index date, the age of the last tick, the round trip. */
export function DataAge() {
  const connection = useConnection();
  const engineNowS = useEngineNow();
  const nowMs = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
  const health = connectionHealth(connection);
  const tickAgeS =
    connection.lastTickAtMs === null
      ? null
      : Math.max(0, Math.round((nowMs - connection.lastTickAtMs) / 1000));
  return (
    <div className={css["age"]} title={HEALTH_TEXT[health]}>
      <span className={css["dot"]} data-state={health} aria-hidden="true" />
      <span className={css["health"]}>{HEALTH_TEXT[health]}</span>
      <span className={`${css["detail"]} figures`} title="Index date and time (UTC)">
        {engineNowS === null ? DASH : formatDateTime(engineNowS - (engineNowS % 3600))}
      </span>
      <span className={`${css["detail"]} figures`} title="Age of the last market message">
        tick {tickAgeS === null ? DASH : `${tickAgeS}s`}
      </span>
      <span className={`${css["detail"]} figures`} title="Round trip to the server">
        {connection.roundTripMs === null ? DASH : `${Math.round(connection.roundTripMs)} ms`}
      </span>
    </div>
  );
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
