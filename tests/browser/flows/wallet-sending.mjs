import { assertEqual, until } from "../steps.mjs";
import { COMMAND_MAX_MS } from "../user.mjs";
import { scriptedWallet } from "../wallets/standard-wallet.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const SIGN_MESSAGE = "solana:signMessage";
const SIGN = "solana:signTransaction";
const SEND = "solana:signAndSendTransaction";
const LABEL = "Deposit $1,000.50";

/** How commands reach the chain through wallets that sign, wallets that send, and unhelpful ones. */
function create(kit) {
  const user = new WalletUser(kit);
  const signer = scriptedWallet("Signer", [SIGN_MESSAGE, SIGN]);
  const sender = scriptedWallet("Sender", [SIGN_MESSAGE, SEND]);
  const foreigner = scriptedWallet("Foreigner", [SIGN_MESSAGE, SIGN], {
    chains: ["solana:mainnet"],
  });
  const form = () => user.page.getByRole("dialog", { name: "Deposit" });
  const amount = () => form().getByLabel("Amount");

  async function enter(wallet, name) {
    await user.openWith([wallet]);
    await user.choose(name);
    await user.signedIn(wallet.key);
    await user.takeTestMoney();
    const [market] = await user.api("/account/markets");
    await user.goto(`/trade/${market.metadata.symbol}`);
    await user.connected(wallet.key);
    await user.page.getByRole("button", { name: "Deposit", exact: true }).click();
    await amount().fill("1,000.50");
    await user.script(name, { asked: [] });
  }

  async function submit(name, mode) {
    await user.script(name, { mode });
    await form().getByRole("button", { name: "Deposit", exact: true }).click();
  }

  /** What was said stands in the form, which still holds what was typed. */
  async function refused(words) {
    await form().getByText(words).waitFor();
    assertEqual(await amount().inputValue(), "1,000.50", "the amount in the form");
  }

  /** Waits for the toast of success; that of an earlier refusal may still be shown. */
  async function applied() {
    const isDone = async () => (await user.toasts(LABEL)).some(({ kind }) => kind === "success");
    await until("the deposit", isDone, { within_ms: COMMAND_MAX_MS });
    await form().waitFor({ state: "detached" });
    const [account] = await until("the account", async () => {
      const accounts = await user.user("margin-accounts");
      return accounts.length > 0 && accounts;
    });
    assertEqual(account.marginCollateral, "1000500000", "collateral");
  }

  const steps = {
    "a refused signature keeps the form": async () => {
      await enter(signer, "Signer");
      await submit("Signer", "refuse");
      await refused("You declined it in the wallet. Nothing was sent.");
    },
    "an expired transaction is explained, and the form is kept": async () => {
      await submit("Signer", "stale");
      await refused("The transaction waited too long before it was sent, so nothing happened.");
    },
    "a wallet that drops while it signs keeps the form, too": async () => {
      await submit("Signer", "drop");
      await refused("The wallet has disconnected before it answered.");
      await form().getByText("The wallet disconnected. Your entries are kept.").waitFor();
      await user.script("Signer", { mode: "approve" });
      await form().getByRole("button", { name: "Reconnect" }).click();
      await user.page.getByRole("button", { name: /Signer.*Detected/ }).click();
      await form().getByText("Your entries are kept.").waitFor({ state: "detached" });
      assertEqual(await amount().inputValue(), "1,000.50", "the amount in the form");
    },
    "the next try is applied: the wallet signs, the page sends": async () => {
      user.takeCalls();
      await user.script("Signer", { asked: [] });
      await submit("Signer", "approve");
      await applied();
      await user.assertAsked("Signer", "signTransaction");
      assertEqual(user.takeCalls().split(", ")[0], "sendTransaction", "calls");
      await user.end();
    },
    "a wallet that sends into another network is asked about it": async () => {
      await enter(sender, "Sender");
      // Else the test would wait a minute for the last block in which it could still land.
      await user.page.route("**/transaction/create-margin-account", async (route) => {
        const response = await route.fetch().catch(() => null);
        if (response === null) return; // the page is gone
        const { info } = await response.json();
        await route.fulfill({ response, json: { info: { ...info, lastValidBlockHeight: 1 } } });
      });
      await submit("Sender", "foreign");
      await refused("Set the wallet to this network and try again");
      await user.page.unroute("**/transaction/create-margin-account");
    },
    "a wallet that can only sign and send at once does both": async () => {
      await user.script("Sender", { asked: [] });
      await submit("Sender", "approve");
      await applied();
      await user.assertAsked("Sender", "signAndSendTransaction");
      await user.end();
    },
    "a wallet without this network is not asked to sign": async () => {
      await enter(foreigner, "Foreigner");
      await submit("Foreigner", "approve");
      await refused("This wallet does not offer the network that this exchange runs on.");
      await user.assertAsked("Foreigner", "");
    },
  };
  return { steps, end: () => user.end() };
}

export const flow = { name: "wallet-sending", platform: "calm", create };
