import { requireFromWeb } from "./paths.mjs";

const { chromium } = requireFromWeb("playwright-core");

// The test handles signals itself: the platform has to be stopped before the process ends.
const OPTIONS = {
  args: ["--no-sandbox"],
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** The Chromium that the web packages carry, or a system one when CHROMIUM_PATH names it. */
export async function launchBrowser(args = [], more = {}) {
  const options = { ...OPTIONS, ...more, args: [...OPTIONS.args, ...args] };
  const named = process.env.CHROMIUM_PATH;
  if (named) return await chromium.launch({ ...options, executablePath: named });
  const { default: carried } = await import(requireFromWeb.resolve("@sparticuz/chromium"));
  return await chromium.launch({ ...options, executablePath: await carried.executablePath() });
}

/** The words of Chromium, then those of Firefox. */
const LOST_CONNECTION =
  /ERR_CONNECTION|WebSocket connection|status of 50[23]|can’t establish a connection|was interrupted/;

/** A browser on a busy machine reports what a page met while the server started only after it has. */
const REPORTED_WITHIN_MS = 3000;

/** Listens to every page of a context: what must never happen is collected here. */
export class Watch {
  problems = [];
  #expected = [];
  #made = [];
  #platform;

  constructor(platform) {
    this.#platform = platform;
  }

  context(context) {
    context.on("page", (page) => this.#page(page));
  }

  #page(page) {
    page.on("request", (request) => this.#address(request.url()));
    page.on("websocket", (socket) => this.#address(socket.url().replace(/^ws/, "http")));
    page.on("pageerror", ({ message }) => {
      if (!this.#isOfStopped(message)) this.problems.push(`page error: ${message}`);
    });
    page.on("console", (message) => {
      if (message.type() !== "error" || this.#isOfStopped(message.text())) return;
      this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
  }

  /** What a server looks like that is stopped (behind a proxy: 502) or starts (503), and only then. */
  #isOfStopped(text) {
    return !this.#platform.wasUp(REPORTED_WITHIN_MS) && LOST_CONNECTION.test(text);
  }

  #address(address) {
    const { protocol, host } = new URL(address);
    if (protocol === "data:" || protocol === "blob:" || address === "about:blank") return;
    if (host !== new URL(this.#platform.pageUrl).host)
      this.problems.push(`foreign host: ${address}`);
  }

  /** One problem with this text is part of what the journey has just met and dealt with. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  /** As many problems with this text as there are come from what a step has made up. */
  expectAny(pattern) {
    this.#made.push(pattern);
  }

  /** Throws what was collected since the last call. */
  settle() {
    const made = this.#made.splice(0);
    const problems = this.problems
      .splice(0)
      .filter((problem) => !made.some((pattern) => pattern.test(problem)));
    for (const pattern of this.#expected.splice(0)) {
      const place = problems.findIndex((problem) => pattern.test(problem));
      if (place >= 0) problems.splice(place, 1);
    }
    if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
  }
}
