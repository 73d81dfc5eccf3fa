/**
 * One websocket of the contract's stream (5.8): numbered channels, a gap subscribes again, silence
 * reconnects, a token authenticates the user channel. Knows nothing of markets or React.
 */
import { nextDelayMs } from "./backoff.js";

export type StreamState = "connecting" | "open" | "waiting" | "stopped";

export interface ChannelListener {
  snapshot(data: unknown, timestamp: number): void;
  delta(data: unknown, timestamp: number): void;
  error?(code: string, message: string): void;
  /** Messages may be missing from here on, until the next snapshot. */
  lost?(): void;
}

/** A handler of events that are at least this; the handlers of sockets ask for more. */
type Handler<Needed> = { handle(event: Needed): void }["handle"];

/** The part of WebSocket that is used: browsers, Node, and the package `ws` have it. */
export interface SocketLike {
  onmessage: Handler<{ readonly data: unknown }> | null;
  onclose: Handler<object> | null;
  onerror: Handler<object> | null;
  readonly readyState?: number;
  send(text: string): void;
  close(code?: number): void;
}

export interface StreamOptions {
  readonly openSocket: () => SocketLike;
  readonly onClock?: (clock: { now: number; rate: number }) => void;
  readonly onState?: (state: StreamState) => void;
  readonly onRoundTrip?: (ms: number) => void;
  /** Another token than the one that the server refused; without it that is an error. */
  readonly renewToken?: (refused: string | null) => Promise<string>;
  readonly random?: () => number;
  readonly nowMs?: () => number;
}

const SOCKET_OPEN = 1;
const SILENCE_MS = 25_000;
const PING_MS = 5_000;
const RENEWALS_MAX = 3; // of the token between two heartbeats
const TOKEN_CODES: ReadonlySet<string> = new Set(["INVALID_TOKEN", "TOKEN_EXPIRED"]);

interface Channel {
  readonly listeners: Set<ChannelListener>;
  /** Sequence of the last message; null while a snapshot is awaited. */
  sequence: number | null;
}

function lose(channel: Channel): void {
  channel.sequence = null;
  for (const listener of channel.listeners) listener.lost?.();
}

type Message = Readonly<Record<string, unknown>>;

function parseMessage(data: unknown): Message | null {
  if (typeof data !== "string") return null;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Message) : null;
  } catch {
    return null;
  }
}

