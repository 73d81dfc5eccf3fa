/**
 * Is what Acre owes me counted, and does the vault hold what it owes? Needs Node.js and nothing else.
 *
 *     node web/scripts/check-solvency.ts http://127.0.0.1:8080 WALLET --rpc https://an.endpoint.of.my.own
 *
 * It shares no code with the exchange or with tools/check_solvency.py; docs/solvency.md has the bytes
 * that both compute. Status: 0 good, 1 not, 2 not checked.
 */
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";

const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const ON_THEIR_WAY_SLOTS = 300;
const PAUSES_MS = [1000, 1000, 1000];
const KINDS = ["marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine"];

interface Step {
  hash: string;
  side: string;
}
interface InclusionProof {
  kind: string;
  amount: string;
  leaf: string;
  path: Step[];
}
interface Solvency {
  vaultBalance: string;
  claims: Record<string, string>;
  difference: string;
  tokenVaultBalance: string;
  tokenClaims: string;
  sequence: number;
  stateHash: string;
  stateRoot: string;
  rootSlot: number | null;
  rootSignature: string | null;
  proofs: InclusionProof[];
}
interface TokenBalance {
  accountIndex: number;
  mint: string;
  owner: string;
  uiTokenAmount: { amount: string };
}
interface Transaction {
  slot: number;
  meta: { err: unknown; preTokenBalances: TokenBalance[]; postTokenBalances: TokenBalance[] };
  transaction: {
    message: {
      accountKeys: { pubkey: string }[];
      instructions: { programId: string; parsed?: unknown }[];
    };
  };
}
interface Holding {
  mint: string;
  owner: string;
  raw: bigint;
}
interface Addresses {
  collateralVault: string;
  collateralMint: string;
  tokenMint: string;
}

/** A node of the sum tree: what it commits to, how many leaves, and both sums. */
interface SumNode {
  digest: string;
  leaves: bigint;
  collateral: bigint;
  tokens: bigint;
}

class Wrong extends Error {}
class Unreachable extends Error {}

function ensure(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Wrong(text);
}

function sha256(prefix: number, text: string): string {
  return createHash("sha256")
    .update(Buffer.from([prefix]))
    .update(text, "utf8")
    .digest("hex");
}

function textOf(node: SumNode): string {
  return [node.digest, node.leaves, node.collateral, node.tokens].join(":");
}

function nodeOf(text: string): SumNode {
  const match = /^([0-9a-f]{64}):([0-9]+):([0-9]+):([0-9]+)$/.exec(text);
  ensure(match !== null, `${text} is no node`);
  const [, digest = "", leaves = "", collateral = "", tokens = ""] = match;
  return {
    digest,
    leaves: BigInt(leaves),
    collateral: BigInt(collateral),
    tokens: BigInt(tokens),
  };
}

function nodeOfLeaf(line: string, amount: bigint, unit: string): SumNode {
  ensure(unit === "collateral" || unit === "token", `${line} has no unit that is summed`);
  const isCollateral = unit === "collateral";
  return {
    digest: sha256(0, line),
    leaves: 1n,
    collateral: isCollateral ? amount : 0n,
    tokens: isCollateral ? 0n : amount,
  };
}

function nodeAbove(left: SumNode, right: SumNode): SumNode {
  return {
    digest: sha256(1, `${textOf(left)}\n${textOf(right)}`),
    leaves: left.leaves + right.leaves,
    collateral: left.collateral + right.collateral,
    tokens: left.tokens + right.tokens,
  };
}

function climb(proof: InclusionProof, wallet: string): SumNode {
  const [kind, owner, , amount, unit, ...rest] = proof.leaf.split(" ");
  ensure(kind === proof.kind && KINDS.includes(kind), `${proof.leaf} is no ${proof.kind}`);
  ensure(owner === wallet, `${proof.leaf} belongs to another wallet`);
  ensure(amount === proof.amount, `${proof.leaf} is not the amount ${proof.amount}`);
  ensure(/^[0-9]+$/.test(amount) && rest.length === 0, `${proof.leaf} is no leaf`);
  return proof.path.reduce(
    (below, step) => {
      ensure(step.side === "left" || step.side === "right", `${step.side} is no side`);
      const beside = nodeOf(step.hash);
      return step.side === "left" ? nodeAbove(beside, below) : nodeAbove(below, beside);
    },
    nodeOfLeaf(proof.leaf, BigInt(amount), unit ?? ""),
  );
}

