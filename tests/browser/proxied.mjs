import { Journey, SETTLED } from "./journey.mjs";
import { Nginx } from "./nginx.mjs";
import { CALM_RATE, Platform } from "./platform.mjs";
import { assert, assertEqual, LOOK } from "./steps.mjs";

const MESSAGE = "/api/v1/auth/login/message?address=";
const AGE = "max-age=31536000; includeSubDomains";
/** Of the sign-in routes, at the rates that users have. */
const BURST = 10;

/** The platform behind a real nginx with TLS, set up as docs/operator.md says. */
export class ProxiedPlatform extends Platform {
  nginx = new Nginx();

  constructor() {
    // A person's own rates: one wallet must do without the hundredfold of the other platforms.
    super(CALM_RATE, {
      ACRE_CATALOGUE: "",
      ACRE_RATE_SCALE: "1",
      ACRE_TRUSTED_PROXIES: "127.0.0.1",
    });
  }

  get pageUrl() {
    return this.nginx.url;
  }

  async choosePorts() {
    await super.choosePorts();
    const [port, plainPort] = [this.port + 3, this.port + 4];
    await this.nginx.start({ port, plainPort, upstreamPort: this.port });
    this.env.ACRE_PUBLIC_URL = this.nginx.url;
  }

  describe() {
    return `${super.describe()}\n--- nginx\n${this.nginx.describe()}`;
  }

  async end() {
    await super.end();
    await this.nginx.stop();
  }
}

/** The newcomer's first trade at the public address, and what the proxy must not break. */
export class ProxiedJourney extends Journey {
  #frames = 0;
  #isListening = false;
  #signedIn = "";

