import { vi } from "vitest";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly token: string | null;
}

export type Answer = { readonly status?: number; readonly body: unknown };
type Route = (call: Call) => Answer | Promise<Answer>;

/** A server made of routes by “METHOD path”; every call is kept for the test to look at. */
export function fakeServer(routes: Readonly<Record<string, Route>>): readonly Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const path = url.split("?")[0] ?? url;
    const call = {
      method,
      path,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : null,
      token: new Headers(init.headers).get("Authorization"),
    };
    calls.push(call);
    const route = routes[`${method} ${path}`];
    const { status = 200, body } = route
      ? await route(call)
      : { status: 404, body: { message: `no route ${path}`, code: "NOT_FOUND", details: {} } };
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
  return calls;
}

export function refusal(status: number, code: string, message = code, extra: object = {}): Answer {
  return {
    status,
    body: { message, code, details: {}, requestId: "r", expiredToken: false, ...extra },
  };
}
