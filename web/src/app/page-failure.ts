/** What went wrong with a page, in words and for a report; pure. */

const CHUNK = /dynamically imported module|Importing a module script|module script failed|preload/i;
const STACK_MAX = 4_000;

/** A part of the page that is not there any more: a newer version was put in its place. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && CHUNK.test(error.message);
}

/** Text to copy into a report: what, where, when, and nothing of the wallet. */
export function failureDetails(error: unknown, path: string, at: Date, agent: string): string {
  const what =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  const named =
    error instanceof Error && !what.includes(error.message)
      ? `${error.name}: ${error.message}\n${what}`
      : what;
  return [
    `Page: ${path}`,
    `Time: ${at.toISOString()}`,
    `Browser: ${agent}`,
    named.slice(0, STACK_MAX),
  ].join("\n");
}
