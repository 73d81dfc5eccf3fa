/** What a trader must know about the state of things, in words; pure. */
import { formatDuration } from "@/domain/format";

export interface StatusFacts {
  readonly exchange: string | null;
  readonly server: string | null;
  readonly isOnline: boolean;
  readonly isServerUnreachable: boolean;
  readonly isStreamDown: boolean;
  readonly isSlow: boolean;
}

/** The one most important thing a trader must know, or null when all is well. */
export function statusText(facts: StatusFacts): string | null {
  if (!facts.isOnline) return "This device is offline. Prices shown are old; nothing can be sent.";
  if (facts.isServerUnreachable) return "The server can not be reached. Prices shown may be old.";
  if (facts.exchange === "halted")
    return "The exchange is halted: trading and payouts are stopped.";
  if (facts.exchange === "paused") {
    return "The exchange is paused: positions can be reduced, closed and withdrawn, not increased.";
  }
  if (facts.server === "maintenance") return "The platform is under maintenance.";
  if (facts.server === "degraded") return "The platform is degraded: answers may be slow.";
  if (facts.isStreamDown)
    return "Live prices are disconnected; reconnecting, asking every second until then.";
  if (facts.isSlow) return "The connection is slow: an answer takes longer than three seconds.";
  return null;
}

/** Warning about a clock that breaks sign-in and tokens; null when it is right. */
export function skewText(skewS: number): string | null {
  if (skewS === 0) return null;
  const by = formatDuration(Math.abs(skewS));
  const way = skewS > 0 ? "ahead of" : "behind";
  return `This device's clock is ${by} ${way} the server's. Set it right, or signing in may fail.`;
}
