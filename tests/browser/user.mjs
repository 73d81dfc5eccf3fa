import { tokenBalance } from "./chain.mjs";
import { lookAt } from "./look.mjs";
import { BURNER } from "./pages.mjs";
import { assert, until } from "./steps.mjs";
import { keepToasts } from "./toasts.mjs";

/** Sending, confirming and the exchange's answer, on a busy machine. */
export const COMMAND_MAX_MS = 180_000;
const DESKTOP = { viewport: { width: 1440, height: 900 }, colorScheme: "dark" };

/** The exchange said no; asking the page again will not change it. */
class Refused extends Error {
  isFinal = true;
}

/** One person at one browser: a context of its own with a burner wallet, on a running platform. */
export class User {
  browser;
  watch;
  platform;
  context;
  page;
  address = "";

  constructor({ browser, watch, platform }) {
    Object.assign(this, { browser, watch, platform });
  }

  /** Opens a page of the platform in a new context. */
  async open(path = "/", options = DESKTOP) {
    this.context = await this.browser.newContext({ acceptDownloads: true, ...options });
    this.watch.context(this.context);
    await this.context.addInitScript(keepToasts);
    this.page = await this.context.newPage();
    await this.goto(path);
    return this.page;
  }

  async goto(path) {
    await this.page.goto(this.platform.pageUrl + path);
  }

  /** Connects the burner wallet through the dialog and waits until it is signed in. */
  async connect() {
    const { page } = this;
    const header = page.getByRole("banner");
    await header.getByRole("button", { name: "Connect wallet", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: BURNER }).click();
    const button = page.getByRole("button", { name: /^Wallet / });
    await button.waitFor();
    this.address = await button.getAttribute("title");
    assert(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(this.address), `no address: ${this.address}`);
    await until("the sign-in", () => this.stored("access"));
    return this.address;
  }

  /** The cookie of this user's session, which no script can read; null when there is none. */
  async sessionCookie() {
    const cookies = await this.context.cookies(`${this.platform.pageUrl}/api/v1/auth/logout`);
    return cookies.find(({ name }) => name.endsWith(`-${this.address}`)) ?? null;
  }

  /** All that scripts of the page can read of what the browser keeps, as one text. */
  readable() {
    return this.page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        databases,
      ]);
    });
  }

  /** The stored token of a kind, null when there is none. Of the refresh token there is no token. */
  stored(kind) {
    return this.page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key)),
      `user_${kind}_token_info_v2_${this.address}`,
    );
  }

  /** Changes a part of the stored token of a kind. */
  changeToken(kind, change) {
    return this.page.evaluate(
      ([key, part]) => {
        const token = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...token, ...part }));
      },
      [`user_${kind}_token_info_v2_${this.address}`, change],
    );
  }

  /** Loads the page again with another token; no page that could renew it runs meanwhile. */
  async reloadWithToken(kind, change) {
    const address = this.page.url();
    await this.page.goto(`${this.platform.pageUrl}/favicon.svg`);
    await this.changeToken(kind, change);
    await this.page.goto(address);
  }

  /** Takes test money by the faucet's route and waits until the node has it. */
  async takeTestMoney() {
    const response = await fetch(`${this.platform.url}/express/v1/faucet`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ address: this.address }),
    });
    assert(response.ok, `the faucet answered ${response.status}`);
    const { specification } = await this.api("/account/exchange");
    await until("the test money at the node", async () => {
      return (await this.tokens(specification.collateralMint)) > 0n;
    });
  }

  /** What the wallet has of a token, as the chain node says. */
  tokens(mint) {
    return tokenBalance(this.platform.nodeUrl, this.address, mint);
  }

  /** A read of the main base: the value of `info`. */
  async api(path) {
    const response = await fetch(`${this.platform.url}/api/v1${path}`);
    const body = await response.json();
    assert(response.ok, `${path} answered ${response.status}: ${body.message}`);
    return body.info;
  }

  /** A read of the express base. */
  async express(path) {
    const response = await fetch(`${this.platform.url}/express/v1${path}`);
    const body = await response.json();
    assert(response.ok, `${path} answered ${response.status}: ${body.message}`);
    return body;
  }

  /** A read of this user's own routes. */
  user(path) {
    return this.api(`/user/${this.address}/${path}`);
  }

  /** The toasts of a command since they were closed last, newest first, also those that have gone. */
  async toasts(label) {
    const all = await this.page.evaluate(() => globalThis.keptToasts.all());
    const isOf = (command) =>
      label instanceof RegExp ? label.test(command) : command.includes(label);
    return all.filter(({ command }) => isOf(command));
  }

  /** Waits for the result of a command; a refusal throws its message. A result counts once. */
  async applied(label) {
    try {
      const { command } = await until(
        `“${label}” to be applied`,
        async () => {
          const [newest] = await this.toasts(label);
          if (newest?.kind === "error") throw new Refused(newest.text);
          return newest?.kind === "success" && newest;
        },
        { within_ms: COMMAND_MAX_MS },
      );
      await this.page.evaluate((taken) => globalThis.keptToasts.take(taken), command);
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Error(`${error.message}; the page says: ${await this.#said()}`);
    }
  }

  /** What the page says beside its content: notices, alerts and an open dialog. */
  async #said() {
    const parts = this.page.locator("[data-sonner-toast], [role=alert], [role=dialog]");
    const texts = await parts.allInnerTexts();
    return texts.map((text) => text.replaceAll(/\s+/g, " ")).join(" | ") || "nothing";
  }

  /** Closes every toast that is shown, so that the next one is the next command's. */
  async closeToasts() {
    const close = this.page.getByRole("button", { name: "Close toast" });
    await until("the toasts to go", async () => {
      if ((await close.count()) === 0) return true;
      await close.first().click({ timeout: 1_000 });
      return false;
    });
    await this.page.evaluate(() => globalThis.keptToasts.forget());
  }

  /** Screenshots in both sizes and themes with this user's wallet, with width and axe checked. */
  look(path, name, isShown) {
    const url = this.platform.pageUrl + path;
    return lookAt(this.browser, this.watch, this.context, url, name, isShown);
  }

  async end() {
    // An answer that is on its way must not meet a page that is gone.
    await this.page?.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await this.context?.close();
  }
}
