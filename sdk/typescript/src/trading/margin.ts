/** Margin accounts: opened, filled, emptied and closed by commands on the chain. */
import { type Amount, COLLATERAL, decimalOf, textOf, toRaw } from "../amounts.js";
import type { MainApi } from "../calls.js";
import { AcreError, wordsOf } from "../errors.js";
import type { MarginAccount } from "../generated/api.js";
import type { Line } from "../inspection.js";
import type { Commands, Outcome } from "./commands.js";

const ACCOUNT_FIRST = 1;

/** A withdrawal, which is paid after the exchange's delay. */
export interface Withdrawal extends Outcome {
  readonly account: number;
  readonly amount: string;
}

/** Of a call on one account; if missing the lowest that is open. */
export interface OfAccount {
  readonly account?: number | undefined;
}

/** The margin accounts of one owner. */
export class Margin {
  constructor(
    private readonly main: MainApi,
    private readonly commands: Commands,
    readonly owner: string,
  ) {}

  /** The open accounts, lowest number first. */
  async accounts(): Promise<MarginAccount[]> {
    const path = { user: this.owner };
    const rows = await this.main.get("/user/{user}/margin-accounts", { path });
    return rows.filter((row) => !row.isClosed).sort((a, b) => a.id - b.id);
  }

  /** Opens an account, with a deposit of collateral. */
  async create(deposit: Amount = 0, options: OfAccount & { name?: string } = {}): Promise<Outcome> {
    this.#requireOwner();
    const { name } = options;
    const units = toRaw("deposit", deposit, COLLATERAL, true);
    const account = options.account ?? (await this.#free());
    const lines: Line[] = [["account", String(account)]];
    if (name) lines.push(["name", name]);
    if (units > 0n) lines.push(["amount", textOf(units, COLLATERAL)]);
    const margin = units > 0n ? String(units) : null;
    const body = { marginAccountId: account, margin, name: name ?? null };
    const route = "/user/{user}/transaction/create-margin-account";
    const build = () => this.main.post(route, { path: this.#path, body });
    return await this.commands.run({
      command: "create-margin-account",
      lines,
      deposit: units,
      build,
    });
  }

  /** Moves collateral from the wallet to an account. */
  async deposit(amount: Amount, { account }: OfAccount = {}): Promise<Outcome> {
    const units = toRaw("amount", amount, COLLATERAL);
    return await this.depositRaw(units, await this.accountOf(account));
  }

  /** Moves an amount in the smallest unit. */
  async depositRaw(units: bigint, account: number): Promise<Outcome> {
    const lines: Line[] = [
      ...this.ownerLines,
      ["account", String(account)],
      ["amount", textOf(units, COLLATERAL)],
    ];
    const body = { marginAccountId: account, margin: String(units), owner: this.ownerOfBody };
    const route = "/user/{user}/transaction/deposit-margin";
    const build = () => this.main.post(route, { path: this.#path, body });
    return await this.commands.run({ command: "deposit-margin", lines, deposit: units, build });
  }

  /** Asks for collateral back; `tip` goes to the keeper that processes the request. */
  async withdraw(amount: Amount, options: OfAccount & { tip?: Amount } = {}): Promise<Withdrawal> {
    this.#requireOwner();
    const units = toRaw("amount", amount, COLLATERAL);
    const tip = toRaw("tip", options.tip ?? 0, COLLATERAL, true);
    const account = await this.accountOf(options.account);
    const lines: Line[] = [
      ["account", String(account)],
      ["amount", textOf(units, COLLATERAL)],
    ];
    if (tip > 0n) lines.push(["tip", textOf(tip, COLLATERAL)]);
    const body = { marginAccountId: account, margin: String(units), keeperTip: String(tip) };
    const route = "/user/{user}/transaction/withdraw-margin";
    const build = () => this.main.post(route, { path: this.#path, body });
    const outcome = await this.commands.run({
      command: "withdraw-margin",
      lines,
      isPaid: true,
      build,
    });
    return { ...outcome, account, amount: decimalOf(units, COLLATERAL) };
  }

  /** Closes an empty account. */
  async close(account: number): Promise<Outcome> {
    this.#requireOwner();
    const lines: Line[] = [["account", String(account)]];
    const body = { marginAccountId: account };
    const route = "/user/{user}/transaction/close-margin-account";
    const build = () => this.main.post(route, { path: this.#path, body });
    return await this.commands.run({ command: "close-margin-account", lines, build });
  }

  /** An account's number; if missing the lowest that is open. */
  async accountOf(account: number | undefined): Promise<number> {
    if (account !== undefined) return account;
    const [first] = await this.accounts();
    if (first) return first.id;
    const text = "There is no open margin account: create one";
    throw new AcreError("MARGIN_ACCOUNT_NOT_FOUND", text, { status: 404 });
  }

  /** The line of another wallet's account, none of the own. */
  get ownerLines(): readonly Line[] {
    return this.owner === this.commands.address ? [] : [["owner", this.owner]];
  }

  get ownerOfBody(): string | null {
    return this.owner === this.commands.address ? null : this.owner;
  }

  get #path() {
    return { user: this.commands.address };
  }

  async #free(): Promise<number> {
    const taken = new Set((await this.accounts()).map((row) => row.id));
    let account = ACCOUNT_FIRST;
    while (taken.has(account)) account += 1;
    return account;
  }

  #requireOwner(): void {
    if (this.ownerLines.length === 0) return;
    throw new AcreError("NOT_OWNER", wordsOf("NOT_OWNER"), { status: 403 });
  }
}