export class StreamClient {
  readonly #options: StreamOptions;
  readonly #channels = new Map<string, Channel>();
  #socket: SocketLike | null = null;
  #state: StreamState = "stopped";
  #attempt = 0;
  #token: string | null = null;
  #isAuthenticated = false;
  #renewals = 0;
  #isRenewing = false;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pingSentAt: number | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  get state(): StreamState {
    return this.#state;
  }

  start(): void {
    if (this.#state === "stopped") this.#connect();
  }

  stop(): void {
    this.#clearTimers();
    this.#drop();
    this.#setState("stopped");
  }

  /** Listens to a channel; the last listener leaving unsubscribes it. */
  subscribe(name: string, listener: ChannelListener): () => void {
    const known = this.#channels.get(name);
    const channel = known ?? { listeners: new Set(), sequence: null };
    channel.listeners.add(listener);
    if (!known) this.#channels.set(name, channel);
    // A second listener needs a snapshot of its own; subscribing again is answered with one.
    this.#request([name]);
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return;
      this.#channels.delete(name);
      if (this.#state === "open") this.#send({ op: "unsubscribe", channels: [name] });
    };
  }

  /** Authenticates now and after every reconnection; null forgets the token. */
  setToken(token: string | null): void {
    this.#token = token;
    this.#isAuthenticated = false;
    if (token !== null && this.#state === "open") this.#send({ op: "auth", token });
  }

  /** Asks for a fresh snapshot of everything, as after a long time in the background. */
  resnapshot(): void {
    if (this.#state === "open") this.#request([...this.#channels.keys()]);
    else if (this.#state === "waiting") this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    this.#drop();
    this.#setState("connecting");
    const socket = this.#options.openSocket();
    this.#socket = socket;
    this.#watchSilence();
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#receive(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#retry();
    };
    socket.onerror = () => undefined;
  }

  #receive(data: unknown): void {
    this.#watchSilence();
    const message = parseMessage(data);
    if (!message) return;
    switch (message["type"]) {
      case "hello":
        this.#takeClock(message["clock"]);
        this.#opened();
        break;
      case "heartbeat":
        this.#renewals = 0;
        this.#takeClock(message["clock"]);
        break;
      case "pong":
        this.#takePong();
        break;
      case "authenticated":
        this.#isAuthenticated = true;
        this.#request([...this.#channels.keys()].filter(isUserChannel));
        break;
      case "snapshot":
      case "delta":
        this.#deliver(message);
        break;
      case "error":
        this.#deliverError(message);
        break;
    }
  }

  #opened(): void {
    this.#attempt = 0;
    this.#isAuthenticated = false;
    this.#setState("open");
    clearInterval(this.#pingTimer);
    if (this.#token !== null) this.#send({ op: "auth", token: this.#token });
    this.#request([...this.#channels.keys()]);
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    this.#ping();
  }

  #deliver(message: Message): void {
    const name = message["channel"];
    const sequence = message["sequence"];
    if (typeof name !== "string" || typeof sequence !== "number") return;
    const channel = this.#channels.get(name);
    if (!channel) return;
    const timestamp = typeof message["timestamp"] === "number" ? message["timestamp"] : 0;
    if (message["type"] === "snapshot") {
      channel.sequence = sequence;
      for (const listener of channel.listeners) listener.snapshot(message["data"], timestamp);
      return;
    }
    if (channel.sequence === null) return; // A snapshot is on its way and will contain this.
    if (sequence !== channel.sequence + 1) {
      lose(channel);
      this.#send({ op: "unsubscribe", channels: [name] });
      this.#request([name]);
      return;
    }
    channel.sequence = sequence;
    for (const listener of channel.listeners) listener.delta(message["data"], timestamp);
  }

  #deliverError(message: Message): void {
    const [name, code] = [message["channel"], String(message["code"])];
    // A refused token is reported without a channel; no user channel is pending then.
    const isOfToken = !this.#isAuthenticated && TOKEN_CODES.has(code);
    const userChannels = isOfToken ? [...this.#channels.keys()].filter(isUserChannel) : [];
    const names = typeof name === "string" ? [name] : userChannels;
    const report = () => {
      for (const listener of names.flatMap((one) => [
        ...(this.#channels.get(one)?.listeners ?? []),
      ])) {
        listener.error?.(code, String(message["message"]));
      }
    };
    const { renewToken } = this.#options;
    if (!renewToken || !TOKEN_CODES.has(code) || !names.some(isUserChannel)) report();
    else if (!this.#isRenewing) this.#renew(renewToken, report);
  }

  /** Renews the token; reports the error if that fails or was tried too often. */
  #renew(renewToken: NonNullable<StreamOptions["renewToken"]>, report: () => void): void {
    if (this.#renewals >= RENEWALS_MAX) {
      report();
      return;
    }
    this.#renewals += 1;
    this.#isRenewing = true;
    for (const [name, channel] of this.#channels) if (isUserChannel(name)) lose(channel);
    renewToken(this.#token)
      .then((token) => this.setToken(token), report)
      .finally(() => {
        this.#isRenewing = false;
      });
  }

  #request(names: readonly string[]): void {
    if (this.#state !== "open") return;
    const allowed = names.filter((name) => this.#isAuthenticated || !isUserChannel(name));
    if (allowed.length === 0) return;
    for (const name of allowed) {
      const channel = this.#channels.get(name);
      if (channel) channel.sequence = null;
    }
    this.#send({ op: "subscribe", channels: allowed });
  }

  #send(message: Message): void {
    // One that is closing takes nothing any more; all is asked again on the next.
    if ((this.#socket?.readyState ?? SOCKET_OPEN) !== SOCKET_OPEN) return;
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    if (this.#pingSentAt !== null) return;
    this.#pingSentAt = this.#nowMs();
    this.#send({ op: "ping" });
  }

  #takePong(): void {
    if (this.#pingSentAt === null) return;
    this.#options.onRoundTrip?.(this.#nowMs() - this.#pingSentAt);
    this.#pingSentAt = null;
  }

  #takeClock(clock: unknown): void {
    if (typeof clock !== "object" || clock === null) return;
    const { now, rate } = clock as { now?: unknown; rate?: unknown };
    if (typeof now === "number" && typeof rate === "number") this.#options.onClock?.({ now, rate });
  }

  #watchSilence(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#retry(), SILENCE_MS);
  }

  #retry(): void {
    this.#clearTimers();
    this.#drop();
    this.#setState("waiting");
    const delayMs = nextDelayMs(this.#attempt, this.#options.random ?? Math.random);
    this.#attempt += 1;
    this.#retryTimer = setTimeout(() => this.#connect(), delayMs);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isAuthenticated = false;
    this.#pingSentAt = null;
    for (const channel of this.#channels.values()) lose(channel);
    socket?.close(1000);
  }

  #clearTimers(): void {
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
  }

  #setState(state: StreamState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? (() => performance.now()))();
  }
}

function isUserChannel(name: string): boolean {
  return name.startsWith("user:");
}
