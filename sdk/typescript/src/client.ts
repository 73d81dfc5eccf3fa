/** The client of one wallet: calls of the API, positions, prediction markets, the stream. */
import { type Amount, COLLATERAL, decimalOf, rawOf, SOL, toRaw } from "./amounts.js";
import { type ExpressApi, expressApi, type MainApi, mainApi } from "./calls.js";
import { ChainNode } from "./chain/rpc.js";
import type { Clock, FaucetDrop, Summary } from "./generated/api.js";
import { Login } from "./login.js";
import { checkedAddress, type Signer } from "./signers.js";
import { type SocketLike, StreamClient } from "./stream/stream-client.js";
import type { Stream } from "./stream/typed.js";
import { Commands } from "./trading/commands.js";
import { Delegates } from "./trading/delegates.js";
import { Margin } from "./trading/margin.js";
import { Perps } from "./trading/perps.js";
import { Predictions } from "./trading/predictions.js";
import { Exchange, type Venue } from "./trading/venue.js";
import { TIMER, type Timer, Transport } from "./transport.js";

const MAIN = "/api/v1";
const EXPRESS = "/express/v1";
const FEE_MAX = "0.0001";
const PAGE_ROWS_MAX = 200;
const PAGES_MAX = 100;

export interface ClientOptions {
  /** The wallet whose accounts are traded, as its delegate; if missing the signer's own. */
  readonly owner?: string;
  /** The chain node; if missing the server's own. */
  readonly rpc?: string;
  /** What the wallet knows of the exchange without asking the server. */
  readonly venue?: Venue;
  /** The highest network fee of a command, in SOL. */
  readonly feeMax?: Amount;
  readonly timer?: Timer;
}

/** What a wallet holds on the chain. */
export interface Balances {
  readonly sol: string;
  readonly collateral: string;
}

/** One wallet's access to one server. */
export class AcreClient {
  readonly url: string;
  readonly owner: string;
  /** Every call of `/api/v1` and of `/express/v1`; amounts are raw integers in texts. */
  readonly main: MainApi;
  readonly express: ExpressApi;
  readonly margin: Margin;
  readonly perps: Perps;
  readonly delegates: Delegates;
  readonly predictions: Predictions;
  readonly #signer: Signer;
  readonly #login: Login;

  constructor(url: string, signer: Signer, options: ClientOptions = {}) {
    this.url = url.replace(/\/+$/, "");
    this.owner = checkedAddress(options.owner ?? signer.address);
    this.#signer = signer;
    const timer = options.timer ?? TIMER;
    const transport = new Transport(this.url + EXPRESS, timer);
    this.#login = new Login(transport, signer, timer, options.venue?.domain);
    this.express = expressApi(transport, this.#login);
    this.main = mainApi(new Transport(this.url + MAIN, timer), this.#login);
    const rpc = options.rpc ?? `${this.url}/rpc`;
    const exchange = new Exchange(this.main, this.express, options.venue ?? {}, rpc);
    const node = new ChainNode(new Transport(rpc, timer));
    const feeMax = toRaw("feeMax", options.feeMax ?? FEE_MAX, SOL);
    const commands = new Commands(this.main, node, signer, exchange, timer, feeMax);
    this.margin = new Margin(this.main, commands, this.owner);
    this.perps = new Perps(this.main, commands, this.margin);
    this.delegates = new Delegates(this.main, commands);
    this.predictions = new Predictions(this.express);
  }

  get address(): string {
    return this.#signer.address;
  }

  /** Signs in; other calls do it by themselves when they need to. */
  async login(): Promise<void> {
    await this.#login.token();
  }

  /** The engine's time, which markets and orders use. */
  async clock(): Promise<Clock> {
    return (await this.express.get("/status")).clock;
  }

  /** The index of every area, by the `acreId` of prediction markets. */
  async indexPrices(): Promise<ReadonlyMap<number, Summary>> {
    const found = new Map<number, Summary>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { limit: PAGE_ROWS_MAX, cursor };
      const { markets, nextCursor } = await this.express.get("/market/search", { query });
      for (const row of markets) found.set(row.acreId, row);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return found;
  }

  /** What the wallet holds on the chain. */
  async balances(): Promise<Balances> {
    const path = { user: this.address };
    const sol = await this.main.get("/user/{user}/sol-balance", { path });
    const collateral = await this.main.get("/user/{user}/collateral-balance", { path });
    return {
      sol: decimalOf(rawOf("balance", sol.balance), SOL),
      collateral: decimalOf(rawOf("balance", collateral.balance), COLLATERAL),
    };
  }

  /** Asks for test money, which only a local exchange gives. */
  async faucet(): Promise<FaucetDrop> {
    return await this.express.post("/faucet", { body: { address: this.address } });
  }

  /**
   * Live data: subscribe, then `start()`. With `isPrivate` it signs in, for the channel `user:…`.
   * Node before 22 has no `WebSocket`: give one, such as `(url) => new WebSocket(url)` of `ws`.
   */
  async stream(
    options: { isPrivate?: boolean; openSocket?: (url: string) => SocketLike } = {},
  ): Promise<Stream> {
    const open = options.openSocket ?? ((url: string) => new WebSocket(url));
    const url = `${this.url.replace(/^http/, "ws")}${EXPRESS}/ws`;
    const stream = new StreamClient({ openSocket: () => open(url) });
    if (options.isPrivate) stream.setToken(await this.#login.token());
    return stream as Stream;
  }
}