async function fetchJson(url: string, body?: unknown): Promise<unknown> {
  const target = new URL(url);
  try {
    const post = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(target, body === undefined ? { signal } : { ...post, signal });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await answer.json();
  } catch (error) {
    throw new Unreachable(`${url}: ${error instanceof Error ? error.message : error}`);
  }
}

class Endpoint {
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async call<T>(method: string, ...params: unknown[]): Promise<T> {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const answer = (await fetchJson(this.url, body)) as { result?: T; error?: unknown };
    ensure("result" in answer, `the endpoint refused ${method}: ${JSON.stringify(answer.error)}`);
    return answer.result as T;
  }

  async transaction(signature: string): Promise<Transaction> {
    const config = { encoding: "jsonParsed", maxSupportedTransactionVersion: 1 };
    const found = await this.call<Transaction | null>("getTransaction", signature, config);
    ensure(found !== null, `the endpoint does not know the transaction ${signature}`);
    return found;
  }

  async balance(account: string): Promise<bigint> {
    const found = await this.call<{ value: { amount: string } }>("getTokenAccountBalance", account);
    return BigInt(found.value.amount);
  }
}

function holdings(transaction: Transaction, when: "pre" | "post"): Map<string, Holding> {
  const { meta, transaction: body } = transaction;
  const rows = when === "pre" ? meta.preTokenBalances : meta.postTokenBalances;
  return new Map(
    rows.map(({ accountIndex, mint, owner, uiTokenAmount }) => [
      body.message.accountKeys[accountIndex]?.pubkey ?? "",
      { mint, owner, raw: BigInt(uiTokenAmount.amount) },
    ]),
  );
}

/** The root's transaction says what the service says, and shows what the vault held. */
async function checkRoot(said: Solvency, signature: string, endpoint: Endpoint) {
  const found = await endpoint.transaction(signature);
  ensure(found.meta.err === null, "the transaction of the root failed");
  ensure(found.slot === said.rootSlot, `the root was posted in slot ${found.slot}`);
  const memos = found.transaction.message.instructions.filter(
    (row) => row.programId === MEMO_PROGRAM && typeof row.parsed === "string",
  );
  ensure(memos.length === 1, "it posts no state root");
  const lines = String(memos[0]?.parsed).split("\n");
  ensure(/^Acre root v1 \S+$/.test(lines[0] ?? ""), "it posts no state root");
  const expected: [number, string][] = [
    [1, `sequence ${said.sequence}`],
    [3, `state ${said.stateHash}`],
    [4, `root ${said.stateRoot}`],
  ];
  for (const [at, line] of expected) ensure(lines[at] === line, `the chain says ${lines[at]}`);
  const signer = found.transaction.message.accountKeys[0]?.pubkey;
  console.log(`root     posted by ${signer} in slot ${found.slot}`);
  return holdings(found, "post");
}

/** What left a vault account in the slots before the root may still be counted as owed in it. */
async function paidBefore(said: Solvency, account: string, endpoint: Endpoint): Promise<bigint> {
  const rows = await endpoint.call<{ signature: string; slot: number; err: unknown }[]>(
    "getSignaturesForAddress",
    account,
    { before: said.rootSignature },
  );
  let paid = 0n;
  for (const row of rows) {
    if (row.err !== null || row.slot < (said.rootSlot ?? 0) - ON_THEIR_WAY_SLOTS) continue;
    const found = await endpoint.transaction(row.signature);
    const before = holdings(found, "pre").get(account)?.raw ?? 0n;
    const after = holdings(found, "post").get(account)?.raw ?? 0n;
    if (before > after) paid += before - after;
  }
  return paid;
}

function checkEnough(when: string, what: string, held: bigint, owed: bigint, paid = 0n): void {
  console.log(`vault    ${when} ${what}: held ${held}, owed ${owed}, difference ${held - owed}`);
  if (paid)
    console.log(`vault    just before it paid ${paid}, of which all may be in what it owed`);
  ensure(held + paid >= owed, `${when} the vault is short of ${owed - held - paid} ${what}`);
}

