import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { type Connection, useConnection, useEngineNow } from "@/api/live";
import { useNetwork } from "@/api/network";
import { DASH, formatDateTime } from "@/domain/format";
import css from "./shell.module.css";

const SLOW_MS = 1000;

export type Health = "good" | "slow" | "off";

export function connectionHealth(
  { state, roundTripMs }: Connection,
  isOnline = true,
  isSlow = false,
): Health {
  if (state !== "open" || !isOnline) return "off";
  return isSlow || (roundTripMs !== null && roundTripMs > SLOW_MS) ? "slow" : "good";
}

const HEALTH_TEXT = { good: "Live", slow: "Slow", off: "Reconnecting" } as const;

function useHealth(): Health {
  const connection = useConnection();
  const { isOnline, isSlow } = useNetwork();
  return connectionHealth(connection, isOnline, isSlow);
}

/** One dot for narrow screens; what it stands for is one tap away. */
export function HealthDot() {
  const health = useHealth();
  return (
    <Link
      to="/status"
      className={`${css["tool"]} ${css["narrow"]} ${css["healthDot"]}`}
      aria-label={`Data: ${HEALTH_TEXT[health]}. Status page`}
    >
      <span className={css["dot"]} data-state={health} aria-hidden="true" />
    </Link>
  );
}

/** How fresh the page is: the index date, the age of the last tick, the round trip. */
export function DataAge() {
  const connection = useConnection();
  const engineNowS = useEngineNow();
  const nowMs = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
  const health = useHealth();
  const tickAgeS =
    connection.lastTickAtMs === null
      ? null
      : Math.max(0, Math.round((nowMs - connection.lastTickAtMs) / 1000));
  return (
    <div className={css["age"]}>
      <span className={css["dot"]} data-state={health} aria-hidden="true" />
      <span>
        {HEALTH_TEXT[health]}
        {connection.isDown ? ", asking every second" : ""}
      </span>
      <span className="figures" title="Index date and time (UTC)">
        {engineNowS === null ? DASH : formatDateTime(engineNowS - (engineNowS % 3600))}
      </span>
      <span className="figures" title="Age of the last market message">
        tick {tickAgeS === null ? DASH : `${tickAgeS}s`}
      </span>
      <span className="figures" title="Round trip to the server">
        {connection.roundTripMs === null ? DASH : `${Math.round(connection.roundTripMs)} ms`}
      </span>
    </div>
  );
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
