/** The client of one wallet: calls of the API, positions, prediction markets, the stream. */
import { type Amount, COLLATERAL, decimalOf, rawOf, SOL, toRaw } from "./amounts.js";
import { type ExpressApi, expressApi, type MainApi, mainApi } from "./calls.js";
import { ChainNode } from "./chain/rpc.js";
import type { Clock, Summary } from "./generated/api.js";
import { History } from "./history.js";
import { Login } from "./login.js";
import { checkedAddress, type Signer } from "./signers.js";
import { hasWebSocket, type OpenSocket, runtimeSocket } from "./stream/sockets.js";
import { StreamClient } from "./stream/stream-client.js";
import type { Stream } from "./stream/typed.js";
import { Commands } from "./trading/commands.js";
import { Delegates } from "./trading/delegates.js";
import { Keeper } from "./trading/keeping.js";
import { Margin } from "./trading/margin.js";
import { Outcomes } from "./trading/outcomes.js";
import { Perps } from "./trading/perps.js";
import { Predictions } from "./trading/predictions.js";
import { Exchange, type Venue } from "./trading/venue.js";
import { checkedUrl, TIMER, type Timer, Transport } from "./transport.js";

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
  /** Opens a websocket, where there is no global `WebSocket`: such as `ws` in Node before 22. */
  readonly openSocket?: OpenSocket;
  readonly timer?: Timer;
}

/** What a wallet holds on the chain. */
export interface Balances {
  readonly sol: string;
  readonly collateral: string;
}

/** What the faucet of a local exchange sent, in exact decimals; `token` is the one to stake. */
export interface Drop extends Balances {
  readonly signature: string;
  readonly token: string;
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
  /** Work for anyone, for a fee. */
  readonly keeper: Keeper;
  readonly predictions: Predictions;
  readonly history: History;
  readonly #signer: Signer;
  readonly #login: Login;
  readonly #outcomes: Outcomes;
  readonly #openSocket: OpenSocket | undefined;

  constructor(url: string, signer: Signer, options: ClientOptions = {}) {
    this.url = checkedUrl(url);
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
    this.#openSocket = options.openSocket;
    this.#outcomes = new Outcomes(signer.address, () => this.#ownStream());
    const { main } = this;
    const commands = new Commands(main, node, signer, exchange, this.#outcomes, timer, feeMax);
    this.margin = new Margin(this.main, commands, this.owner);
    this.perps = new Perps(this.main, commands, this.margin);
    this.delegates = new Delegates(this.main, commands);
    this.keeper = new Keeper(this.main, this.express, commands);
    this.predictions = new Predictions(this.express);
    this.history = new History(this.main, this.express, exchange, this.owner);
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
  async faucet(): Promise<Drop> {
    const drop = await this.express.post("/faucet", { body: { address: this.address } });
    return {
      signature: drop.signature,
      sol: decimalOf(rawOf("sol", drop.sol), SOL),
      collateral: decimalOf(rawOf("collateral", drop.collateral), COLLATERAL),
      token: decimalOf(rawOf("token", drop.token), COLLATERAL),
    };
  }

  /** Ends the listening for outcomes at once; without commands it ends by itself. */
  close(): void {
    this.#outcomes.close();
  }

  /** The stream of the wallet's outcomes; null where it would need a person or has no socket. */
  #ownStream(): Promise<Stream> | null {
    const canConnect = this.#openSocket !== undefined || hasWebSocket();
    return canConnect && this.#signer.isSilent ? this.stream({ isPrivate: true }) : null;
  }

  /**
   * Live data: subscribe, then `start()`. With `isPrivate` it signs in, for the channel `user:…`.
   * Node before 22 has no `WebSocket`: give `openSocket`, such as `(url) => new WebSocket(url)` of
   * `ws`, or it throws AcreError.
   */
  async stream(options: { isPrivate?: boolean; openSocket?: OpenSocket } = {}): Promise<Stream> {
    const open = options.openSocket ?? this.#openSocket ?? runtimeSocket();
    const url = `${this.url.replace(/^http/, "ws")}${EXPRESS}/ws`;
    const renewToken = (refused: string | null) => this.#login.token(refused);
    const renewal = options.isPrivate ? { renewToken } : {};
    const stream = new StreamClient({ openSocket: () => open(url), ...renewal });
    if (options.isPrivate) stream.setToken(await this.#login.token());
    return stream as Stream;
  }
}
