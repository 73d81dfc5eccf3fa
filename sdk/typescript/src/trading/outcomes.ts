/**
 * Outcomes of commands from the wallet's stream, as they happen. The stream only makes an answer
 * earlier: what it misses is asked for by `Commands`. It closes when no command follows for a while,
 * so that a program can end.
 */
import type { UserDelta } from "../generated/streams.js";
import type { Stream } from "../stream/typed.js";

const READY_MAX_MS = 2_000; // for the first snapshot: without it the outcome is asked for
const IDLE_MS = 2_000;
const EVENTS_MAX = 1_000;

export type UserEvent = UserDelta["events"][number];
export type EventOf<Kind extends UserEvent["kind"]> = Extract<UserEvent, { readonly kind: Kind }>;

/** What the stream says of the commands of one wallet; one signature is watched for at a time. */
export class Outcomes {
  #stream: Stream | null = null;
  #begun: symbol | null = null; // from the sign-in until it closes
  #isDeaf = false; // it did not come once: it is not waited for again
  #signature = "";
  #events: UserEvent[] = [];
  #seen: () => void = () => undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** `connect` returns null where there is no stream to listen to. */
  constructor(
    private readonly address: string,
    private readonly connect: () => Promise<Stream> | null,
  ) {}

  /** Connects unless that was begun; trouble leaves the outcome to be asked for. */
  async open(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#begun !== null) return;
    const isReady = this.#begin();
    if (!this.#isDeaf) this.#isDeaf = !(await within(READY_MAX_MS, isReady));
  }

  /** Collects the events of a transaction, and forgets those of the one before. */
  watch(signature: string): void {
    this.#signature = signature;
    this.#events = [];
  }

  /** The outcome of the watched transaction, as soon as the stream says it; `pause` ends the wait. */
  async wait(pause: Promise<void>): Promise<EventOf<"command"> | undefined> {
    if (this.event("command") === undefined) {
      const seen = new Promise<void>((resolve) => {
        this.#seen = resolve;
      });
      await Promise.race([seen, pause]);
    }
    return this.event("command");
  }

  /** The first event of a kind that the watched transaction has made. */
  event<Kind extends UserEvent["kind"]>(
    kind: Kind,
    isIt: (event: EventOf<Kind>) => boolean = () => true,
  ): EventOf<Kind> | undefined {
    const isOfKind = (event: UserEvent): event is EventOf<Kind> => event.kind === kind;
    return this.#events.filter(isOfKind).find(isIt);
  }

  /** Closes the stream unless another command follows soon. */
  rest(): void {
    clearTimeout(this.#idle);
    if (this.#begun !== null) this.#idle = setTimeout(() => this.close(), IDLE_MS);
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#stream?.stop();
    this.#stream = null;
    this.#begun = null;
  }

  /** Signs in and listens; false when there is no snapshot. */
  async #begin(): Promise<boolean> {
    const own = Symbol("begun");
    this.#begun = own;
    try {
      const stream = await this.connect();
      if (this.#begun !== own) return true; // closed meanwhile: it never starts
      if (stream !== null) {
        this.#stream = stream;
        return await this.#listen(stream);
      }
    } catch {
      // What failed is closed below.
    }
    if (this.#begun === own) this.close();
    return true;
  }

  /** Whether the stream says its state; false when the server refuses it. */
  #listen(stream: Stream): Promise<boolean> {
    return new Promise((resolve) => {
      stream.subscribe(`user:${this.address}`, {
        snapshot: () => resolve(true),
        delta: ({ events }) => this.#take(events),
        error: () => {
          if (this.#stream === stream) this.close(); // the next command signs in again
          resolve(false);
        },
      });
      stream.start();
    });
  }

  /** Nothing of a message is believed: a server may send anything. */
  #take(events: unknown): void {
    for (const event of Array.isArray(events) ? events : []) {
      const isOwn = event?.signature === this.#signature && this.#signature !== "";
      if (isOwn && this.#events.length < EVENTS_MAX) this.#events.push(event);
    }
    if (this.event("command") !== undefined) this.#seen();
  }
}

async function within(ms: number, condition: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([condition, late]);
  } finally {
    clearTimeout(timer);
  }
}
