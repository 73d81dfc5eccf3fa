/** REST client of both bases. Errors of the contract (1.4) become ApiError with readable text. */

import { explainCode } from "@/copy/reasons";
import { serverClock } from "@/domain/server-clock";
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
  readonly signal?: AbortSignal;
  /** A repeat with the same key is answered with the first answer (API 1.3). */
  readonly idempotencyKey?: string;
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
    throw new ApiError("The server can not be reached.", "UNREACHABLE", 0);
  } finally {
    requestEnds();
  }
  serverClock.note(response.headers.get("Date"));
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

/** Unwraps the main envelope `{info}`. */
function info(body: unknown): unknown {
  if (!isObject(body) || !("info" in body)) {
    throw new ApiError("The server sent an unreadable answer.", "BAD_ANSWER", 200);
  }
  return body["info"];
}

export interface MainPage {
  readonly info: unknown;
  readonly nextCursor: string | null;
}

/** Main base: `path` is relative to /api/v1; the result is the value of `info`. */
export const mainApi = {
  async get(path: string, options: RequestOptions = {}): Promise<unknown> {
    return info(await request(`/api/v1${path}`, {}, options));
  },
  async post(path: string, body: unknown, options: RequestOptions = {}): Promise<unknown> {
    return info(await request(`/api/v1${path}`, post(body), options));
  },
  async put(path: string, body: unknown, options: RequestOptions = {}): Promise<unknown> {
    return info(await request(`/api/v1${path}`, post(body, "PUT"), options));
  },
  async page(path: string, options: RequestOptions = {}): Promise<MainPage> {
    const body = await request(`/api/v1${path}`, {}, options);
    const pagination = isObject(body) ? body["pagination"] : null;
    const cursor = isObject(pagination) ? pagination["nextCursor"] : null;
    return { info: info(body), nextCursor: typeof cursor === "string" ? cursor : null };
  },
  /** For the few main routes whose result key is fixed (API 1.1). */
  bare(path: string, body?: unknown, options: RequestOptions = {}): Promise<unknown> {
    return request(`/api/v1${path}`, body === undefined ? {} : post(body), options);
  },
};

/** Express base: bare objects. */
export const expressApi = {
  get(path: string, options: RequestOptions = {}): Promise<unknown> {
    return request(`/express/v1${path}`, {}, options);
  },
  post(path: string, body: unknown, options: RequestOptions = {}): Promise<unknown> {
    return request(`/express/v1${path}`, post(body), options);
  },
};

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
