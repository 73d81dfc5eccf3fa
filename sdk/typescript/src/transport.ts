/** One HTTP request of the client: sent, answered or repeated, always within a deadline. */
import { warnIfDeprecated } from "./deprecation.js";
import { AcreError, ANSWER_LOST, BAD_ANSWER, type Details, NOT_CONNECTED } from "./errors.js";
import { isObject, type Json } from "./json.js";

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const CALL_MAX_MS = 30_000; // of one call with all its repetitions
const ATTEMPT_MAX_MS = 10_000;
const ATTEMPTS_MAX = 6;
const PAUSE_FIRST_MS = 250;
const PAUSE_MAX_MS = 5_000;
const SEQUENCE = "Acre-Sequence"; // a read that carries it sees what was written
const SEQUENCE_TEXT = /^[0-9]{1,19}$/;
const UNAVAILABLE = 503;
/** Of Node's causes: the request has not left. */
const NOT_SENT: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** The clock and the sleep of a client; tests bring their own. */
export interface Timer {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

export const TIMER: Timer = {
  nowMs: () => performance.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string | null;
  readonly idempotencyKey?: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Also when the server may have executed it already. */
  readonly isRepeatable?: boolean;
}

export interface Reply {
  readonly body: unknown;
  /** The server's wall clock, when it says it. */
  readonly dateMs: number | null;
}

/** Sends requests to one address and repeats those that may be repeated. */
export class Transport {
  #sequence = 0n; // the newest command that an answer to a write has shown

  constructor(
    readonly url: string,
    private readonly timer: Timer = TIMER,
  ) {}

  /** The answer; throws AcreError when it is a refusal or does not come in time. */
  async call(request: Request): Promise<Reply> {
    const endMs = this.timer.nowMs() + CALL_MAX_MS;
    let pauseMs = PAUSE_FIRST_MS;
    let isLost = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, endMs);
      } catch (error) {
        if (!(error instanceof AcreError)) throw error;
        error.isAfterLostAnswer = isLost;
        isLost ||= error.isUnknown;
        const waitMs = Math.max(pauseMs, (error.retryAfterS ?? 0) * 1000);
        const isLate = this.timer.nowMs() + waitMs >= endMs;
        if (attempt === ATTEMPTS_MAX || isLate || !mayRepeat(request, error)) throw error;
        await pause(this.timer.sleep(waitMs), request.signal);
        pauseMs = Math.min(PAUSE_MAX_MS, 2 * pauseMs);
      }
    }
  }

  async #attempt(request: Request, endMs: number): Promise<Reply> {
    const leftMs = Math.max(100, Math.min(ATTEMPT_MAX_MS, endMs - this.timer.nowMs()));
    const deadline = AbortSignal.timeout(Math.ceil(leftMs)); // Node takes no fractions
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(this.url + request.path, {
        method: request.method,
        headers: this.#headers(request),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        redirect: "manual",
        cache: "no-cache",
        signal,
      });
      text = await boundedText(answer);
    } catch (error) {
      if (request.signal?.aborted || error instanceof AcreError) throw error;
      throw lost(request, this.url, error);
    }
    this.#note(answer);
    warnIfDeprecated(request.method, request.path, answer.headers);
    const body = parsed(text);
    if (answer.type === "opaqueredirect") {
      throw new AcreError(BAD_ANSWER, `${request.path}: a redirect`); // a browser says no more
    }
    if (!answer.ok) throw refusal(answer, body, text);
    if (body === undefined) throw new AcreError(BAD_ANSWER, `${request.path}: not JSON`);
    return { body, dateMs: msOf(answer.headers.get("Date")) };
  }

  #headers(request: Request): Headers {
    const headers = new Headers();
    if (request.body !== undefined) headers.set("Content-Type", "application/json");
    if (request.token) headers.set("Authorization", `Bearer ${request.token}`);
    if (request.idempotencyKey) headers.set("Idempotency-Key", request.idempotencyKey);
    if (this.#sequence > 0n) headers.set(SEQUENCE, String(this.#sequence));
    return headers;
  }

  #note(answer: Response): void {
    if (answer.status === UNAVAILABLE) this.#sequence = 0n; // the server may have begun again
    const text = answer.headers.get(SEQUENCE) ?? "";
    const found = SEQUENCE_TEXT.test(text) ? BigInt(text) : 0n;
    if (found > this.#sequence) this.#sequence = found;
  }
}

/** The address of a server without a slash at its end; refuses others. */
export function checkedUrl(url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url.replace(/\/+$/, "");
  throw new TypeError(`the URL of a server begins with http:// or https://, not "${url}"`);
}

function mayRepeat(request: Request, error: AcreError): boolean {
  return error.isPassing && ((request.isRepeatable ?? true) || !error.isUnknown);
}

/** Waits, unless the caller gives up. */
async function pause(sleep: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await sleep;
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const abandoned = new Promise<void>((resolve) => {
    leave = resolve;
    signal.addEventListener("abort", leave);
  });
  await Promise.race([sleep, abandoned]);
  signal.removeEventListener("abort", leave);
  signal.throwIfAborted();
}

/** The error of a request without an answer; Node says the reason in the cause of its error. */
function lost(request: Request, url: string, cause: unknown): AcreError {
  const reason =
    cause instanceof Error ? (cause.cause as { code?: unknown } | undefined)?.code : null;
  const isSent = !NOT_SENT.has(reason);
  const why = isSent
    ? [String(cause), reason ?? ""].join(" ").trim()
    : `${url} does not answer: ${reason}`;
  const code = isSent ? ANSWER_LOST : NOT_CONNECTED;
  return new AcreError(code, `${request.method} ${request.path}: ${why}`, { cause });
}

async function boundedText(answer: Response): Promise<string> {
  if (answer.body === null) return "";
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > ANSWER_BYTES_MAX) {
      reader.cancel().catch(() => undefined);
      throw new AcreError(BAD_ANSWER, `more than ${ANSWER_BYTES_MAX} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The JSON of a text: null for none, undefined for another text. */
function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The error of an answer, also when a proxy made it. */
function refusal(answer: Response, body: unknown, text: string): AcreError {
  const said: Json = isObject(body) ? body : {};
  const code = typeof said["code"] === "string" ? said["code"] : `HTTP_${answer.status}`;
  const words = typeof said["message"] === "string" ? said["message"] : text.slice(0, 200);
  const retryAfterS = secondsOf(answer.headers.get("Retry-After"));
  const pause = retryAfterS === null ? "" : `; wait ${retryAfterS} s`;
  const details: Details = isObject(said["details"]) ? said["details"] : {};
  return new AcreError(code, (words || "no text") + pause, {
    status: answer.status,
    details,
    requestId: answer.headers.get("X-Request-Id"),
    retryAfterS,
  });
}

function secondsOf(text: string | null): number | null {
  return text !== null && /^[0-9]{1,6}$/.test(text) ? Number(text) : null;
}

function msOf(text: string | null): number | null {
  const value = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(value) ? null : value;
}
