import { vi } from "vitest";
import { stream } from "@/api/live";

type Message = Readonly<Record<string, unknown>>;

/** The server's side of the websocket: accepts every token, subscribes on request. */
class FakeSocket {
  readonly readyState = 1;
  onopen: unknown = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: unknown = null;
  readonly sent: Message[] = [];
  readonly #snapshots: Readonly<Record<string, object>>;
  readonly #sequences = new Map<string, number>();

  constructor(snapshots: Readonly<Record<string, object>>) {
    this.#snapshots = snapshots;
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    this.sent.push(message);
    if (message["op"] === "auth") this.receive({ type: "authenticated" });
    if (message["op"] !== "subscribe") return;
    for (const channel of message["channels"] as readonly string[]) this.snapshot(channel);
  }

  close(): void {
    this.onmessage = null;
  }

  receive(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  snapshot(channel: string): void {
    const data = this.#snapshots[channel];
    if (data) this.#number("snapshot", channel, data, 1);
  }

  delta(channel: string, data: object, lost = 0): void {
    this.#number("delta", channel, data, 1 + lost);
  }

  #number(type: string, channel: string, data: object, step: number): void {
    const sequence = (this.#sequences.get(channel) ?? 0) + step;
    this.#sequences.set(channel, sequence);
    this.receive({ type, channel, sequence, timestamp: 1, data });
  }
}

/** Connects the app's stream to a fake server; the result is its last socket and its end. */
export function fakeStream(snapshots: Readonly<Record<string, object>>) {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      constructor() {
        super(snapshots);
        sockets.push(this);
      }
    },
  );
  stream.start();
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  last().receive({ type: "hello", clock: { now: 5, rate: 1 } });
  return { last, end: () => stream.stop() };
}
