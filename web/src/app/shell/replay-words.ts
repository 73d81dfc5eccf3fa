import { formatDuration } from "@/domain/format";

export const DAY_S = 86_400;

/** "minute", "30s", "24m": without seconds that are zero. */
function plainDuration(seconds: number): string {
  return seconds === 60 ? "minute" : formatDuration(seconds).replace(/ 00[smh]$/, "");
}

/** "1 day per minute", "1 day per 10s". */
export function speedWords(secondsPerDay: number): string {
  return `1 day per ${plainDuration(secondsPerDay)}`;
}
