import { until } from "./steps.mjs";

export const BURNER = "Burner wallet (local only)";

/** The values that stand beside a label in lists of labels and values, of a page or a part. */
export function valueBeside(scope, label) {
  return scope
    .locator("dt", { hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd[1]");
}

/** The wallets that need WebHID: none where the browser has none (Firefox). */
export async function hardwareWallets(page) {
  return (await page.evaluate(() => "hid" in navigator)) ? ["Ledger"] : [];
}

/** Opens the wallet dialog with all its wallets. */
export async function openWalletDialog(page) {
  await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: BURNER }).waitFor();
  await dialog.getByRole("button", { name: "More options" }).click();
  for (const name of ["Phantom", ...(await hardwareWallets(page))]) {
    await dialog.getByRole("button", { name, exact: true }).waitFor();
  }
}

/** Opens the deposit or withdraw dialog; on a phone the account lies behind a tab. */
export async function openTransferDialog(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  const tab = page.getByRole("tab", { name: "Account", exact: true });
  await button.or(tab).first().waitFor();
  if (await tab.isVisible()) await tab.click();
  await button.click();
  const dialog = page.getByRole("dialog", { name });
  await until("the amount there is", () => dialog.getByRole("button", { name: "Max" }).isEnabled());
}

/**
 * Runs in the page: whether entry and liquidation are on the chart, each as a line (pixels of its
 * color) or, where it lies beyond the scale, as a label at the end of the axis.
 */
export function hasBothLines() {
  const style = getComputedStyle(document.documentElement);
  const chart = document.querySelector('section[aria-label="Price chart"]');
  const isBeyond = (id) => chart.querySelector(`span[data-line="${id}"][data-edge]`) !== null;
  const hasLineIn = (canvas, wanted) => {
    const { width, height } = canvas;
    if (width === 0 || height === 0) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    for (let y = 0; y < height; y += 1) {
      let found = 0;
      for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
        if (wanted.every((value, channel) => Math.abs(data[at + channel] - value) < 5)) found += 1;
      }
      // A dashed line fills a good part of its row, an axis label does not.
      if (found > width / 5) return true;
    }
    return false;
  };
  const isDrawn = (token) => {
    const hex = style.getPropertyValue(token).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [...chart.querySelectorAll("canvas")].some((canvas) => hasLineIn(canvas, wanted));
  };
  const isShown = (id, token) => isBeyond(id) || isDrawn(token);
  return isShown("entry", "--text-3") && isShown("liquidation", "--liquidation");
}
