/** The state of the exchange and the connection in words; pure. */
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
  if (!facts.isOnline) return "You are offline. Prices are out of date and nothing can be sent.";
  if (facts.isServerUnreachable) return "Connection lost. Prices may be out of date.";
  if (facts.exchange === "halted") return "The exchange is halted: no trading and no payouts.";
  if (facts.exchange === "paused") {
    return "Trading is paused: you can reduce, close and withdraw, but not open.";
  }
  if (facts.server === "maintenance") return "Acre is under maintenance.";
  if (facts.server === "degraded") return "Acre is slow at the moment.";
  if (facts.isStreamDown) return "Reconnecting… prices refresh every second.";
  if (facts.isSlow) return "Your connection is slow: answers take more than 3 seconds.";
  return null;
}

/** Warning about a clock that breaks sign-in and tokens; null when it is right. */
export function skewText(skewS: number): string | null {
  if (skewS === 0) return null;
  const by = formatDuration(Math.abs(skewS));
  const way = skewS > 0 ? "ahead of" : "behind";
  return `Your device clock is ${by} ${way} the server's. Set it right to sign in.`;
}
