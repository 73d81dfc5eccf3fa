/** Every call of the API by its path, typed by the table of routes. */
import { AcreError, BAD_ANSWER } from "./errors.js";
import type { ExpressCalls, MainCalls } from "./generated/api.js";
import { isObject } from "./json.js";
import type { Login } from "./login.js";
import type { Transport } from "./transport.js";

export type Method = "GET" | "POST" | "PUT";

interface Call {
  readonly path: object;
  readonly query: object;
  readonly body: unknown;
  readonly answer: unknown;
}

/** The paths of a base for a method. */
type PathOf<Base, M extends Method> = {
  [Key in keyof Base]: Key extends `${M} ${infer Path}` ? Path : never;
}[keyof Base];
type CallOf<Base, M extends Method, Path extends string> = Extract<
  Base[`${M} ${Path}` & keyof Base],
  Call
>;

/** An undefined parameter is left out. */
type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined };
type Optional<Name extends string, T> = { readonly [Key in Name]?: T };
type Needed<Name extends string, T> = { readonly [Key in Name]: T };
type Part<Name extends string, T, Given = T> = [keyof T] extends [never]
  ? unknown
  : Partial<T> extends T
    ? Optional<Name, Given>
    : Needed<Name, Given>;
type BodyPart<T> = [T] extends [null]
  ? unknown
  : Partial<T> extends T
    ? Optional<"body", T>
    : Needed<"body", T>;
type Parts<C extends Call> = Part<"path", C["path"]> &
  Part<"query", C["query"], Loose<C["query"]>> &
  BodyPart<C["body"]>;
type Rest<C extends Call, Options> =
  Partial<Parts<C>> extends Parts<C>
    ? [options?: Parts<C> & Options]
    : [options: Parts<C> & Options];

/** The value of `info` in an answer of the main base. */
type InfoOf<Answer> = Answer extends { readonly info: infer Info } ? Info : never;

/** A page of a list of the main base. */
export interface Page<Info> {
  readonly info: Info;
  readonly nextCursor: string | null;
}

interface Answers<C extends Call> {
  readonly answer: C["answer"];
  readonly info: InfoOf<C["answer"]>;
  readonly page: Page<InfoOf<C["answer"]>>;
}

/** A call of a base; `Answer` says what of the answer it returns. */
export type Ask<Base, M extends Method, Answer extends keyof Answers<Call>, Options> = <
  Path extends PathOf<Base, M>,
>(
  path: Path,
  ...rest: Rest<CallOf<Base, M, Path>, Options>
) => Promise<Answers<CallOf<Base, M, Path>>[Answer]>;

/** What any call takes beside its parameters. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A repeat with the same key is answered with the first answer; made for each write if missing. */
  readonly idempotencyKey?: string;
}

interface AnyOptions extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Calls below `/api/v1`: `get`, `post` and `put` return the value of `info`. */
export interface MainApi {
  readonly get: Ask<MainCalls, "GET", "info", CallOptions>;
  readonly post: Ask<MainCalls, "POST", "info", CallOptions>;
  readonly put: Ask<MainCalls, "PUT", "info", CallOptions>;
  readonly page: Ask<MainCalls, "GET", "page", CallOptions>;
}

/** Calls below `/express/v1`: they return the whole answer. */
export interface ExpressApi {
  readonly get: Ask<ExpressCalls, "GET", "answer", CallOptions>;
  readonly post: Ask<ExpressCalls, "POST", "answer", CallOptions>;
}

/** Sends the calls of a base; one that the server answers with 401 signs in and is sent again. */
class Caller {
  readonly #private = new Set<string>(); // routes that need a token; there are as many as routes

  constructor(
    private readonly transport: Transport,
    private readonly login: Login,
  ) {}

  async send(method: Method, route: string, options: AnyOptions = {}): Promise<unknown> {
    const path = filled(route, options.path ?? {}) + queryOf(options.query ?? {});
    const isWrite = method !== "GET";
    const request = {
      method,
      path,
      ...(isWrite ? { body: options.body ?? {} } : {}),
      idempotencyKey: isWrite ? (options.idempotencyKey ?? crypto.randomUUID()) : null,
      signal: options.signal,
    };
    const key = `${method} ${route}`;
    const token = this.#private.has(key) ? await this.login.token() : null;
    try {
      return (await this.transport.call({ ...request, token })).body;
    } catch (error) {
      if (!(error instanceof AcreError) || error.status !== 401) throw error;
      this.#private.add(key);
      const fresh = await this.login.token(token);
      return (await this.transport.call({ ...request, token: fresh })).body;
    }
  }

  /** The one place where an answer gets its type: the server's tests hold it to the table. */
  ask<A>(method: Method, read: (body: unknown) => unknown): A {
    const send = async (route: string, options?: AnyOptions) =>
      read(await this.send(method, route, options));
    return send as A;
  }
}

function filled(route: string, parts: Readonly<Record<string, unknown>>): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

function infoOf(body: unknown): unknown {
  if (!isObject(body) || !("info" in body)) throw new AcreError(BAD_ANSWER, "no info");
  return body["info"];
}

function pageOf(body: unknown): Page<unknown> {
  const pagination = isObject(body) ? body["pagination"] : null;
  const cursor = isObject(pagination) ? pagination["nextCursor"] : null;
  return { info: infoOf(body), nextCursor: typeof cursor === "string" ? cursor : null };
}

function whole(body: unknown): unknown {
  return body;
}

export function mainApi(transport: Transport, login: Login): MainApi {
  const caller = new Caller(transport, login);
  return {
    get: caller.ask("GET", infoOf),
    post: caller.ask("POST", infoOf),
    put: caller.ask("PUT", infoOf),
    page: caller.ask("GET", pageOf),
  };
}

export function expressApi(transport: Transport, login: Login): ExpressApi {
  const caller = new Caller(transport, login);
  return { get: caller.ask("GET", whole), post: caller.ask("POST", whole) };
}
