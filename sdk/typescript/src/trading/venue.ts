/** What a wallet knows of the exchange: its chain, its collateral and vault, its markets. */
import type { ExpressApi, MainApi } from "../calls.js";
import { AcreError, BAD_ANSWER } from "../errors.js";
import type { Market } from "../generated/api.js";
import { checkedAddress } from "../signers.js";

const LOCAL_WORDS = ["localnet", "localhost", "127.0.0.1"];

/** Facts of the exchange from another source than its server; what is missing, the server says. */
export interface Venue {
  /** `mainnet`, `devnet`, `testnet` or `localnet`; if missing the node's address decides. */
  readonly chain?: string;
  readonly collateralMint?: string;
  readonly collateralVault?: string;
  /** The domain of its sign-in texts: without it a server can pass on those of another one. */
  readonly domain?: string;
}

/** Addresses that stay the same for the life of a client. */
export interface Pins {
  readonly mint: string;
  readonly vault: string;
}

/** The chain's name in memos, by the address of a node. */
function chainOf(url: string): string {
  for (const name of ["devnet", "testnet"]) if (url.includes(name)) return name;
  return LOCAL_WORDS.some((word) => url.includes(word)) ? "localnet" : "mainnet";
}

/** The exchange as its server describes it: what is pinned is read once. */
export class Exchange {
  readonly chain: string;
  #pins: Promise<Pins> | null = null;
  #markets: readonly Market[] = [];

  constructor(
    private readonly main: MainApi,
    private readonly express: ExpressApi,
    private readonly venue: Venue,
    rpcUrl: string,
  ) {
    this.chain = venue.chain ?? chainOf(rpcUrl);
  }

  /** The collateral's mint and the vault that deposits go to. */
  async pins(): Promise<Pins> {
    this.#pins ??= this.#read().catch((error: unknown) => {
      this.#pins = null;
      throw error;
    });
    return await this.#pins;
  }

  /** The engine's time, in whole seconds: the time of markets and orders. */
  async nowS(): Promise<number> {
    return Math.floor((await this.express.get("/status")).clock.now);
  }

  /** The markets as they are now. */
  async markets(): Promise<readonly Market[]> {
    this.#markets = await this.main.get("/account/markets");
    return this.#markets;
  }

  /** A market by its symbol, as it was when the markets were last read. */
  async market(symbol: string): Promise<Market> {
    return await this.#find((row) => row.metadata.symbol === symbol, symbol);
  }

  /** The symbol of a market. */
  async symbol(id: number): Promise<string> {
    return (await this.#find((row) => row.id === id, String(id))).metadata.symbol;
  }

  async #find(isIt: (row: Market) => boolean, name: string): Promise<Market> {
    const row = this.#markets.find(isIt) ?? (await this.markets()).find(isIt);
    if (row) return row;
    throw new AcreError("MARKET_NOT_FOUND", `There is no market ${name}`, { status: 404 });
  }

  async #read(): Promise<Pins> {
    const { specification } = await this.main.get("/account/exchange");
    const mint = this.venue.collateralMint ?? specification.collateralMint;
    const vault = this.venue.collateralVault ?? specification.collateralVault;
    try {
      return { mint: checkedAddress(mint), vault: checkedAddress(vault) };
    } catch (cause) {
      throw new AcreError(BAD_ANSWER, "mint and vault are no addresses", { cause });
    }
  }
}
