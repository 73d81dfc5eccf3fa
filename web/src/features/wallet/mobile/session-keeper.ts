import type { MobileWallet } from "@solana-mobile/mobile-wallet-adapter-protocol";
import { toast } from "@/state/toast";
import { MobileSession } from "./mobile-session";
import { BUSY, mobileError } from "./protocol-words";

/** How long a session waits for the next request after connecting. */
const HOLD_MS = 3_000;
const TOAST_ID = "mobile-wallet";

type Ask<T> = (wallet: MobileWallet, isNew: boolean) => Promise<T>;

interface Held {
  readonly session: MobileSession;
  readonly controller: AbortController;
}

function showWaiting(controller: AbortController): void {
  toast.loading("Waiting for the wallet app", {
    id: TOAST_ID,
    description: "Approve the request there; this page continues automatically.",
    duration: Number.POSITIVE_INFINITY,
    actions: [{ label: "Cancel", onClick: () => controller.abort() }],
  });
}

/** Opens sessions with the wallet app, one at a time, and says on the page that it waits for it. */
export class SessionKeeper {
  #held: Held | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;

  /** Asks in the session that is held, or in a new one; afterwards it is closed or held. */
  async use<T>(baseUri: string | null, ask: Ask<T>, { isHeld = false } = {}): Promise<T> {
    if (this.#running !== null) throw mobileError(BUSY);
    const held = this.#take();
    const controller = held?.controller ?? new AbortController();
    this.#running = controller;
    showWaiting(controller);
    let session = held?.session ?? null;
    let willHold = false;
    try {
      session ??= await MobileSession.open(baseUri, controller.signal);
      const answer = await session.run((wallet) => ask(wallet, held === null));
      willHold = isHeld;
      return answer;
    } finally {
      toast.dismiss(TOAST_ID);
      this.#running = null;
      if (session !== null && willHold) this.#hold({ session, controller });
      else session?.close();
    }
  }

  /** Ends what waits and what is held. */
  close(): void {
    this.#running?.abort();
    this.#take()?.session.close();
  }

  #hold(held: Held): void {
    this.#held = held;
    this.#timer = setTimeout(() => this.#take()?.session.close(), HOLD_MS);
  }

  #take(): Held | null {
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = null;
    if (held === null || held.session.isOpen) return held;
    held.session.close();
    return null;
  }
}
