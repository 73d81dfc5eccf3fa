import {
  type MobileWallet,
  type Scenario,
  startScenario,
} from "@solana-mobile/mobile-wallet-adapter-protocol";
import { allowLoopback } from "./loopback-permission";
import { CANCELLED, inWords, mobileError, NOT_FOUND, TAP_NEEDED, TIMEOUT } from "./protocol-words";
import { SessionWatch } from "./session-watch";
import { hideUnload } from "./unload-guard";

/** An app that is there comes to the front within this time (API 10). */
const DETECTION_MS = 2_000;
/** Longest time for a user to answer a request in the wallet. */
const REQUEST_MAX_MS = 300_000;

/** Rejects when no app takes the front from the page in time; else it stays silent. */
function missing(within_ms: number, code: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onBlur = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      window.removeEventListener("blur", onBlur);
      reject(mobileError(code));
    }, within_ms);
    window.addEventListener("blur", onBlur, { once: true });
  });
}

/** Ends a session that is no longer needed, also before it has begun. */
function abandon(scenario: Scenario): void {
  scenario.wallet.catch(() => undefined);
  scenario.close();
}

/**
 * Opens a wallet app by the protocol's link. A browser opens apps only after a tap; without one a
 * missing app means nothing. An app with a link of its own is not looked for: the browser knows it.
 */
async function launch(baseUri: string | null, watch: SessionWatch): Promise<Scenario> {
  const started = startScenario(baseUri === null ? {} : { baseUri });
  const isTapped = navigator.userActivation?.isActive ?? true;
  const outcomes = [started];
  if (baseUri === null) outcomes.push(missing(DETECTION_MS, isTapped ? NOT_FOUND : TAP_NEEDED));
  try {
    return await watch.race(Promise.race(outcomes));
  } catch (error) {
    started.then(abandon, () => undefined);
    throw error;
  }
}

async function inTime<T>(act: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(mobileError(TIMEOUT)), REQUEST_MAX_MS);
  });
  try {
    return await Promise.race([act, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One encrypted session with a wallet app. Its errors are in words. */
export class MobileSession {
  readonly #wallet: MobileWallet;
  readonly #scenario: Scenario;
  readonly #watch: SessionWatch;

  private constructor(wallet: MobileWallet, scenario: Scenario, watch: SessionWatch) {
    this.#wallet = wallet;
    this.#scenario = scenario;
    this.#watch = watch;
  }

  /** Opens the wallet app, at its own link when it has given one; an abort ends the session. */
  static async open(baseUri: string | null, signal: AbortSignal): Promise<MobileSession> {
    await allowLoopback();
    const watch = new SessionWatch();
    const showUnload = hideUnload();
    signal.addEventListener("abort", () => watch.fail(mobileError(CANCELLED)));
    let scenario: Scenario | null = null;
    try {
      scenario = await launch(baseUri, watch);
      const wallet = await watch.race(scenario.wallet);
      watch.established();
      return new MobileSession(wallet, scenario, watch);
    } catch (error) {
      watch.end();
      if (scenario !== null) abandon(scenario);
      throw inWords(error);
    } finally {
      showUnload();
    }
  }

  get isOpen(): boolean {
    return this.#watch.isOpen;
  }

  /** Asks the wallet; rejects as soon as the session is gone. */
  async run<T>(ask: (wallet: MobileWallet) => Promise<T>): Promise<T> {
    try {
      return await inTime(this.#watch.race(ask(this.#wallet)));
    } catch (error) {
      throw inWords(error);
    }
  }

  close(): void {
    this.#watch.end();
    this.#scenario.close();
  }
}
