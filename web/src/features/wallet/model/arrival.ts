import { formatDuration } from "@/domain/format";

/** "in about 1 minute", "in about 1d 00h", for real seconds; null: unknown. */
export function arrivalWords(seconds: number | null): string {
  if (seconds === null) return "after the settlement delay";
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `in about ${minutes} minute${minutes === 1 ? "" : "s"}`;
  return `in about ${formatDuration(minutes * 60)}`;
}
