import { areOnChain } from "../chain.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { MOBILE_WALLET, withPhone } from "./phone.mjs";
import { SIGN_IN, SIGN_TRANSACTIONS } from "./scripted-wallet.mjs";

const CACHE = "mobile_wallet_authorization_cache";
const FIRST_DEPOSIT_E6 = 1_000_000_000n;
const LINK = "https://wallet.example";

async function balance(phone) {
  const { specification } = await phone.api("/account/exchange");
  return phone.tokens(specification.collateralMint);
}

async function openDeposit(phone, title) {
  const { page } = phone;
  const button = page.getByRole("button", { name: "Deposit", exact: true });
  const tab = page.getByRole("tab", { name: "Account", exact: true });
  await button.or(tab).first().waitFor();
  if (await tab.isVisible()) await tab.click();
  await button.click();
  const dialog = page.getByRole("dialog", { name: title });
  await until("the money in the dialog", () =>
    dialog.getByRole("button", { name: "Max" }).isEnabled(),
  );
  return dialog;
}

/** Creates a margin account with a first deposit, signed by the app; the chain has to know it. */
async function createAccount(phone) {
  await phone.takeTestMoney();
  const before = await balance(phone);
  const dialog = await openDeposit(phone, "Deposit");
  await dialog.getByLabel("Amount").fill("1,000");
  await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
  await phone.applied("Deposit $1,000");
  await dialog.waitFor({ state: "detached" });
  assertEqual(await balance(phone), before - FIRST_DEPOSIT_E6, "balance at the node");
  const [account] = await phone.user("margin-accounts");
  assertEqual(BigInt(account.marginCollateral), FIRST_DEPOSIT_E6, "collateral");
}

async function openMarket(phone) {
  const { markets } = await phone.express("/market/search?limit=1");
  await phone.unlock(`/trade/${markets[0].symbol}`);
}

const requestOf = (phone, method) =>
  phone.wallet.requests.find((request) => request.method === method).params;

/** One wallet app over a whole visit. */
export function visitSteps(phone) {
  const { wallet } = phone;
  return {
    "connecting and signing in open the app once": async () => {
      await openMarket(phone);
      await phone.connect();
      await phone.signedIn();
      assertEqual(phone.links.length, 1, "openings of the app");
      assertEqual(wallet.methods.join(), "get_capabilities,authorize,sign_messages", "methods");
      await until("the session to be closed", () => wallet.states.length === 4);
      assertEqual(wallet.states.join(), "connecting,helloSent,connected,closed", "states");
      const { chain, identity } = requestOf(phone, "authorize");
      assertEqual(chain, "solana:localnet", "chain");
      assertEqual(identity.uri, phone.platform.url, "who asks");
    },
    "the authorization is stored under its own key": async () => {
      const stored = JSON.parse(await phone.storage(CACHE));
      const { auth_token: token, accounts, wallet_uri_base: base } = stored;
      assert(token.length > 0, "no token");
      assertEqual(
        accounts[0].address,
        wallet.account.publicKey.toString("base64"),
        "stored address",
      );
      assertEqual(base, null, "address of the app");
      assertEqual(await phone.storage("walletName"), JSON.stringify(MOBILE_WALLET), "name");
    },
    "a deposit is signed by the app, sent and applied": async () => {
      const before = wallet.methods.length;
      await createAccount(phone);
      assertEqual(wallet.methods.slice(before).join(), "authorize,sign_transactions", "methods");
      assertEqual(phone.links.length, 2, "openings of the app");
      const shown = wallet.requests[before].params;
      assert(typeof shown.auth_token === "string", "the authorization was not shown");
    },
    "a refusal and a dropped session in the app keep the form": async () => {
      const dialog = await openDeposit(phone, "Deposit");
      await dialog.getByLabel("Amount").fill("25");
      for (const [fault, text] of [
        ["decline", "You declined it in the wallet. Nothing was sent."],
        ["drop", "The wallet session dropped unexpectedly"],
      ]) {
        wallet.faults.sign_transactions = fault;
        await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
        await phone.page.getByText(text).first().waitFor();
        assertEqual(await dialog.getByLabel("Amount").inputValue(), "25", "amount in the form");
      }
      wallet.faults = {};
      await phone.closeToasts();
      await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
      await phone.applied("Deposit $25");
      await dialog.waitFor({ state: "detached" });
    },
    "every deposit is on the chain": async () => {
      // The history follows what is applied.
      const rows = await until("both deposits in the history", async () => {
        const all = await phone.user("history/margin-transfer");
        return all.length < 2 ? null : all;
      });
      const signatures = rows.map(({ signature }) => signature);
      assertEqual(signatures.length, 2, "deposits in the history");
      assert(await areOnChain(phone.platform.nodeUrl, signatures), "not on the chain");
    },
    "a new page is connected without opening the app": async () => {
      const { length } = phone.links;
      await phone.page.reload();
      await phone.page.getByRole("button", { name: /^Wallet / }).waitFor();
      assertEqual(phone.links.length, length, "openings of the app");
    },
    "disconnecting forgets the authorization and keeps the name": async () => {
      const { page, links } = phone;
      await page.getByRole("button", { name: /^Wallet / }).click();
      await page.getByRole("menuitem", { name: "Disconnect" }).click();
      await page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
      await until(
        "the name to be there",
        async () => (await phone.storage("walletName")) === JSON.stringify(MOBILE_WALLET),
      );
      assertEqual(await phone.storage(CACHE), null, "authorization");
      const { length } = links;
      await page.reload();
      await page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
      await phone.connect();
      await phone.signedIn();
      assertEqual(links.length, length + 1, "openings of the app");
    },
    "an app that has forgotten the page is disconnected": async () => {
      wallet.forget();
      await until("the session to be closed", () => wallet.states.at(-1) === "closed");
      const dialog = await openDeposit(phone, "Deposit");
      await dialog.getByLabel("Amount").fill("5");
      await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
      await until(
        "the authorization to be gone",
        async () => (await phone.storage(CACHE)) === null,
      );
      await phone.page.keyboard.press("Escape");
      await phone.page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
      await phone.finish();
    },
  };
}

/** Other kinds of apps, each connected, signed in and signing once. */
const KINDS = {
  "an app of the old protocol": {
    script: { version: "legacy", sends: false },
    methods: "get_capabilities,authorize,sign_messages,reauthorize,sign_transactions",
  },
  "an app that signs only what it sends": {
    script: { features: [] },
    methods: "get_capabilities,authorize,sign_messages,authorize,sign_and_send_transactions",
  },
  "an app with a sign-in of its own": {
    script: { features: [SIGN_TRANSACTIONS, SIGN_IN] },
    methods: "get_capabilities,authorize,get_capabilities,authorize,authorize,sign_transactions",
  },
  "an app with a link of its own": {
    script: { uriBase: LINK },
    methods: "get_capabilities,authorize,sign_messages,authorize,sign_transactions",
  },
};

export function kindSteps(kit) {
  return Object.fromEntries(
    Object.entries(KINDS).map(([name, { script, methods }]) => [
      `${name} signs in and deposits`,
      withPhone(kit, script, async (phone) => {
        await openMarket(phone);
        await phone.connect();
        await phone.signedIn();
        await createAccount(phone);
        assertEqual(phone.wallet.methods.join(), methods, "methods");
        if (script.version === "legacy") {
          assertEqual(requestOf(phone, "authorize").cluster, "localnet", "cluster");
        }
        if (script.uriBase) {
          assert(phone.links[1].address.startsWith(`${LINK}/v1/`), "opened elsewhere");
        }
      }),
    ]),
  );
}
