import { mobileError, SESSION_DROPPED, strayError } from "./protocol-words";

/** The end of the address of the wallet's socket, as the protocol has it. */
const WALLET_SOCKET = "/solana-wallet";

/**
 * Notices what the protocol package keeps to itself: a socket that closes while a request waits,
 * and errors thrown in its message handler. Either would leave the request waiting for ever. It
 * only looks: the browser's WebSocket is replaced by one that also records the last socket.
 */
export class SessionWatch {
  /** Rejects with what went wrong; never fulfilled. */
  readonly failed: Promise<never>;
  #reject: (error: unknown) => void = () => undefined;
  #socket: WebSocket | null = null;
  readonly #native = globalThis.WebSocket;

  constructor() {
    this.failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.failed.catch(() => undefined);
    window.addEventListener("unhandledrejection", this.#onStray);
    this.#lookAtSockets();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }

  /** The first outcome of an act and of the session that it needs. */
  race<T>(act: Promise<T>): Promise<T> {
    return Promise.race([act, this.failed]);
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** The session stands: from now on its socket has to stay open. */
  established(): void {
    globalThis.WebSocket = this.#native;
    this.#socket?.addEventListener("close", this.#onClose);
    if (!this.isOpen) this.#onClose();
  }

  end(): void {
    globalThis.WebSocket = this.#native;
    this.#socket?.removeEventListener("close", this.#onClose);
    window.removeEventListener("unhandledrejection", this.#onStray);
  }

  #lookAtSockets(): void {
    const seen = (socket: WebSocket): void => {
      this.#socket = socket;
    };
    globalThis.WebSocket = class extends this.#native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        if (String(url).endsWith(WALLET_SOCKET)) seen(this);
      }
    };
  }

  readonly #onClose = (): void => this.fail(mobileError(SESSION_DROPPED));

  readonly #onStray = (event: PromiseRejectionEvent): void => {
    const error = strayError(event.reason);
    if (error === null) return;
    event.preventDefault();
    this.fail(error);
  };
}
