/** How a websocket is opened. */
import { AcreError, NO_WEBSOCKET } from "../errors.js";
import type { SocketLike } from "./stream-client.js";

const ADVICE =
  "This runtime has no WebSocket: use Node 22 or later, run `node --experimental-websocket`, " +
  "or give `openSocket: (url) => new WebSocket(url)` with WebSocket of the package ws";

export type OpenSocket = (url: string) => SocketLike;

export function hasWebSocket(): boolean {
  return typeof globalThis.WebSocket === "function";
}

/** Opens the WebSocket of the runtime; throws AcreError where there is none. */
export function runtimeSocket(): OpenSocket {
  if (!hasWebSocket()) throw new AcreError(NO_WEBSOCKET, ADVICE);
  return (url) => new WebSocket(url);
}
