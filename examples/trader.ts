/**
 * Follow the trend of a few markets: `node trader.js URL KEY_FILE [ROUNDS]`.
 *
 * Long where the index has risen in a month, short where it has fallen, each with a stop. Nothing is
 * kept but the key: each round begins with the positions that there are, also after a restart.
 */
import { AcreClient, AcreError, decimalOf, type OpenPosition, type Side } from "@acre/sdk";
import { loadOrCreateKey } from "@acre/sdk/node";

const MARKETS = 2;
const DAYS = 30;
const NOTIONAL = "500"; // USD
const STOP_PERCENT = 5n; // from the index
const PAUSE_MS = 10_000;

type Listed = Awaited<ReturnType<AcreClient["perps"]["markets"]>>[number];

async function trend(client: AcreClient, symbol: string): Promise<Side> {
  const days = await client.history.candles(symbol, { window: "3m" });
  const before = days.at(-DAYS) ?? days[0];
  return Number(days.at(-1)?.close) >= Number(before?.close) ? "long" : "short";
}

/** What a fill has cost beside its price. */
function costs({ fee, surcharge }: { readonly fee: string; readonly surcharge: string }): number {
  return Number(fee) + Number(surcharge);
}

/** Brings the position of a market to its trend; what was done. */
async function follow(client: AcreClient, market: Listed, held?: OpenPosition): Promise<string> {
  const { symbol } = market.metadata;
  const side = await trend(client, symbol);
  if (held?.side === side) return `keeps ${held.size}, P&L ${held.pnl} before fees`;
  if (held) {
    await client.perps.cancelAll(symbol);
    const closed = await client.perps.close(symbol); // the next round turns it
    const opened = (await client.history.fills(symbol)).filter((row) => row.kind === "open").at(-1);
    const net = Number(closed.pnl) - costs(closed) - (opened ? costs(opened) : 0);
    return `closed at ${closed.price}, P&L ${closed.pnl} before fees, ${net.toFixed(6)} after them`;
  }
  const percent = side === "long" ? 100n - STOP_PERCENT : 100n + STOP_PERCENT;
  const stop = decimalOf((BigInt(market.indexPrice) * percent) / 100n, 8);
  const fill = await client.perps.open(symbol, side, { notional: NOTIONAL, leverage: 2, stop });
  return `opened ${fill.size} at ${fill.price}, stop ${stop}`;
}

async function round(client: AcreClient): Promise<void> {
  const held = new Map((await client.perps.positions()).map((row) => [row.symbol, row]));
  for (const market of (await client.perps.markets()).slice(0, MARKETS)) {
    const { symbol } = market.metadata;
    console.log(`${symbol}: ${await follow(client, market, held.get(symbol))}`);
  }
}

async function main(url: string, keyFile: string, rounds = "1000"): Promise<void> {
  const client = new AcreClient(url, await loadOrCreateKey(keyFile));
  const { sol } = await client.balances();
  if (Number(sol) < 0.01) await client.faucet(); // on a local exchange; elsewhere send it some
  for (let left = Number(rounds); left > 0; left -= 1) {
    try {
      await round(client);
    } catch (error) {
      if (!(error instanceof AcreError)) throw error;
      console.log(`waits: ${error.code}`); // the next round looks at what has become of it
    }
    if (left > 1) await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

const [, , url, keyFile, rounds] = process.argv;
if (url === undefined || keyFile === undefined) throw new Error("trader.js URL KEY_FILE [ROUNDS]");
await main(url, keyFile, rounds);
