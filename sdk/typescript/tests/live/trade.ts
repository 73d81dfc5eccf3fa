/** What the live test does: types of the installed package, strictly; then a platform itself. */
import {
  AcreClient,
  AcreError,
  CommandRefused,
  decimalOf,
  type Fill,
  fromSecretKey,
  type Keep,
  newSecretKey,
  type Placed,
  type Signer,
  type SocketLike,
  toRaw,
  UnsafeTransaction,
} from "@acre/sdk";

/** A position opened with a leverage by a new wallet, held, and closed. */
export async function trade(url: string, signer: Signer) {
  const client = new AcreClient(url, signer);
  const drop = await client.faucet();
  const before = await client.balances();
  if (drop.sol !== before.sol || drop.collateral !== before.collateral) throw new Error("faucet");
  const [market] = await client.perps.markets();
  if (!market) throw new Error("there is no market");
  const { symbol } = market.metadata;
  const opened: Fill = await client.perps.open(symbol, "long", { notional: "500", leverage: 3 });
  const positions = await client.perps.positions();
  const part = await client.perps.close(symbol, { size: "0.1" });
  const closed = await client.perps.close(symbol);
  const left = await client.perps.positions();
  return { symbol, before, opened, positions, part, closed, left };
}

/** Money moved, orders that wait, and a short position. */
export async function wait(url: string, signer: Signer) {
  const client = new AcreClient(url, signer);
  await client.faucet();
  const [market] = await client.perps.markets();
  if (!market) throw new Error("there is no market");
  const { symbol } = market.metadata;
  const created = await client.margin.create("1000.5", { name: "Main" });
  const deposited = await client.margin.deposit("0.000001");
  const quote = await client.perps.quote(symbol, "short", { size: "1.5" });
  const opened = await client.perps.open(symbol, "short", { size: "1.5", slippage: "0.02" });
  const index = toRaw("indexPrice", quote.indexPrice, 8);
  const [half, double] = [decimalOf(index / 2n, 8), decimalOf(2n * index, 8)];
  const placed: Placed[] = [
    await client.perps.limit(symbol, "long", { price: half, size: "2", days: 2 }),
    await client.perps.stop(symbol, { price: double }),
    await client.perps.takeProfit(symbol, { price: half, size: "0.5" }),
    await client.perps.trailingStop(symbol, { rate: "0.05" }),
    await client.perps.auction(symbol, "long", { notional: "50" }),
  ];
  const orders = await client.perps.orders();
  const [first, , profit] = placed;
  await client.perps.amend(first?.orderId ?? 0, { price: decimalOf(index / 4n, 8), size: "1.5" });
  await client.perps.amend(profit?.orderId ?? 0, { size: "0.25", worstPrice: double, days: 3 });
  const amended = await client.perps.orders();
  await client.perps.cancel(first?.orderId ?? 0);
  await client.perps.cancelAll(symbol);
  const left = await client.perps.orders();
  await client.perps.close(symbol);
  const withdrawn = await client.margin.withdraw("100");
  return { created, deposited, quote, opened, placed, orders, amended, left, withdrawn };
}

/** A wallet's commands by its stream: how often the server was asked for their outcomes. */
export async function hear(url: string, signer: Signer, openSocket: (url: string) => SocketLike) {
  // Slow to ask, so that only an outcome that does not come by the stream is asked for.
  const timer = {
    nowMs: () => performance.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, 20 * ms)),
  };
  const client = new AcreClient(url, signer, { openSocket, timer });
  await client.faucet();
  await client.margin.create("1000");
  const asked: string[] = [];
  const plain = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    asked.push(new URL(String(address)).pathname.split("/").slice(5).join("/"));
    return await plain(address, init);
  };
  const [market] = await client.perps.markets();
  const symbol = market?.metadata.symbol ?? "";
  const fill = await client.perps.open(symbol, "long", { notional: "100" });
  const placed = await client.perps.stop(symbol, { price: "1" });
  await client.perps.close(symbol);
  globalThis.fetch = plain;
  return { fill, placed, asked };
}

/** What has happened: of a market, and of the wallet. */
export async function past(url: string, signer: Signer) {
  const client = new AcreClient(url, signer);
  await client.faucet();
  const [market] = await client.perps.markets();
  const symbol = market?.metadata.symbol ?? "";
  const fill = await client.perps.open(symbol, "short", { size: "0.5", leverage: 2 });
  const closed = await client.perps.close(symbol);
  const { history } = client;
  return {
    fill,
    closed,
    candles: await history.candles(symbol),
    index: await history.index(symbol, { window: "1m" }),
    funding: await history.funding(symbol),
    fills: await history.fills(symbol),
    trades: await history.trades(undefined, { rows: 1 }),
  };
}

/** Points, signed in: an order placed and cancelled. */
export async function predict(url: string, signer: Signer) {
  const client = new AcreClient(url, signer);
  await client.predictions.participate();
  const { rows } = await client.predictions.markets({ isResolved: false });
  const market = rows.find((row) => row.status === "open");
  if (!market) throw new Error("no market is open");
  await client.predictions.portfolio();
  const { marketId } = market;
  const placed = await client.predictions.placeOrder({
    marketId,
    side: "yes",
    price: 2,
    contracts: 3,
    postOnly: true,
  });
  const found = await client.predictions.orders({ marketId });
  const book = await client.predictions.orderBook(marketId);
  const index = (await client.indexPrices()).get(market.acreId ?? 0)?.indexPrice;
  const amended = await client.predictions.amend(placed.orderId, { contracts: 2 });
  const status = await client.predictions.cancel(placed.orderId);
  const order = { marketId, side: "no", price: 3, contracts: 1, postOnly: true } as const;
  const batch = await client.predictions.placeOrders([order, { ...order, price: 100 }]);
  return {
    amended,
    batch: batch.map(({ order, error }) => order?.price ?? error?.code),
    canceled: (await client.predictions.cancelAll()).length,
    positions: await client.predictions.positions(),
    trades: (await client.predictions.trades({ marketId })).rows,
    placed,
    found: found.rows,
    book,
    index,
    status,
    cancelAt: await client.predictions.cancelAfter(0),
  };
}

