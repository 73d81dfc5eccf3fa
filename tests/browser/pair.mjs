import { checkAccessibility, screenshot } from "./look.mjs";
import { assertEqual, until } from "./steps.mjs";

/** Opens a pair of markets and closes it again, with one signature each; `trader` has margin. */
export async function tradePair(trader) {
  const { page } = trader;
  const form = page.getByRole("dialog", { name: "Pair or basket order" });
  const before = (await trader.user("history/trade")).length;
  const open = () => page.getByRole("button", { name: "Pair or basket order" }).click();
  const send = async () => {
    await trader.sendOrder(form.getByRole("button", { name: "Send 2 orders" }), /^Basket of 2/);
    await form.waitFor({ state: "detached" });
  };
  await open();
  await form.getByLabel("Amount 1").fill("400");
  await form.getByLabel("Amount 2").fill("300");
  await until("a quote of both", async () => /Fills at \$/.test(await form.innerText()));
  await checkAccessibility(page);
  await screenshot(page, "basket");
  await send();
  const [first, second, ...others] = await trader.user("history/trade");
  assertEqual(others.length, before, "trades before");
  assertEqual([first, second].map(({ tradeKind }) => tradeKind).join(), "open,open", "trades");
  assertEqual(first.signature, second.signature, "signature");
  await open();
  await form.getByRole("button", { name: "Close all 2 positions" }).click();
  await send();
  await page.getByText("No open positions").waitFor();
}
