import { summary } from "./browser.mjs";

const TYPED = ["500", "1000", "2500", "7500"];
const ROUNDS = 4;

function observe() {
  globalThis.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) globalThis.interactions.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

/**
 * What a trader does on the trade page: sides, amounts, tabs, the dialog, the theme. The browser
 * tells the time from each input to the next paint; those below 16 ms are counted as 16.
 */
export async function measureInteractions(browser, url, path) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(url + path);
    await page.getByRole("region", { name: "Price chart" }).locator("canvas").first().waitFor();
    const ticket = page.getByRole("form", { name: "Order ticket" });
    const amount = ticket.getByLabel("Amount");
    let inputs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of ["▼ Short", "▲ Long"]) {
        await ticket.getByText(side).click();
        inputs += 1;
      }
      for (const text of TYPED) {
        await amount.fill("");
        await amount.pressSequentially(text);
        inputs += text.length;
      }
      await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      inputs += 2;
    }
    await page.waitForTimeout(500);
    const slow = await page.evaluate(() => globalThis.interactions);
    const fast = Array.from({ length: Math.max(0, inputs - slow.length) }, () => 16);
    return { path, inputs, inp: summary([...slow, ...fast]) };
  } finally {
    await context.close();
  }
}
