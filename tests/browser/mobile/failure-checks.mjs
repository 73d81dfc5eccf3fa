import { assert, assertEqual, until } from "../steps.mjs";
import { withPhone } from "./phone.mjs";

const DETECTION_MS = 2_000;
/** The package looks for the app itself too, for longer. */
const PACKAGE_DETECTION_MS = 3_000;
const RETRIES_MS = [150, 150, 200, 500, 500, 750, 750];
const LAST_RETRY_MS = 1_000;
const SESSION_MAX_MS = 30_000;
const HURRY = 20;

/** Names of what goes wrong while connecting, the app's script and what the page says to it. */
const FAILURES = {
  "declined in the app": [{ faults: { authorize: "decline" } }, "You declined the connection"],
  "an answer skips a sequence number": [{ faults: { authorize: "skip" } }, "came out of order"],
  "the greeting skips a sequence number": [{ faults: { hello: "skip" } }, "came out of order"],
  "the session drops while the app is asked": [
    { faults: { authorize: "drop" } },
    "The wallet session dropped unexpectedly",
  ],
  "the app closes the session without an answer": [
    { faults: { authorize: "close" } },
    "The wallet session dropped unexpectedly",
  ],
  "the app's own address is not https": [{ uriBase: "http://wallet.example" }, "not https"],
  "the app speaks an unknown version": [{ version: "v9" }, "version of the mobile protocol"],
};

/** After a failed connection nothing is stored and the button asks to connect again. */
async function isForgotten(phone) {
  await phone.page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
  await until("the name to be forgotten", async () => (await phone.storage("walletName")) === null);
  assertEqual(await phone.storage("mobile_wallet_authorization_cache"), null, "authorization");
}

async function failsWith(phone, text) {
  await phone.choose();
  await phone.expectNotice(text);
  await isForgotten(phone);
}

/** The waits that the mobile wallet's own code has asked for, in the page's milliseconds. */
const waitsOf = (phone) => phone.page.evaluate(() => globalThis.waits);

async function deniesLoopback(phone) {
  const protocol = await phone.browser.newBrowserCDPSession();
  const page = await phone.context.newCDPSession(phone.page);
  const { targetInfo } = await page.send("Target.getTargetInfo");
  await protocol.send("Browser.setPermission", {
    permission: { name: "loopback-network" },
    setting: "denied",
    origin: new URL(phone.platform.url).origin,
    browserContextId: targetInfo.browserContextId,
  });
}

export function failureSteps(kit) {
  const steps = Object.fromEntries(
    Object.entries(FAILURES).map(([name, [script, text]]) => [
      name,
      withPhone(kit, script, async (phone) => {
        await phone.unlock();
        await failsWith(phone, text);
        assertEqual(phone.links.length, 1, "openings of the app");
      }),
    ]),
  );
  return {
    ...steps,
    "a port beyond the range is never opened": withPhone(kit, {}, async (phone) => {
      await phone.unlock();
      await phone.page.evaluate(() => {
        Math.random = () => 1;
      });
      await failsWith(phone, "its port must lie between 49152 and 65535");
      assertEqual(phone.links.length, 0, "openings of the app");
    }),
    "the browser keeps the page from the device's apps": withPhone(kit, {}, async (phone) => {
      await phone.unlock();
      await deniesLoopback(phone);
      await failsWith(phone, "Allow them in the site settings");
      assertEqual(phone.links.length, 0, "openings of the app");
    }),
    "no app is there: after two seconds the wallets page": withPhone(kit, null, async (phone) => {
      const page = await phone.unlock("/", { times: 1.5 });
      await phone.choose();
      await phone.expectNotice(
        "Found no installed wallet that supports the mobile wallet protocol.",
      );
      await page.waitForURL("**/wallets");
      await page.getByRole("heading", { name: "Wallets", level: 1 }).waitFor();
      await isForgotten(phone);
      assertEqual((await waitsOf(phone))[0], DETECTION_MS, "the first wait");
    }),
    "the app never opens its port: tried for thirty seconds": withPhone(
      kit,
      null,
      async (phone) => {
        await phone.unlock("/", { times: HURRY, isSilent: true });
        await phone.choose();
        await phone.expectNotice("did not answer in time");
        await isForgotten(phone);
        const [own, theirs, ...retries] = await waitsOf(phone);
        assertEqual(own, DETECTION_MS, "detection");
        assertEqual(theirs, PACKAGE_DETECTION_MS, "the package's detection");
        assertEqual(retries.slice(0, RETRIES_MS.length).join(), RETRIES_MS.join(), "retries");
        const rest = retries.slice(RETRIES_MS.length);
        assert(
          rest.every((wait) => wait === LAST_RETRY_MS),
          `later retries: ${rest.join()}`,
        );
        const waited = retries.reduce((sum, wait) => sum + wait, 0);
        assert(waited <= SESSION_MAX_MS + LAST_RETRY_MS, `waited ${waited} ms`);
        assert(rest.length > 0, "no later retry");
      },
    ),
    "the person cancels the waiting": withPhone(kit, null, async (phone) => {
      const page = await phone.unlock("/", { isSilent: true });
      await phone.choose();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await phone.expectNotice("You canceled before the wallet answered.");
      await isForgotten(phone);
    }),
  };
}
