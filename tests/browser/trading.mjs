import { valueBeside } from "./pages.mjs";
import { assert, until } from "./steps.mjs";
import { COMMAND_MAX_MS, User } from "./user.mjs";

const ORDER_TRIES = 5;
const AGAIN = /Price update in progress|price has moved|s for an answer to /;
/** The amount and the submit button of the dialog that creates an account. */
export const DEPOSIT_FIELD = /^(Amount|Deposit \(optional\))$/;
export const CREATE = /^(Deposit|Create account( and deposit)?)$/;

/** A user with what the trade page is worked with. */
export class Trader extends User {
  get ticket() {
    return this.page.getByRole("form", { name: "Order ticket" });
  }

  get amount() {
    return this.ticket.getByLabel(/^(Amount|Size)$/);
  }

  /** The button that sends the order; its name says what the order does. */
  order(verb) {
    return this.ticket.getByRole("button", { name: verb });
  }

  /** A figure of the preview, as text. */
  previewed(label) {
    return valueBeside(this.ticket, label).innerText();
  }

  /**
   * Creates a margin account through its dialog, seen once filled in: the first one by a deposit, a
   * further one also without (null).
   */
  async createAccount(name, deposit, see = () => undefined) {
    const { page } = this;
    const dialog = page.getByRole("dialog", { name: /^(Deposit|New account)$/ });
    await dialog.waitFor();
    if (name !== null) {
      const nameField = dialog.getByLabel("Account name (optional)");
      if (!(await nameField.isVisible())) await dialog.getByText("Advanced").click();
      await nameField.fill(name);
    }
    if (deposit !== null) {
      // Money of the faucet's route reaches the page by its next read of the balance.
      await dialog.getByText(/In your wallet \$[1-9]/).waitFor();
      await dialog.getByLabel(DEPOSIT_FIELD).fill(deposit);
    }
    await see();
    await dialog.getByRole("button", { name: CREATE }).click();
    await this.applied(/^(Create margin account|Deposit )/);
    await dialog.waitFor({ state: "detached" });
    await this.closeToasts();
  }

  /**
   * Acts until the command is applied. Around a scheduled print no position may be increased; at
   * this speed that passes in a second, so an order that meets it is sent again. So is one whose
   * quote went stale just as the button was pressed: then nothing is sent.
   */
  async sendOrder(button, label, press = () => button.click(), end = () => this.closeToasts()) {
    for (let attempt = 1; ; attempt += 1) {
      await until(`an executable quote for “${label}”`, () => button.isEnabled(), {
        within_ms: COMMAND_MAX_MS,
      });
      await press();
      try {
        await this.#answered(label);
        break;
      } catch (error) {
        if (!AGAIN.test(error.message) || attempt === ORDER_TRIES) throw error;
        this.watch.expect(/status of 409 .*transaction\/(modify|close)-positions?/);
        await this.closeToasts();
      }
    }
    await end();
  }

  /** The toast has a result; a refusal by the ticket itself has none. */
  async #answered(label) {
    const said = this.ticket.getByRole("alert");
    const refused = async () => {
      const text = (await said.count()) > 0 ? await said.first().innerText() : null;
      if (text !== null) throw Object.assign(new Error(text), { isFinal: true });
      return null;
    };
    await until(`an answer to “${label}”`, async () =>
      (await this.toasts(label)).length > 0 ? true : await refused(),
    );
    await this.applied(label);
  }

  /** The position of the only account in a market, from the server; null without one. */
  async position(marketId) {
    const [account] = await this.user("margin-accounts");
    return account.positions.find((position) => position.marketId === marketId) ?? null;
  }

  /** Presses Tab until the focus is where `matches` (run in the page) says. */
  async tabTo(what, matches, argument) {
    for (let press = 0; press < 250; press += 1) {
      const isThere = await this.page.evaluate(
        ([code, given]) =>
          new Function("element", "given", `return (${code})(element, given)`)(
            document.activeElement,
            given,
          ),
        [matches.toString(), argument],
      );
      if (isThere) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`Tab never came to ${what}`);
  }
}

/** Runs in the page: the element is a button with this name that can be pressed. */
export function isButton(element, name) {
  const said = element.getAttribute("aria-label") ?? element.textContent;
  return element.tagName === "BUTTON" && !element.disabled && said.trim() === name;
}

/** Of `raw` against what it should be, within a share (0.01: one percent). */
export function assertNear(raw, wanted, share, what) {
  const [found, target] = [Number(raw), Number(wanted)];
  assert(Math.abs(found - target) <= Math.abs(target) * share, `${what}: ${found}, not ${target}`);
}
