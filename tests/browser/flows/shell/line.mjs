/** A visitor whose line to the server can be cut, slowed and falsified; what it logs is expected. */
const SIZE = { viewport: { width: 1440, height: 900 }, colorScheme: "dark" };

export class Line {
  context;
  #kit;
  #page;
  #sockets = [];
  #isCut = false;
  #counts = new Map();
  #toLose = null;
  #asked = [];

  constructor(kit) {
    this.#kit = kit;
  }

  /** A new browser context for each fault, so that none is left behind. */
  async open(path, options = SIZE) {
    await this.end();
    this.#sockets = [];
    this.#isCut = false;
    this.#counts = new Map();
    this.context = await this.#kit.browser.newContext(options);
    await this.context.routeWebSocket(/\/express\/v1\/ws$/, (socket) => this.#pass(socket));
    this.#page = await this.context.newPage();
    await this.#page.goto(this.#kit.platform.url + path);
    return this.#page;
  }

  async end() {
    // An answer that is on its way must not meet a page that is gone.
    await this.#page?.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await this.context?.close();
    this.#page = undefined;
    this.context = undefined;
  }

  #pass(socket) {
    if (this.#isCut) {
      void socket.close({ code: 1001, reason: "cut" });
      return;
    }
    const server = socket.connectToServer();
    this.#sockets.push(socket);
    socket.onMessage((text) => {
      this.#asked.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => {
      const { type, channel } = JSON.parse(text);
      if (type === "snapshot") {
        this.#counts.set(channel, (this.#counts.get(channel) ?? 0) + 1);
      }
      if (type === "delta" && channel === this.#toLose) this.#toLose = null;
      else socket.send(text);
    });
  }

  async cut() {
    this.#isCut = true;
    await Promise.all(this.#sockets.splice(0).map((socket) => socket.close({ code: 1001 })));
  }

  restore() {
    this.#isCut = false;
  }

  snapshots(channel) {
    return this.#counts.get(channel) ?? 0;
  }

  /** Keeps the channel's next delta back; `again` returns whether the page has resubscribed since. */
  loseDelta(channel) {
    this.#asked = [];
    this.#toLose = channel;
    const has = (op) =>
      this.#asked.some((asked) => asked.op === op && asked.channels?.includes(channel));
    return {
      lost: { snapshots: this.snapshots(channel) },
      again: () => has("unsubscribe") && has("subscribe"),
    };
  }

  /** Every answer takes so much longer. */
  async delay(latency) {
    const session = await this.context.newCDPSession(this.#page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }

  /** The server's answers carry a date that is so far from this device's clock. */
  async answerFrom(byMs) {
    await this.#page.route(/\/(api|express)\/v1\//, async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() + byMs).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
  }

  /** The code of a page is other code, or (null) is not there any more. */
  async breakPart(name, code) {
    await this.#page.route(`**/assets/${name}-*.js`, (route) =>
      code === null
        ? route.fulfill({ status: 404, contentType: "text/plain", body: "gone" })
        : route.fulfill({ contentType: "text/javascript", body: code }),
    );
  }

  async mend(name) {
    await this.#page.unroute(`**/assets/${name}-*.js`);
  }

  /** Goes to a page inside the app, as a click does. */
  async goTo(path) {
    await this.#page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  }
}
