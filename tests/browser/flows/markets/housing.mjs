import { assert, assertEqual } from "../../steps.mjs";

const CHARTS = [
  ["sales-history", "Homes sold", ["sales"]],
  ["sales-history", "Sale price", ["medianSalePrice", "pricePerUnit"]],
  ["listings-history", "Listings", ["newListings", "activeListings", "medianListPrice"]],
  ["absorption-rate-history", "Absorption", ["monthsOfSupply"]],
];
const FACTS = [
  ["current-inventory", "Inventory"],
  ["financials", "Financials"],
  ["demographics", "Demographics"],
];

/** Each panel of housing figures is there if the API names a source, with its publisher. */
export async function checkHousing(user, symbol) {
  const { page } = user;
  const panel = (name) => page.getByRole("region", { name, exact: true });
  await page.getByRole("link", { name: "Housing", exact: true }).click();
  await page.getByText(/Figures as they were known on this date|no other housing data/).waitFor();
  let shown = 0;
  for (const [part, name, figures] of CHARTS) {
    const { sources } = await user.express(`/market/${symbol}/${part}?window=3y`);
    const own = sources.filter(({ figure }) => figures.includes(figure));
    await checkPanel(panel(name), name, own);
    shown += Number(own.length > 0);
  }
  for (const [part, name] of FACTS) {
    const { sources } = await user.express(`/market/${symbol}/${part}`);
    await checkPanel(panel(name), name, sources);
    shown += Number(sources.length > 0);
  }
  const { points } = await user.express(`/market/${symbol}/sales-history?window=3y`);
  const last = points.findLast(({ sales }) => sales !== null);
  if (last) {
    const wanted = last.sales.toLocaleString("en-US");
    await panel("Homes sold").getByText(wanted, { exact: true }).first().waitFor();
  }
  const { medianRentMonthly, medianPrice } = await user.express(`/market/${symbol}/financials`);
  await checkFact(panel("Financials"), "Median home price", medianPrice);
  await checkFact(panel("Financials"), "Median rent", medianRentMonthly);
  return `${shown} of ${CHARTS.length + FACTS.length} panels`;
}

async function checkPanel(region, name, sources) {
  if (sources.length === 0) {
    assertEqual(await region.count(), 0, `panels of ${name}, which has no source`);
    return;
  }
  await region.getByText(sources[0].publisher).first().waitFor();
}

/** A figure as it is shown; one that is not published has no line. */
async function checkFact(region, label, raw) {
  const line = region.locator("dl > div").filter({ hasText: new RegExp(`^${label}`) });
  if (raw === null) {
    assertEqual(await line.count(), 0, `lines of ${label}`);
    return;
  }
  const text = await line.locator("dd").innerText();
  assert(text === dollars(raw), `${label}: ${text} for ${raw}`);
}

/** Raw dollars without cents, as the page rounds them. */
function dollars(raw) {
  return `$${((BigInt(raw) + 500_000n) / 1_000_000n).toLocaleString("en-US")}`;
}