async function checkNow(
  ask: () => Promise<Solvency>,
  vault: string,
  tokenVault: string,
  endpoint: Endpoint,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const said = await ask();
    const owed = Object.values(said.claims).reduce((sum, amount) => sum + BigInt(amount), 0n);
    const difference = BigInt(said.vaultBalance) - owed;
    ensure(difference === BigInt(said.difference), "the difference is wrong");
    const rows = [
      { name: "vaultBalance", account: vault, told: said.vaultBalance, claims: owed },
      {
        name: "tokenVaultBalance",
        account: tokenVault,
        told: said.tokenVaultBalance,
        claims: BigInt(said.tokenClaims),
      },
    ];
    const held = await Promise.all(rows.map((row) => endpoint.balance(row.account)));
    const moved = rows.findIndex((row, at) => held[at] !== BigInt(row.told));
    const pause = PAUSES_MS[attempt];
    if (moved >= 0 && pause !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, pause)); // money moves between questions
      continue;
    }
    const row = rows[moved];
    ensure(row === undefined, `${row?.name} is ${row?.told}, the chain says ${held[moved]}`);
    for (const [at, { name, claims }] of rows.entries()) {
      checkEnough("now", name, held[at] ?? 0n, claims);
    }
    return;
  }
}

async function check(service: string, wallet: string, endpoint: Endpoint): Promise<void> {
  const ask = async () =>
    (await fetchJson(
      `${service}/express/v1/solvency?user=${encodeURIComponent(wallet)}`,
    )) as Solvency;
  const said = await ask();
  const exchange = (await fetchJson(`${service}/api/v1/account/exchange`)) as {
    info: { specification: Addresses };
  };
  const { collateralVault, collateralMint, tokenMint } = exchange.info.specification;
  const leaves = new Set(said.proofs.map((proof) => proof.leaf));
  ensure(leaves.size === said.proofs.length, "a leaf is shown twice");
  for (const proof of said.proofs) {
    const top = textOf(climb(proof, wallet));
    ensure(top === said.stateRoot, `${proof.leaf} leads to another root: ${top}`);
    console.log(`counted  ${proof.leaf}`);
  }
  ensure(said.rootSignature !== null, "no root is on the chain yet; try again in a minute");
  const held = await checkRoot(said, said.rootSignature, endpoint);
  const vault = held.get(collateralVault);
  ensure(vault !== undefined, "the transaction of the root does not show the vault");
  ensure(vault.mint === collateralMint, "the vault holds another token than the collateral");
  const tokenVaults = [...held].filter(
    ([, row]) => row.mint === tokenMint && row.owner === vault.owner,
  );
  const [tokenVault] = tokenVaults;
  ensure(
    tokenVault !== undefined && tokenVaults.length === 1,
    "the transaction of the root does not show the vault of the tokens",
  );
  const root = nodeOf(said.stateRoot);
  console.log(`root     counts ${root.leaves} leaves, ${leaves.size} of them yours`);
  const sides: [string, string, bigint, bigint][] = [
    ["collateral", collateralVault, vault.raw, root.collateral],
    ["tokens", tokenVault[0], tokenVault[1].raw, root.tokens],
  ];
  for (const [what, account, raw, owed] of sides) {
    const paid = raw < owed ? await paidBefore(said, account, endpoint) : 0n;
    checkEnough("at the root", what, raw, owed, paid);
  }
  await checkNow(ask, collateralVault, tokenVault[0], endpoint);
  const counted = leaves.size ? "you are counted" : "nothing is owed to this wallet";
  console.log(`GOOD: ${counted} in a root on the chain, and the vault holds what is owed.`);
}

const asked = parseArgs({ allowPositionals: true, options: { rpc: { type: "string" } } });
const [service, wallet] = asked.positionals;
if (!service || !wallet) {
  console.log("usage: check-solvency.ts ADDRESS_OF_ACRE WALLET [--rpc ENDPOINT_THAT_YOU_TRUST]");
  process.exitCode = 2;
} else {
  const base = service.replace(/\/$/, "");
  try {
    await check(base, wallet, new Endpoint(asked.values.rpc ?? `${base}/rpc`));
  } catch (error) {
    const isUnreachable = error instanceof Unreachable;
    const text = error instanceof Error ? error.message : String(error);
    console.log(`${isUnreachable ? "NOT CHECKED" : "WRONG"}: ${text}`);
    process.exitCode = isUnreachable ? 2 : 1;
  }
}
