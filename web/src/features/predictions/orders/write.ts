/**
 * Writes of the prediction markets: HTTP with the wallet's token. A lost answer is asked for again
 * under the same key, so that nothing is done twice (API 1.3).
 */

import { UnauthorizedError, withAccessToken } from "@/api/auth/tokens";
import { ApiError, postAgain } from "@/api/http";

/** Pauses before the second and the third attempt. */
const PAUSES_MS = [1_000, 2_000];

export interface Write {
  readonly address: string;
  readonly base: "express" | "main";
  /** Relative to the base. */
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

export type WriteResult =
  | { readonly status: "done"; readonly answer: unknown }
  /** The server said no; nothing was done. */
  | { readonly status: "refused"; readonly code: string | null; readonly text: string }
  /** No answer: the outcome is unknown. The same write may be sent again. */
  | { readonly status: "lost" };

/** Also where the page is not secure (http), which has no `randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Said before the server looks whether it knows the key: nothing about an earlier attempt. */
const DOOR_CODES: ReadonlySet<string | null> = new Set([
  ...[null, "NO_TOKEN", "INVALID_TOKEN", "TOKEN_EXPIRED"],
  ...["RATE_LIMITED", "MAINTENANCE", "HTTP_ERROR"],
]);

function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.code === "BAD_ANSWER" || error.status === 500;
}

function refusalText(error: unknown): string {
  if (error instanceof UnauthorizedError) {
    return "Your session has ended. Sign in again; nothing was sent.";
  }
  if (error instanceof ApiError) return error.humanText;
  return "Something unexpected happened before anything was sent.";
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function attempt({ address, base, path, body, key }: Write): Promise<WriteResult> {
  try {
    const answer = await withAccessToken(address, (token) =>
      postAgain(base, path, body, { token, idempotencyKey: key }),
    );
    return { status: "done", answer };
  } catch (error) {
    if (isLost(error)) return { status: "lost" };
    const code = error instanceof ApiError ? error.code : null;
    return { status: "refused", code, text: refusalText(error) };
  }
}

/** Sends a write, three times at most while no answer comes; `isAgain`: one that was lost. */
export async function sendWrite(write: Write, wait = pause, isAgain = false): Promise<WriteResult> {
  let result = await attempt(write);
  let wasLost = isAgain || result.status === "lost";
  for (const ms of PAUSES_MS) {
    if (result.status !== "lost" && !(wasLost && isAtDoor(result))) return result;
    if (result.status === "refused" && result.code === null) break;
    await wait(ms);
    result = await attempt(write);
    wasLost ||= result.status === "lost";
  }
  return wasLost && isAtDoor(result) ? { status: "lost" } : result;
}

function isAtDoor(result: WriteResult): boolean {
  return result.status === "refused" && DOOR_CODES.has(result.code);
}
