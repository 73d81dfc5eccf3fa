/** Where websockets come from: the runtime, or the caller, of whatever package. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { AcreClient } from "../src/client.js";
import { AcreError } from "../src/errors.js";
import { fromSecretKey, newSecretKey } from "../src/signers.js";
import type { SocketLike } from "../src/stream/stream-client.js";

/** What `@types/ws` declares of its WebSocket. */
declare class WsSocket {
  readonly readyState: 0 | 1 | 2 | 3;
  onopen: ((event: { type: string; target: WsSocket }) => void) | null;
  onmessage: ((event: WsMessage) => void) | null;
  onclose: ((event: WsClose) => void) | null;
  onerror: ((event: { error: unknown; message: string; target: WsSocket }) => void) | null;
  close(code?: number, data?: string | Buffer): void;
  send(data: string | Buffer | number, done?: (error?: Error) => void): void;
  send(data: string | Buffer | number, options: object, done?: (error?: Error) => void): void;
}
interface WsMessage {
  data: string | Buffer | ArrayBuffer | Buffer[];
  type: string;
  target: WsSocket;
}
interface WsClose {
  wasClean: boolean;
  code: number;
  reason: string;
  target: WsSocket;
}

/** Compiles only while either socket is one of ours, without a cast. */
export const opened: Record<string, (url: string) => SocketLike> = {
  ofWs: () => new WsSocket(),
  ofRuntime: (url) => new WebSocket(url),
  // @ts-expect-error: a socket without `send` is none.
  ofNone: () => ({ onmessage: null, onclose: null, onerror: null, close: () => undefined }),
  // @ts-expect-error: nor is one whose messages have no data.
  ofOther: () => ({ ...fake(), onmessage: (_: { text: string }) => undefined }),
};

function fake(): SocketLike {
  const [send, close] = [vi.fn(), vi.fn()];
  return { onmessage: null, onclose: null, onerror: null, send, close };
}

async function client(): Promise<AcreClient> {
  return new AcreClient("http://server", await fromSecretKey(await newSecretKey()));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  it("without a WebSocket says what to do before it signs in", async () => {
    vi.stubGlobal("WebSocket", undefined);
    const fetched = vi.fn();
    vi.stubGlobal("fetch", fetched);
    const error = await (await client()).stream({ isPrivate: true }).catch((reason) => reason);
    expect(error).toBeInstanceOf(AcreError);
    expect(error.code).toBe("NO_WEBSOCKET");
    for (const way of ["Node 22", "--experimental-websocket", "openSocket: (url) =>"]) {
      expect(error.message).toContain(way);
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  it("takes the caller's socket before the runtime's", async () => {
    const runtime = vi.fn();
    vi.stubGlobal("WebSocket", runtime);
    const openSocket = vi.fn(fake);
    const stream = await (await client()).stream({ openSocket });
    stream.start();
    stream.stop();
    expect(openSocket).toHaveBeenCalledExactlyOnceWith("ws://server/express/v1/ws");
    expect(runtime).not.toHaveBeenCalled();
  });

  it("takes the runtime's where it has one", async () => {
    const urls: string[] = [];
    class Runtime {
      constructor(url: string) {
        urls.push(url);
      }
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Runtime);
    const stream = await (await client()).stream();
    stream.start();
    stream.stop();
    expect(urls).toEqual(["ws://server/express/v1/ws"]);
  });
});
