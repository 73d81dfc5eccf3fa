/**
 * REST client of both bases, typed by the table of routes: a path names its parameters and its
 * answer. Errors of the contract (1.4) become ApiError with readable text.
 */

import type { Ask as AskWith, Method, Page } from "@acre/sdk/calls";
import { explainCode } from "@/copy/messages";
import { serverClock } from "@/domain/server-clock";
import type { ExpressCalls, MainCalls } from "@/generated/api";
import { requestBegins } from "./network";

const TIMEOUT_MS = 15_000;

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly expiredToken = false,
  ) {
    super(message);
  }

  /** What to show a person: our sentence for the code, else the server's own text. */
  get humanText(): string {
    return explainCode(this.code, this.details) ?? this.message;
  }
}

export interface RequestOptions {
  readonly token?: string | null;
  readonly signal?: AbortSignal | undefined;
  /** A repeat with the same key is answered with the first answer (API 1.3). */
  readonly idempotencyKey?: string;
}

const SEQUENCE = "Acre-Sequence";

/** The newest command that an answer to a write has shown: what is read next must have it. */
let seenSequence = 0;

function noteSequence(response: Response): void {
  // A server that has not got there in time may have begun again.
  if (response.status === 503) seenSequence = 0;
  const sequence = Number(response.headers.get(SEQUENCE));
  if (Number.isSafeInteger(sequence)) seenSequence = Math.max(seenSequence, sequence);
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toApiError(status: number, body: unknown): ApiError {
  if (isObject(body) && typeof body["code"] === "string") {
    const details = isObject(body["details"]) ? body["details"] : {};
    const message = typeof body["message"] === "string" ? body["message"] : `Error ${status}`;
    return new ApiError(message, body["code"], status, details, body["expiredToken"] === true);
  }
  return new ApiError(`The server answered ${status}.`, "HTTP_ERROR", status);
}

async function request(path: string, init: RequestInit, options: RequestOptions): Promise<unknown> {
  const headers = new Headers(init.headers);
  if (options.token) headers.set("Authorization", `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  if (seenSequence > 0) headers.set(SEQUENCE, String(seenSequence));
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const requestEnds = requestBegins();
  let response: Response;
  let text: string;
  try {
    // The query cache decides when to ask; the browser's cache may only confirm what it has (304).
    response = await fetch(path, { ...init, headers, signal, cache: "no-cache" });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError("Connection lost. Prices may be out of date.", "UNREACHABLE", 0);
  } finally {
    requestEnds();
  }
  serverClock.note(response.headers.get("Date"));
  noteSequence(response);
  let body: unknown = null;
  if (text !== "") {
    try {
      body = JSON.parse(text);
    } catch {
      throw new ApiError("The server sent an unreadable answer.", "BAD_ANSWER", response.status);
    }
  }
  if (!response.ok) throw toApiError(response.status, body);
  return body;
}

function post(body: unknown, method = "POST"): RequestInit {
  return {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

export function query(parameters: Readonly<Record<string, string | number | boolean | undefined>>) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

interface AnyOptions extends RequestOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Parameters<typeof query>[0];
  readonly body?: unknown;
}

/** Calls of a base with what any of ours takes beside its parameters. */
type Ask<Base, M extends Method, Answer extends "answer" | "info" | "page"> = AskWith<
  Base,
  M,
  Answer,
  RequestOptions
>;

/** The one place where an answer gets its type: the server's tests hold it to the table. */
function ask<A>(base: string, method: Method, read: (body: unknown) => unknown = (body) => body) {
  const send = async (route: string, options: AnyOptions = {}) => {
    const path = route.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(options.path?.[name])),
    );
    const init = method === "GET" ? {} : post(options.body ?? {}, method);
    return read(await request(base + path + query(options.query ?? {}), init, options));
  };
  return send as A;
}

/** Unwraps the main envelope `{info}`. */
function info(body: unknown): unknown {
  if (!isObject(body) || !("info" in body)) {
    throw new ApiError("The server sent an unreadable answer.", "BAD_ANSWER", 200);
  }
  return body["info"];
}

function page(body: unknown): Page<unknown> {
  const pagination = isObject(body) ? body["pagination"] : null;
  const cursor = isObject(pagination) ? pagination["nextCursor"] : null;
  return { info: info(body), nextCursor: typeof cursor === "string" ? cursor : null };
}

const MAIN = "/api/v1";
const EXPRESS = "/express/v1";

/** Main base: paths are relative to /api/v1; the result is the value of `info`. */
export const mainApi = {
  get: ask<Ask<MainCalls, "GET", "info">>(MAIN, "GET", info),
  post: ask<Ask<MainCalls, "POST", "info">>(MAIN, "POST", info),
  put: ask<Ask<MainCalls, "PUT", "info">>(MAIN, "PUT", info),
  page: ask<Ask<MainCalls, "GET", "page">>(MAIN, "GET", page),
  /** For the few main routes whose result key is fixed (API 1.1). */
  getBare: ask<Ask<MainCalls, "GET", "answer">>(MAIN, "GET"),
  postBare: ask<Ask<MainCalls, "POST", "answer">>(MAIN, "POST"),
};

/** Express base: bare objects. */
export const expressApi = {
  get: ask<Ask<ExpressCalls, "GET", "answer">>(EXPRESS, "GET"),
  post: ask<Ask<ExpressCalls, "POST", "answer">>(EXPRESS, "POST"),
};

/** A write with its path filled in: it is kept and sent again when no answer comes. */
export async function postAgain(
  base: "express" | "main",
  path: string,
  body: object,
  options: RequestOptions,
): Promise<unknown> {
  if (base === "express") return await request(EXPRESS + path, post(body), options);
  return info(await request(MAIN + path, post(body), options));
}

let rpcId = 0;

/** One JSON-RPC call to the chain node. */
export async function rpcCall(method: string, parameters: readonly unknown[]): Promise<unknown> {
  rpcId += 1;
  const body = await request(
    "/rpc",
    post({ jsonrpc: "2.0", id: rpcId, method, params: parameters }),
    {},
  );
  if (!isObject(body)) throw new ApiError("The node sent an unreadable answer.", "BAD_ANSWER", 200);
  const error = body["error"];
  if (isObject(error)) {
    throw new ApiError(String(error["message"] ?? "The node refused."), "NODE_ERROR", 200, error);
  }
  return body["result"];
}
