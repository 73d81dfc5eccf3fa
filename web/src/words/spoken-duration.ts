const UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3_600, name: "hour" },
  { seconds: 60, name: "minute" },
  { seconds: 1, name: "second" },
] as const;

/** Seconds in the largest unit that needs no rest, as in running text: "26 hours", "30 minutes", "1 day". */
export function spokenDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const unit = UNITS.find((one) => whole >= one.seconds && whole % one.seconds === 0);
  if (unit === undefined) return `${whole} seconds`;
  const count = whole / unit.seconds;
  return `${count.toLocaleString("en-US")} ${unit.name}${count === 1 ? "" : "s"}`;
}