/** A delegate trades for its owner within its limits, and cannot withdraw. */
export async function delegate(url: string, signer: Signer) {
  const owner = new AcreClient(url, signer);
  await owner.faucet();
  await owner.margin.create("1000");
  const [market] = await owner.perps.markets();
  const symbol = market?.metadata.symbol ?? "";
  const key = await fromSecretKey(await newSecretKey());
  const limits = { markets: [symbol], notionalPerDay: "600", topUp: "0.005" };
  const created = await owner.delegates.create(key, limits);
  const client = new AcreClient(url, key, { owner: signer.address });
  const { sol } = await client.balances();
  const opened = await client.perps.open(symbol, "long", { notional: "500" });
  const codes: string[] = [];
  const refusedActs = [
    () => client.perps.open(symbol, "long", { notional: "200" }),
    () => client.margin.withdraw("1"),
  ];
  for (const act of refusedActs) {
    await act().catch((error: unknown) => codes.push((error as AcreError).code));
  }
  await client.perps.close(symbol);
  await owner.delegates.revoke();
  const last = client.perps.open(symbol, "long", { notional: "10" });
  await last.catch((error: unknown) => codes.push((error as AcreError).code));
  return { created, sol, opened, codes, positions: await owner.perps.positions() };
}

/** The work of a keeper: an account liquidated, requests processed, and a call that is too late. */
export async function keep(url: string, signer: Signer) {
  const client = new AcreClient(url, signer);
  await client.faucet();
  const candidates = await client.keeper.candidates();
  const requests = await client.keeper.requests();
  const [debtor] = candidates;
  const liquidated = await client.keeper.liquidate(
    debtor?.owner ?? "",
    debtor?.marginAccountId ?? 0,
  );
  const owner = requests[0]?.owner ?? "";
  const ids = requests.map(({ id }) => id);
  const processed: Keep = await client.keeper.process(owner, ids);
  const late = await client.keeper.process(owner, ids).then(
    () => "done",
    (error: unknown) => (error instanceof AcreError ? error.code : String(error)),
  );
  const left = [await client.keeper.candidates(), await client.keeper.requests()];
  return { candidates, requests, liquidated, processed, late, left };
}

/** Live data: the markets, and what the wallet's own trade makes happen. */
export async function listen(url: string, signer: Signer, openSocket: (url: string) => SocketLike) {
  const client = new AcreClient(url, signer);
  await client.faucet();
  await client.margin.create("1000");
  const stream = await client.stream({ isPrivate: true, openSocket });
  const prices: string[] = [];
  const kinds: string[] = [];
  await new Promise<void>((resolve) => {
    stream.subscribe("markets", {
      snapshot: ({ markets }) => prices.push(...markets.map((row) => row.indexPrice)),
      delta: () => undefined,
    });
    stream.subscribe(`user:${client.address}`, {
      snapshot: () => resolve(),
      delta: ({ events }) => kinds.push(...(events ?? []).map((event) => event.kind)),
    });
    stream.start();
  });
  const [market] = await client.perps.markets();
  await client.perps.open(market?.metadata.symbol ?? "", "long", { notional: "100" });
  for (let round = 0; round < 200 && !kinds.includes("trade"); round += 1) await pause();
  stream.stop();
  return { prices, kinds };
}

async function pause(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}

/** Whatever is wrong says its code; nothing is signed that was not asked for. */
export async function refused(url: string, signer: Signer): Promise<(string | number)[]> {
  const client = new AcreClient(url, signer);
  const found: (string | number)[] = [];
  const note = async (call: () => Promise<unknown>) => {
    try {
      await call();
      found.push("done");
    } catch (error) {
      if (!(error instanceof AcreError)) throw error;
      const isRefused = error instanceof CommandRefused || error instanceof UnsafeTransaction;
      found.push(isRefused ? error.name : error.code);
    }
  };
  await note(() => client.perps.open("NONE", "long", { size: "1" }));
  const [market] = await client.perps.markets();
  const symbol = market?.metadata.symbol ?? "";
  await note(() => client.perps.open(symbol, "long", { size: "1" }));
  await client.faucet();
  await note(() => client.perps.open(symbol, "long", { notional: "500", leverage: 1_000 }));
  await client.margin.create("10");
  await note(() => client.perps.open(symbol, "long", { notional: "2000" }));
  const venue = { collateralVault: client.address };
  const careful = new AcreClient(url, signer, { venue });
  await note(() => careful.margin.deposit("5"));
  const other = new AcreClient(url, signer, { venue: { chain: "mainnet" } });
  await note(() => other.margin.deposit("5"));
  const thrifty = new AcreClient(url, signer, { feeMax: "0.000001" });
  await note(() => thrifty.margin.deposit("5"));
  const [account] = await client.margin.accounts();
  found.push(account?.marginCollateral ?? "none");
  return found;
}
