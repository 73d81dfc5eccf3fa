import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { type Connection, useConnection, useEngineNow } from "@/api/live";
import { useNetwork } from "@/api/network";
import { DASH, formatDateTime } from "@/domain/format";
import css from "./shell.module.css";

const SLOW_MS = 1000;

export type Health = "good" | "slow" | "connecting" | "off";

export function connectionHealth(
  { state, isDown, roundTripMs }: Connection,
  isOnline = true,
  isSlow = false,
): Health {
  if (isDown || !isOnline) return "off";
  if (state !== "open") return "connecting";
  return isSlow || (roundTripMs !== null && roundTripMs > SLOW_MS) ? "slow" : "good";
}

const HEALTH_TEXT = {
  good: "Live",
  slow: "Slow",
  connecting: "Connecting…",
  off: "Reconnecting…",
} as const;
const HEALTH_TITLE = {
  good: "Connected: prices update as they are published.",
  slow: "The connection is slow: prices may be a few seconds old.",
  connecting: "Connecting to live prices.",
  off: "Not connected: prices refresh every second until the connection is back.",
} as const;

function useHealth(): Health {
  const connection = useConnection();
  const { isOnline, isSlow } = useNetwork();
  return connectionHealth(connection, isOnline, isSlow);
}

/** On narrow screens, whose footer is far away: a connection that is slow or lost. */
export function HealthNote() {
  const health = useHealth();
  if (health === "good" || health === "connecting") return null;
  return (
    <Link to="/status" className={css["healthNote"]} title={HEALTH_TITLE[health]}>
      <span className={css["dot"]} data-state={health} aria-hidden="true" />
      {health === "off" ? "Offline" : HEALTH_TEXT[health]}
    </Link>
  );
}

/** The connection in a word, with its explanation and figures in the tooltip. */
export function DataAge() {
  const connection = useConnection();
  const engineNowS = useEngineNow();
  const nowMs = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
  const health = useHealth();
  const { lastTickAtMs, roundTripMs } = connection;
  const ageS =
    lastTickAtMs === null ? null : Math.max(0, Math.round((nowMs - lastTickAtMs) / 1000));
  const title = [
    HEALTH_TITLE[health],
    engineNowS === null ? "" : `Index time: ${formatDateTime(engineNowS)} UTC.`,
    ageS === null ? "" : `Last price message: ${ageS}s ago.`,
  ];
  return (
    <div className={css["age"]} title={title.join(" ")}>
      <span className={css["dot"]} data-state={health} aria-hidden="true" />
      <span>{HEALTH_TEXT[health]}</span>
      {connection.isDown ? <span>prices refresh every second</span> : null}
      <span className="figures" title="Round trip to the server">
        {roundTripMs === null ? DASH : `${Math.round(roundTripMs)} ms`}
      </span>
    </div>
  );
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
