import { assert, assertEqual, until } from "../steps.mjs";
import { scriptedWallet } from "../wallets/standard-wallet.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const SIGN_IN = "solana:signIn";
const SIGN_MESSAGE = "solana:signMessage";
const SIGN = "solana:signTransaction";
/** The page gives up on a wallet that is silent for so long. */
const CONNECT_MAX_MS = 120_000;
const HOUR_MS = 3_600_000;

/** What wallets do while they are connected, and the ways in that they offer (API 8.6, 2). */
function create(kit) {
  const user = new WalletUser(kit);
  const full = scriptedWallet("Full", [SIGN_IN, SIGN_MESSAGE, SIGN]);
  const plain = scriptedWallet("Plain", [SIGN_MESSAGE, SIGN]);
  const silent = scriptedWallet("Silent", [SIGN_MESSAGE, SIGN], { mode: "hang" });
  const unwilling = scriptedWallet("Unwilling", [SIGN_IN, SIGN], { mode: "unwilling" });
  const rude = scriptedWallet("Rude", [SIGN_MESSAGE, SIGN], { mode: "refuse" });

  const steps = {
    "a wallet that can sign in does so in one step": async () => {
      await user.openWith([full, plain, rude]);
      await user.choose("Full");
      await user.signedIn(full.key);
      await user.assertAsked("Full", "connect, signIn");
      const calls = "GET /express/v1/auth/login, POST /express/v1/auth/login";
      assertEqual(user.takeCalls(), calls, "calls");
    },
    "after a page load it connects by itself, once, without a prompt": async () => {
      await user.page.reload();
      await user.signedIn(full.key);
      await user.page.getByRole("button", { name: /^Wallet / }).click();
      await user.page.getByText("Signed in", { exact: true }).waitFor();
      await user.page.keyboard.press("Escape");
      await user.assertAsked("Full", "connect silently");
      assertEqual(user.takeCalls(), "", "calls");
    },
    "a page that unloads hears no wallet any more": async () => {
      await user.page.evaluate(() => {
        globalThis.addEventListener("pagehide", () => globalThis.scripted.Full.drop());
        globalThis.addEventListener("beforeunload", () => globalThis.scripted.Full.drop());
      });
      // What the wallet keeps of the permission must outlive what it has just dropped.
      await user.context.addInitScript(() =>
        sessionStorage.setItem("scripted Full is connected", "yes"),
      );
      await user.page.reload();
      await user.connected(full.key);
      assertEqual(await user.walletName(), '"Full"', "stored name");
    },
    "choosing another wallet disconnects the old one; it signs a message": async () => {
      user.takeCalls();
      await user.script("Full", { asked: [] });
      await user.menu("Change wallet");
      await user.chooseInDialog("Plain");
      await user.signedIn(plain.key);
      await user.assertAsked("Full", "disconnect");
      await user.assertAsked("Plain", "connect, signMessage");
      assertEqual(await user.walletName(), '"Plain"', "stored name");
      const calls = "GET /api/v1/auth/login/message, POST /api/v1/auth/login";
      assertEqual(user.takeCalls(), calls, "calls");
    },
    "a wallet that disconnects by itself is forgotten, in words": async () => {
      await user.page.evaluate(() => globalThis.scripted.Plain.drop());
      await user.disconnected();
      await user.expectNotice("Plain: no connection");
      assertEqual(await user.walletName(), null, "stored name");
    },
    "a connection that is refused is forgotten, in words": async () => {
      await user.choose("Rude");
      await user.expectNotice("Rude was not connected");
      await user.disconnected();
      assertEqual(await user.walletName(), null, "stored name");
      await user.end();
    },
    "a refused signature leaves the wallet connected, and the next try signs in": async () => {
      await user.openWith([unwilling]);
      await user.choose("Unwilling");
      await user.expectNotice("You declined the request in the wallet.");
      await user.connected(unwilling.key);
      assertEqual(await user.stored("access"), null, "access token");
      await user.script("Unwilling", { mode: "approve" });
      await user.menu("Sign in");
      await user.signedIn(unwilling.key);
    },
    "a wallet that stays silent is given up after two minutes": async () => {
      await user.end();
      await user.openWith([silent], "/", { clock: {} });
      await user.choose("Silent");
      await user.page.getByText("Connecting…").waitFor();
      await user.page.clock.fastForward(CONNECT_MAX_MS);
      await user.expectNotice("The wallet did not answer in time. Open it and try again.");
      await user.disconnected();
      assertEqual(await user.walletName(), null, "stored name");
    },
    "a clock that is hours ahead costs no session and no loop of refreshes": () =>
      checkClock(user, plain, 2 * HOUR_MS, /Your device clock is \S+ \S+ ahead of the server's/),
    "nor one that is hours behind": () =>
      checkClock(user, plain, -2 * HOUR_MS, /Your device clock is \S+ \S+ behind the server's/),
  };
  return { steps, end: () => user.end() };
}

/** Signs in with a clock that is off, and lives through a page load and the life of a token. */
async function checkClock(user, wallet, offMs, words) {
  await user.end();
  await user.openWith([wallet], "/", { clock: { time: Date.now() + offMs } });
  await user.choose("Plain");
  await user.signedIn(wallet.key);
  await user.page.getByText(words).first().waitFor();
  user.takeCalls();
  await user.page.reload();
  await user.connected(wallet.key);
  await user.page.getByRole("button", { name: /^Wallet / }).click();
  await user.page.getByText("Signed in", { exact: true }).waitFor();
  await user.page.clock.fastForward(20_000);
  const refreshes = user
    .takeCalls()
    .split(", ")
    .filter((call) => call.includes("refresh"));
  assert(refreshes.length <= 1, `${refreshes.length} refreshes after a page load`);
  await until("the session", () => user.stored("access"));
}

export const flow = { name: "wallet", platform: "calm", create };
