/** Authentication: sign-in with a key, tokens renewed before they expire. */
import { toBase58 } from "./chain/base58.js";
import { AcreError, BAD_ANSWER, LOGIN_REFUSED } from "./errors.js";
import { isObject } from "./json.js";
import type { Signer } from "./signers.js";
import type { Reply, Timer, Transport } from "./transport.js";

const RENEW_BEFORE_MS = 60_000;
const RENEW_AGAIN_MIN_MS = 1_000;
const SIGN_INS_MAX = 2;
const GREETING = " wants you to sign in with your Solana account:";

interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly renewAtMs: number;
}

/** The session of one wallet; concurrent calls share one renewal. */
export class Login {
  #session: Session | null = null;
  #renewal: Promise<Session> | null = null;

  constructor(
    private readonly transport: Transport,
    private readonly signer: Signer,
    private readonly timer: Timer,
    /** The one that a sign-in text must name; if missing the server says it. */
    private readonly domain?: string,
  ) {}

  /** An access token that stays valid for a while; another one than the server has refused. */
  async token(refused: string | null = null): Promise<string> {
    const known = this.#session;
    const isFresh = known !== null && this.timer.nowMs() < known.renewAtMs;
    if (isFresh && known.accessToken !== refused) return known.accessToken;
    this.#renewal ??= this.#renewed().finally(() => {
      this.#renewal = null;
    });
    return (await this.#renewal).accessToken;
  }

  async #renewed(): Promise<Session> {
    if (this.#session !== null) {
      const body = { refreshToken: this.#session.refreshToken };
      try {
        const request = { method: "POST", path: "/auth/refresh-token", body };
        return this.#keep(await this.transport.call(request));
      } catch (error) {
        if (!(error instanceof AcreError) || error.isPassing) throw error;
        this.#session = null; // the session has ended: the wallet signs in again
      }
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return this.#keep(await this.#signIn());
      } catch (error) {
        const isLost = error instanceof AcreError && error.isUnknown;
        if (!isLost || attempt === SIGN_INS_MAX) throw error;
      }
    }
  }

  async #signIn(): Promise<Reply> {
    const { address } = this.signer;
    const path = `/auth/login?address=${encodeURIComponent(address)}`;
    const { body } = await this.transport.call({ method: "GET", path });
    const message = isObject(body) ? body["message"] : null;
    const text = typeof message === "string" ? message : "";
    const [greeting, account] = text.split("\n");
    const isGreeting = this.domain
      ? greeting === this.domain + GREETING
      : greeting?.endsWith(GREETING);
    if (!isGreeting || account !== address) {
      throw new AcreError(LOGIN_REFUSED, "The server asks to sign something else than a login");
    }
    const signature = toBase58(await this.signer.signMessage(new TextEncoder().encode(text)));
    // A message signs in once: after a lost answer there has to be another one.
    return await this.transport.call({
      method: "POST",
      path: "/auth/login",
      body: { address, message: text, signature },
      isRepeatable: false,
    });
  }

  #keep({ body, dateMs }: Reply): Session {
    const said = isObject(body) ? body : {};
    const { accessToken, refreshToken, accessTokenExpirationTime: endS } = said;
    const isFit = typeof accessToken === "string" && typeof refreshToken === "string";
    if (!isFit || typeof endS !== "number") throw new AcreError(BAD_ANSWER, "not a session");
    // Counted from the server's clock, so that a wrong clock here does no harm.
    const lifetimeMs = endS * 1000 - (dateMs ?? Date.now());
    const waitMs = Math.max(RENEW_AGAIN_MIN_MS, lifetimeMs / 2, lifetimeMs - RENEW_BEFORE_MS);
    this.#session = { accessToken, refreshToken, renewAtMs: this.timer.nowMs() + waitMs };
    return this.#session;
  }
}
