/** A delegate: a key that may trade for the wallet, within limits, and can never withdraw. */
import { type Amount, COLLATERAL, SOL, textOf, timeText, toRaw } from "../amounts.js";
import type { MainApi } from "../calls.js";
import type { DelegateBody } from "../generated/api.js";
import type { Line, TopUp } from "../inspection.js";
import { checkedAddress } from "../signers.js";
import type { Commands, Outcome } from "./commands.js";

const DAY_S = 86_400;
const DAYS = 30;
const TOP_UP = "0.01"; // SOL: about 2,000 commands

/** Limits of a delegate. */
export interface DelegateLimits {
  /** 30 if missing. */
  readonly days?: number;
  /** Collateral, of orders that open or increase positions. */
  readonly notionalPerDay?: Amount;
  /** Symbols; all markets if missing. */
  readonly markets?: readonly string[];
  /** SOL that goes to the delegate for the fees of its commands; `"0.01"` if missing. */
  readonly topUp?: Amount;
}

/** The one delegate of a wallet; `new AcreClient(url, delegate, { owner })` uses it. */
export class Delegates {
  constructor(
    private readonly main: MainApi,
    private readonly commands: Commands,
  ) {}

  /** Lets a key trade for this wallet, such as a signer of `newSecretKey()`. */
  async create(key: { readonly address: string }, limits: DelegateLimits = {}): Promise<Outcome> {
    const { exchange } = this.commands;
    if (typeof limits.markets === "string") {
      throw new TypeError(`markets must be a list of symbols, not ${limits.markets}`);
    }
    const delegate = checkedAddress(key.address);
    const expiresAt = (await exchange.nowS()) + (limits.days ?? DAYS) * DAY_S;
    const lamports = toRaw("topUp", limits.topUp ?? TOP_UP, SOL, true);
    const symbols = [...new Set(limits.markets)].sort();
    const markets: number[] = [];
    for (const symbol of symbols) markets.push((await exchange.market(symbol)).id);
    const lines: Line[] = [
      ["delegate", delegate],
      ["until", timeText(expiresAt)],
    ];
    let notionalPerDay: string | null = null;
    if (limits.notionalPerDay !== undefined) {
      const units = toRaw("notionalPerDay", limits.notionalPerDay, COLLATERAL);
      notionalPerDay = String(units);
      lines.push(["notional-per-day", textOf(units, COLLATERAL)]);
    }
    if (symbols.length > 0) lines.push(["markets", symbols.join(",")]);
    const delegateTopUp = lamports > 0n ? String(lamports) : null;
    const body = { delegate, expiresAt, notionalPerDay, markets, delegateTopUp };
    return await this.#set(lines, body, lamports > 0n ? { receiver: delegate, lamports } : null);
  }

  /** Ends the delegate's rights at once. */
  async revoke(): Promise<Outcome> {
    return await this.#set([["delegate", "none"]], { delegate: null }, null);
  }

  async #set(lines: readonly Line[], body: DelegateBody, topUp: TopUp | null): Promise<Outcome> {
    const route = "/user/{user}/transaction/set-delegate";
    const path = { user: this.commands.address };
    const build = () => this.main.post(route, { path, body });
    return await this.commands.run({ command: "set-delegate", lines, topUp, build });
  }
}