  get #nginx() {
    return this.platform.nginx;
  }

  steps() {
    const journey = Object.entries(super.steps()).filter(([name]) => !LOOK.test(name));
    const signedIn = journey.findIndex(([name]) => name.startsWith("connect "));
    return {
      "the plain address redirects to the one with TLS": () => this.#redirects(),
      "pages and answers have HSTS and a policy for the public address": () => this.#headers(),
      "stream and /rpc answer over wss": () => this.#websockets(),
      "each client has its own bucket, whatever it forwards": () => this.#buckets(),
      "metrics are not served to the public": () => this.#metrics(),
      ...Object.fromEntries(journey.slice(0, signedIn + 1)),
      "the refresh token is in a cookie for TLS that no script reads": () => this.#cookie(),
      ...Object.fromEntries(journey.slice(signedIn + 1)),
      "the wallet signed a text with the public domain": () => this.#signedText(),
      "the page heard its stream over wss": () => this.#heardStream(),
    };
  }

  async goto(path) {
    if (!this.#isListening) this.#listen();
    await super.goto(path);
  }

  #listen() {
    this.#isListening = true;
    const address = `${this.#nginx.url.replace("https", "wss")}/express/v1/ws`;
    this.page.on("websocket", (socket) => {
      if (socket.url() !== address) return;
      socket.on("framereceived", () => {
        this.#frames += 1;
      });
    });
    this.page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/auth/login")) {
        this.#signedIn = request.postDataJSON();
      }
    });
  }

  async #redirects() {
    const answer = await fetch(`${this.#nginx.plainUrl}/trade/AUS?x=1`, { redirect: "manual" });
    assertEqual(answer.status, 301, "status");
    assertEqual(answer.headers.get("location"), `${this.#nginx.url}/trade/AUS?x=1`, "location");
  }

  async #headers() {
    for (const path of ["/", "/api/v1/health", "/api/v1/nothing"]) {
      const { headers } = await this.#nginx.ask(path);
      assertEqual(headers["strict-transport-security"], AGE, `HSTS of ${path}`);
    }
    const { headers } = await this.#nginx.ask("/");
    const policy = headers["content-security-policy"].split("; ");
    const sockets = this.#nginx.url.replace("https", "wss");
    const found = policy.find((part) => part.startsWith("connect-src"));
    assertEqual(found, `connect-src 'self' ${sockets}`, "policy of connections");
    const allowed = async (origin) => {
      const answer = await this.#nginx.ask("/api/v1/health", { headers: { Origin: origin } });
      return answer.headers["access-control-allow-origin"];
    };
    assertEqual(await allowed(this.#nginx.url), this.#nginx.url, "the public origin");
    assertEqual(await allowed("https://evil.test"), undefined, "a foreign origin");
  }

  async #websockets() {
    const question = { op: "subscribe", channels: ["markets"], id: "s" };
    const stream = await this.#nginx.hear("/express/v1/ws", question, ({ type }) => {
      return type === "snapshot";
    });
    assert(stream.data.markets.length > 0, "the snapshot has no markets");
    const call = { jsonrpc: "2.0", id: 1, method: "slotSubscribe" };
    const { params } = await this.#nginx.hear("/rpc", call, ({ method }) => {
      return method === "slotNotification";
    });
    return `${stream.data.markets.length} markets, slot ${params.result.slot}`;
  }

  /** Two addresses of this machine are two clients; what one says in the header changes nothing. */
  async #buckets() {
    const [one, other] = [clientAddress(), clientAddress()];
    const ask = async (from, headers = {}) => {
      const address = "1".repeat(32);
      const { status, text } = await this.#nginx.ask(MESSAGE + address, { from, headers });
      if (status === 200) this.#namesDomain(JSON.parse(text).message);
      return status;
    };
    const statuses = [];
    while (statuses.at(-1) !== 429 && statuses.length < 3 * BURST) statuses.push(await ask(one));
    const served = statuses.filter((status) => status === 200).length;
    assert(served >= BURST && statuses.at(-1) === 429, `the first client saw ${statuses}`);
    const spoofed = [];
    for (const hops of [other, `${other}, 9.9.9.9`, "127.0.0.1", "nonsense"]) {
      spoofed.push(await ask(one, { "X-Forwarded-For": hops, "X-Real-IP": other }));
    }
    assert(spoofed.includes(429), `a client that forwards other addresses saw ${spoofed}`);
    assert(
      spoofed.filter((status) => status === 200).length <= 2,
      `a client that forwards other addresses saw ${spoofed}`,
    );
    assertEqual(await ask(other), 200, "the other client");
    return `${served} requests of one client before 429`;
  }

  #namesDomain(text) {
    const { host, origin } = new URL(this.#nginx.url);
    assert(text.startsWith(`${host} wants you to sign in`), `the text to sign begins “${text}”`);
    assert(text.includes(`\nURI: ${origin}\n`), `the text to sign has another URI: “${text}”`);
  }

  async #metrics() {
    const { status } = await this.#nginx.ask("/metrics");
    assertEqual(status, 404, "status");
  }

  async #signedText() {
    const { message, signedMessage } = this.#signedIn;
    this.#namesDomain(message ?? Buffer.from(signedMessage, "base64").toString());
  }

  async #cookie() {
    const { name, secure, httpOnly, sameSite } = await this.sessionCookie();
    const port = new URL(this.#nginx.url).port;
    assertEqual(name, `__Secure-acre-refresh-${port}-${this.address}`, "name");
    assertEqual(`${secure} ${httpOnly} ${sameSite}`, "true true Strict", "attributes");
  }

  async #heardStream() {
    assert(this.#frames > 0, "no frame came over the page's stream");
    return `${this.#frames} frames`;
  }
}

/** An address of this machine that no earlier attempt has used. */
function clientAddress() {
  const byte = () => 2 + Math.floor(Math.random() * 250);
  return `127.${byte()}.${byte()}.${byte()}`;
}

export const proxiedFlow = {
  name: "proxied",
  platform: "proxied",
  idle: [SETTLED],
  create: (kit) => {
    const journey = new ProxiedJourney(kit);
    return { steps: journey.steps(), end: () => journey.end() };
  },
};
