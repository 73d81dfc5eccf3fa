/**
 * What anyone may do for the exchange: liquidate accounts, process mature requests; for a fee.
 * The exchange runs waiting orders by itself, so that there is nothing to do for them.
 */
import { COLLATERAL, decimalOf, rawOf } from "../amounts.js";
import type { ExpressApi, MainApi } from "../calls.js";
import { AcreError, BAD_ANSWER } from "../errors.js";
import type { Candidate, SettlementRequest } from "../generated/api.js";
import type { Line } from "../inspection.js";
import { checkedAddress } from "../signers.js";
import type { Commands, Outcome } from "./commands.js";

const PAGE_ROWS_MAX = 200;
const PAGES_MAX = 10;
const REQUESTS_MAX = 8; // of one command

/** An act of a keeper, and the collateral that the exchange says it has earned. */
export interface Keep extends Outcome {
  readonly earned: string;
}

/** The permissionless acts; the first to act is paid, all others lose the network fee. */
export class Keeper {
  constructor(
    private readonly main: MainApi,
    private readonly express: ExpressApi,
    private readonly commands: Commands,
  ) {}

  /** The accounts of others that may be liquidated, worst health first. */
  async candidates(): Promise<readonly Candidate[]> {
    const { accounts } = await this.express.get("/liquidations/candidates");
    return accounts.filter(({ owner }) => owner !== this.commands.address);
  }

  /** The mature requests of all wallets, oldest first; at most 2,000. */
  async requests(): Promise<readonly SettlementRequest[]> {
    const rows: SettlementRequest[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { mature: true, limit: PAGE_ROWS_MAX, cursor };
      const found = await this.express.get("/settlement-requests", { query });
      rows.push(...found.settlementRequests);
      if (found.nextCursor === null) break;
      cursor = found.nextCursor;
    }
    return rows;
  }

  /** Liquidates an account; the fee goes to the wallet, or to an own margin account. */
  async liquidate(
    owner: string,
    account: number,
    { feeAccount }: { readonly feeAccount?: number } = {},
  ): Promise<Keep> {
    const lines: Line[] = [
      ["owner", ownerIn(owner)],
      ["account", String(account)],
    ];
    if (feeAccount !== undefined) lines.push(["fee-account", String(feeAccount)]);
    const body = { owner, marginAccountId: account, feeMarginAccountId: feeAccount ?? null };
    const route = "/user/{user}/transaction/liquidate";
    const build = () => this.main.post(route, { path: this.#path, body });
    const outcome = await this.commands.run({ command: "liquidate", lines, isPaid: true, build });
    const { signature } = outcome;
    const fee = await this.commands.found(() => this.#fee(signature), signature);
    return { ...outcome, earned: decimalOf(fee, COLLATERAL) };
  }

  /** Processes up to eight mature requests of one owner, whose tips go to this wallet. */
  async process(owner: string, requests: readonly number[]): Promise<Keep> {
    const ids = [...requests];
    if (ids.length < 1 || ids.length > REQUESTS_MAX) {
      throw new RangeError(`give 1 to ${REQUESTS_MAX} requests, not ${ids.length}`);
    }
    const isOwn = owner === this.commands.address;
    const lines: Line[] = [["requests", ids.join(",")]];
    if (!isOwn) lines.unshift(["owner", ownerIn(owner)]);
    const body = { owner, settlementRequestIds: ids };
    const route = "/user/{user}/transaction/process-settlement-requests";
    const build = () => this.main.post(route, { path: this.#path, body });
    const command = "process-settlement-requests";
    const outcome = await this.commands.run({ command, lines, isPaid: true, build });
    const tips = isOwn ? 0n : await this.#tips(owner, ids); // own requests bring none
    return { ...outcome, earned: decimalOf(tips, COLLATERAL) };
  }

  /** The fee of a liquidation; undefined until the public list has it. */
  async #fee(signature: string): Promise<bigint | undefined> {
    const query = { limit: PAGE_ROWS_MAX };
    const { liquidations } = await this.express.get("/liquidations", { query });
    const own = liquidations.filter(
      (row) => row.signature === signature && row.liquidator === this.commands.address,
    );
    if (own.length === 0) return undefined;
    return own.reduce((sum, row) => sum + rawOf("liquidationFee", row.liquidationFee), 0n);
  }

  /** The tips of the requests that this wallet has processed. */
  async #tips(owner: string, ids: readonly number[]): Promise<bigint> {
    const rows = await this.main.get("/user/{user}/settlement-requests", {
      path: { user: owner },
      query: { includeSettled: true, limit: PAGE_ROWS_MAX },
    });
    return rows
      .filter((row) => ids.includes(row.id) && row.processor === this.commands.address)
      .reduce((sum, row) => sum + rawOf("keeperTip", row.keeperTip), 0n);
  }

  get #path() {
    return { user: this.commands.address };
  }
}

function ownerIn(text: string): string {
  try {
    return checkedAddress(text);
  } catch (cause) {
    throw new AcreError(BAD_ANSWER, "an owner is no address", { cause });
  }
}
