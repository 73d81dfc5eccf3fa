import { assert, assertEqual, until } from "../steps.mjs";
import { COMMAND_MAX_MS } from "../user.mjs";
import { ledgerDevice } from "../wallets/ledger-device.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const BLOCK_MAX = 255;
const UNRESPONSIVE_MS = 15_000;
const HARDWARE_CALLS = "GET /api/v1/auth/login/message, POST /api/v1/auth/login/hardware-wallet";

/** A Ledger at the browser's WebHID: signing in without a transaction being sent, and its errors. */
function create(kit) {
  const user = new WalletUser(kit);
  const device = ledgerDevice();
  const set = (part) =>
    user.page.evaluate((change) => Object.assign(globalThis.ledger, change), part);
  const unplug = () => user.page.evaluate(() => globalThis.ledger.unplug());
  const refusesToSignIn = async (part, words) => {
    await set(part);
    await user.menu("Sign in");
    await user.expectNotice(words);
    await set({ status: null });
  };

  const steps = {
    "a device prompt without a choice is explained": async () => {
      await user.openWith([device], "/", { clock: {} });
      await set({ isRefused: true });
      await user.choose("Ledger");
      await user.expectNotice("No device was chosen.");
      await user.disconnected();
      await set({ isRefused: false });
    },
    "a locked device and a wrong app are explained": async () => {
      await set({ status: 0x5515 });
      await user.choose("Ledger");
      await user.expectNotice("The device or wallet is locked. Unlock it and try again.");
      await user.disconnected();
      await set({ status: 0x6e00 });
      await user.choose("Ledger");
      await user.expectNotice("Open the Solana app on the device and try again.");
      await user.disconnected();
      await set({ status: null });
    },
    "it signs in by the memo of a transaction that is never sent": async () => {
      user.takeCalls();
      await user.choose("Ledger");
      await user.signedIn(device.key);
      assertEqual(user.takeCalls(), HARDWARE_CALLS, "calls");
      const blocks = await user.page.evaluate(() => globalThis.ledger.blocks);
      assert(blocks.filter((size) => size === BLOCK_MAX).length >= 2, `blocks of ${blocks}`);
      assert(
        blocks.every((size) => size <= BLOCK_MAX),
        `blocks of ${blocks}`,
      );
    },
    "a page load uses the device that was allowed before": async () => {
      await user.page.reload();
      await user.signedIn(device.key);
      assertEqual(user.takeCalls(), "", "calls");
    },
    "a refusal on the device, blind signing and a wrong app are explained in words": async () => {
      await user.page.evaluate(() => {
        for (const key of Object.keys(localStorage)) {
          if (key.includes("_token_info_")) localStorage.removeItem(key);
        }
      });
      await user.page.reload();
      await user.connected(device.key);
      await refusesToSignIn({ status: 0x6985 }, "You declined the request in the wallet.");
      await refusesToSignIn({ status: 0x6808 }, "Turn on blind signing");
      await refusesToSignIn({ status: 0x6d00 }, "Open the Solana app on the device");
    },
    "an unanswered device shows a reminder after 15 seconds": async () => {
      await set({ hang: true });
      await user.menu("Sign in");
      await until("the device to be asked", () =>
        user.page.evaluate(() => globalThis.ledger.instructions.at(-1) === 6),
      );
      await user.page.clock.fastForward(UNRESPONSIVE_MS);
      await user.expectNotice("Your Ledger waits for you");
    },
    "a device that is unplugged meanwhile ends the request": async () => {
      await unplug();
      await user.expectNotice("The wallet has disconnected before it answered.");
      await user.disconnected();
      await user.end();
    },
    "it signs a command that the exchange applies": async () => {
      const again = ledgerDevice();
      await user.openWith([again]);
      await user.choose("Ledger");
      await user.signedIn(again.key);
      await user.takeTestMoney();
      const [market] = await user.api("/account/markets");
      await user.goto(`/trade/${market.metadata.symbol}`);
      await user.page.getByRole("button", { name: "Deposit", exact: true }).click();
      const dialog = user.page.getByRole("dialog", { name: "Deposit" });
      await dialog.getByLabel("Amount").fill("100");
      await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
      await user.applied("Deposit $100");
      await until("the account", async () => (await user.user("margin-accounts")).length === 1, {
        within_ms: COMMAND_MAX_MS,
      });
    },
  };
  return { steps, end: () => user.end() };
}

export const flow = { name: "wallet-ledger", platform: "calm", create };
