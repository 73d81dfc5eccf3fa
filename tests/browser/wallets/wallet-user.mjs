import { assertEqual, until } from "../steps.mjs";
import { keepToasts } from "../toasts.mjs";
import { COMMAND_MAX_MS, User } from "../user.mjs";

/** As long as a command may take: a page on a busy machine is no faster. */
const PATIENCE = { within_ms: COMMAND_MAX_MS };

/** A person whose browser has scripted wallets or devices in it. */
export class WalletUser extends User {
  /** Paths of sign-in calls and names of methods sent to the node, in their order. */
  calls = [];

  /** Opens a page in which `scripts` have run before everything else. */
  async openWith(scripts, path = "/", { isWatched = true, clock, ...options } = {}) {
    const viewport = { width: 1440, height: 900 };
    this.context = await this.browser.newContext({ viewport, ...options });
    this.context.setDefaultTimeout(COMMAND_MAX_MS);
    if (isWatched) this.watch.context(this.context);
    await this.context.addInitScript(keepToasts);
    for (const { content } of scripts) await this.context.addInitScript({ content });
    this.page = await this.context.newPage();
    if (clock) await this.page.clock.install(clock);
    this.page.on("request", (request) => this.#note(request));
    await this.goto(path);
    return this.page;
  }

  #note(request) {
    const { pathname } = new URL(request.url());
    if (pathname.includes("/auth/")) this.calls.push(`${request.method()} ${pathname}`);
    if (pathname !== "/rpc") return;
    const method = request.postDataJSON()?.method;
    if (method === "sendTransaction") this.calls.push(method);
  }

  /** The calls since the last time. */
  takeCalls() {
    return this.calls.splice(0).join(", ");
  }

  async choose(name) {
    const { page } = this;
    await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
    await this.chooseInDialog(name);
  }

  async chooseInDialog(name) {
    const dialog = this.page.getByRole("dialog");
    const row = dialog.getByRole("button", { name: new RegExp(`^${name}( Detected)?$`) });
    await dialog.getByRole("list").or(dialog.getByText("View options")).first().waitFor();
    if ((await row.count()) === 0) {
      await dialog.getByRole("button", { name: /More options|View options/ }).click();
    }
    await row.click();
    await dialog.waitFor({ state: "detached" });
  }

  /** Waits until the wallet of `key` is connected. */
  async connected(key) {
    const button = this.page.getByRole("button", { name: /^Wallet / });
    await until(
      "the wallet on the page",
      async () => (await button.getAttribute("title", { timeout: 1_000 })) === key.address,
      PATIENCE,
    );
    this.address = key.address;
  }

  async signedIn(key) {
    await this.connected(key);
    await until("the sign-in", () => this.stored("access"), PATIENCE);
  }

  async disconnected() {
    await this.page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
  }

  /** Opens the wallet's menu and takes an entry of it. */
  async menu(entry) {
    await this.page.getByRole("button", { name: /^Wallet / }).click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  /** Waits for a toast with these words. */
  async expectNotice(words) {
    const toast = this.page.locator("[data-sonner-toast]", { hasText: words }).first();
    await toast.waitFor();
  }

  /** Calls a method of the page's scripts, or sets a part of them. */
  script(name, change) {
    return this.page.evaluate(
      ([of, part]) => Object.assign(globalThis.scripted[of], part).asked,
      [name, change ?? {}],
    );
  }

  async assertAsked(name, expected, what) {
    const asked = await this.script(name);
    assertEqual(asked.join(", "), expected, what ?? `what ${name} was asked for`);
    await this.page.evaluate((of) => globalThis.scripted[of].asked.splice(0), name);
  }

  walletName() {
    return this.page.evaluate(() => localStorage.getItem("walletName"));
  }
}
