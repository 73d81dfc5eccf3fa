/** Which events this browser has shown, so that a reload or another tab does not repeat them. */
import type { AlertEvent } from "@/generated/api";

const SHOWN_AT_ONCE_MAX = 3;
const keyOf = (address: string) => `alerts-shown-${address}`;

function readShown(address: string): number | null {
  try {
    const text = localStorage.getItem(keyOf(address));
    return text === null || !/^\d{1,15}$/.test(text) ? null : Number(text);
  } catch {
    return null;
  }
}

/**
 * Returns the events to show now, oldest first, and remembers them as shown. A browser that sees
 * the wallet for the first time shows what is unread; of many only the newest.
 */
export function takeUnshown(address: string, events: readonly AlertEvent[]): AlertEvent[] {
  const shown = readShown(address);
  const fresh = events.filter(({ id, isRead }) => !isRead && (shown === null || id > shown));
  const newest = events[0]?.id ?? 0;
  if (newest > (shown ?? -1)) {
    try {
      localStorage.setItem(keyOf(address), String(newest));
    } catch {
      // Not stored: a reload shows them once more.
    }
  }
  return fresh.slice(0, SHOWN_AT_ONCE_MAX).reverse();
}
