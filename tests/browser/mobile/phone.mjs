import { Watch } from "../browser.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { keepToasts } from "../toasts.mjs";
import { User } from "../user.mjs";
import { POINT_BYTES } from "./cipher.mjs";
import { ScriptedWallet } from "./scripted-wallet.mjs";

export const MOBILE_WALLET = "Mobile Wallet Adapter";
const ANDROID = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  colorScheme: "dark",
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/153.0.0.0 Mobile Safari/537.36",
};
const [PORT_MIN, PORT_MAX] = [49_152, 65_535];

/**
 * Runs in the page: what Android does when an app takes the front, as soon as the page looks for
 * it. A lost focus cannot be had otherwise where there is no other app.
 */
function takeTheFront() {
  const add = globalThis.addEventListener;
  globalThis.addEventListener = (type, ...rest) => {
    add.call(globalThis, type, ...rest);
    const isLooking = type === "blur" && /mobile-wallet-[\w-]+\.js/.test(new Error().stack);
    if (isLooking) queueMicrotask(() => globalThis.dispatchEvent(new Event("blur")));
  };
}

/**
 * Runs in the page: the package draws its port from the upper quarter of its range, which Linux
 * does not give to other connections of this machine; a port in use would be met too often here.
 */
function drawHighPorts() {
  const { random } = Math;
  Math.random = () =>
    /mobile-wallet-[\w-]+\.js/.test(new Error().stack) ? 0.75 + random() / 4 : random();
}

/**
 * Runs in the page: the mobile wallet's chunk waits shorter than it asks to, and the clock jumps to
 * the end of each of its waits. What the machine takes between the waits is not multiplied.
 */
function hurry(times) {
  globalThis.waits = [];
  const { setTimeout: wait, Date: RealDate } = globalThis;
  const now = RealDate.now.bind(RealDate);
  let ahead_ms = 0;
  RealDate.now = () => now() + ahead_ms;
  globalThis.setTimeout = (act, delay_ms = 0, ...rest) => {
    const caller = new Error().stack.split("\n")[2];
    // All other waits stay: a message has to be read at the reader's speed.
    if (!/mobile-wallet-[\w-]+\.js/.test(caller)) return wait(act, delay_ms, ...rest);
    globalThis.waits.push(delay_ms);
    const due_ms = RealDate.now() + delay_ms;
    const fire = (...given) => {
      ahead_ms = Math.max(ahead_ms, due_ms - now());
      act(...given);
    };
    return wait(fire, delay_ms / times, ...rest);
  };
}

/** What a link to a wallet app says. */
function readLink(address) {
  const url = new URL(address);
  const association = url.searchParams.get("association");
  const point = Buffer.from(association.replaceAll(".", "="), "base64url");
  const port = Number(url.searchParams.get("port"));
  assertEqual(url.pathname, "/v1/associate/local", "path of the link");
  assertEqual(url.searchParams.get("v"), "v1", "version in the link");
  assertEqual(point.length, POINT_BYTES, "bytes of the association key");
  assert(port >= PORT_MIN && port <= PORT_MAX, `port ${port}`);
  return { address, port, associationPoint: point };
}

/** A person with an Android phone: a page, and perhaps a wallet app beside it. */
export class Phone extends User {
  wallet = null;
  links = [];
  problems;

  constructor({ browser, platform }, script = {}) {
    const watch = new Watch(platform);
    super({ browser, watch, platform });
    if (script !== null) this.wallet = new ScriptedWallet(platform.nodeUrl, script);
  }

  /** `isSilent`: the app comes to the front, but never opens its port. */
  async unlock(path = "/", { times = 1, before = null, isSilent = false } = {}) {
    this.context = await this.browser.newContext(ANDROID);
    this.watch.context(this.context);
    await this.context.addInitScript(keepToasts);
    const page = await this.context.newPage();
    this.page = page;
    if (this.wallet !== null || isSilent) await page.addInitScript(takeTheFront);
    await page.addInitScript(drawHighPorts);
    if (times !== 1) await page.addInitScript(hurry, times);
    if (before !== null) await page.addInitScript(before);
    const protocol = await this.context.newCDPSession(page);
    await protocol.send("Page.enable");
    const link = this.wallet?.uriBase ?? "solana-wallet:";
    protocol.on("Page.frameRequestedNavigation", ({ url }) => {
      if (url.startsWith("solana-wallet:") || url.startsWith(link)) this.#open(url, isSilent);
    });
    // The browser leaves a link to an app with the app; the page stays.
    await page.route(`${link}/**`, (route) => route.fulfill({ status: 204 }));
    await this.goto(path);
    return page;
  }

  #open(address, isSilent) {
    const link = readLink(address);
    this.links.push(link);
    if (!isSilent) this.wallet?.listen(link);
  }

  /** Chooses the mobile wallet in the dialog. */
  async choose() {
    const { page } = this;
    await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const more = dialog.getByRole("button", { name: /^(More options|Already have a wallet)/ });
    const choice = dialog.getByRole("button", { name: MOBILE_WALLET });
    await choice.or(more).first().waitFor();
    if (!(await choice.isVisible())) await more.click();
    await choice.click();
  }

  /** Connects and waits until the page knows the address of the wallet app. */
  async connect() {
    await this.choose();
    const button = this.page.getByRole("button", { name: /^Wallet / });
    await button.waitFor();
    this.address = await button.getAttribute("title");
    assertEqual(this.address, this.wallet.account.address, "address");
    return this.address;
  }

  signedIn() {
    return until("the sign-in", () => this.stored("access"));
  }

  /** Waits for a text in a message of the page. */
  async expectNotice(text) {
    await this.page.locator("[data-sonner-toast]", { hasText: text }).first().waitFor();
  }

  storage(key) {
    return this.page.evaluate((name) => localStorage.getItem(name), key);
  }

  /** The watch's findings without what the protocol itself brings: the wallet's own socket. */
  unexpected() {
    const { host } = new URL(this.wallet?.uriBase ?? "solana-wallet:");
    const brought = /\/\/localhost:\d{5}\/|foreign host: solana-wallet:/;
    return this.watch.problems.filter(
      (problem) => !brought.test(problem) && !(host !== "" && problem.includes(host)),
    );
  }

  async end() {
    this.wallet?.end();
    await super.end();
  }

  /** Puts the phone away; throws what should not have happened on it. */
  async finish() {
    await this.end();
    const found = [...this.unexpected(), ...(this.wallet?.problems ?? [])];
    assert(found.length === 0, found.join("\n"));
  }
}

/** A step with a phone of its own, which is put away whatever happens. */
export function withPhone(kit, script, act) {
  return async () => {
    const phone = new Phone(kit, script);
    try {
      await act(phone);
      await phone.finish();
    } finally {
      await phone.end();
    }
  };
}
