/** The whole check of one wallet, step by step; each step reports its result. */

import { expressApi, mainApi, rpcCall } from "@/api/http";
import { describeTransaction } from "@/api/transaction";
import type { Exchange, Solvency } from "@/generated/api";
import { heldAt } from "./api";
import { type Holding, readPosted } from "./model/posted";
import {
  browserHash,
  checkLeaf,
  type Hash,
  memoProblem,
  type ProofStep,
  type RootParts,
  rootParts,
} from "./model/proof";

type Rules = Exchange["specification"];

export interface Finding {
  readonly verdict: "good" | "bad" | "unknown";
  readonly title: string;
  readonly text: string;
  readonly steps: readonly ProofStep[];
}

function finding(verdict: Finding["verdict"], title: string, text: string): Finding {
  return { verdict, title, text: text.replace(/\s+/g, " "), steps: [] };
}

export async function verify(owner: string): Promise<readonly Finding[]> {
  const said = await expressApi.get("/solvency", { query: { user: owner } });
  const hash = browserHash();
  if (hash === null) {
    const text = "This page is not served over https, so the browser provides no SHA-256.";
    return [finding("unknown", "Hashing", text)];
  }
  const { specification } = await mainApi.get("/account/exchange");
  const leaves = await checkLeaves(said, owner, hash);
  return [
    ...leaves,
    ...(await checkRoot(said, specification)),
    await checkVault(said, specification),
  ];
}

async function checkLeaves(said: Solvency, owner: string, hash: Hash): Promise<readonly Finding[]> {
  const proofs = said.proofs ?? [];
  if (proofs.length === 0) {
    const text = "The root has no balance of this wallet. Later changes are in the next root.";
    return [finding("unknown", "Your claims", text)];
  }
  if (new Set(proofs.map(({ leaf }) => leaf)).size < proofs.length) {
    return [finding("bad", "Your claims", "A leaf is shown twice.")];
  }
  const findings: Finding[] = [];
  for (const proof of proofs) {
    const check = await checkLeaf(proof, owner, said.stateRoot, hash);
    const [kind = "", , id = ""] = proof.leaf.split(" ");
    findings.push({
      verdict: check.isGood ? "good" : "bad",
      title: `Counted: ${kind} ${id}`,
      text: check.isGood ? proof.leaf : `${check.reason} ${proof.leaf}`,
      steps: check.steps,
    });
  }
  return findings;
}

const ON_CHAIN = "The root stands on the chain";

/** Whether the root was posted, and whether the vaults held its sums in that slot. */
async function checkRoot(said: Solvency, rules: Rules): Promise<readonly Finding[]> {
  if (said.rootSignature === null) {
    return [finding("unknown", ON_CHAIN, "No root has been posted yet. Try again in a minute.")];
  }
  const answer = await rpcCall("getTransaction", [
    said.rootSignature,
    { encoding: "jsonParsed", commitment: "confirmed", maxSupportedTransactionVersion: 0 },
  ]);
  const root = rootParts(said.stateRoot);
  const problem = postingProblem(answer, said);
  if (problem !== null || root === null) {
    return [finding("bad", ON_CHAIN, problem ?? "The server's answer is not a root.")];
  }
  const { signer, holdings } = readPosted(answer);
  const text = `Slot ${said.rootSlot} has the same sequence, state and root, of ${root.leaves} leaves.
    Posted by ${signer}.`;
  return [finding("good", ON_CHAIN, text), checkHeldThen(said, root, holdings, rules)];
}

function postingProblem(answer: unknown, said: Solvency): string | null {
  const posted = describeTransaction(answer);
  if (posted === null) return "The node does not know its transaction.";
  if (posted.hasFailed) return "Its transaction failed.";
  if (posted.slot !== said.rootSlot) {
    return `It was posted in slot ${posted.slot}, not ${said.rootSlot}.`;
  }
  return memoProblem(posted.memo, said);
}

/** The sums of the root are on the chain; the claims of the server are not. */
function checkHeldThen(
  said: Solvency,
  root: RootParts,
  holdings: readonly Holding[],
  rules: Rules,
): Finding {
  const title = "The vault covered the root's total";
  const vault = holdings.find(({ account }) => account === rules.collateralVault);
  const tokens = holdings.filter(
    ({ mint, owner }) => mint === rules.tokenMint && owner === vault?.owner,
  );
  const [tokenVault] = tokens;
  if (vault === undefined || tokenVault === undefined || tokens.length > 1) {
    return finding("bad", title, "The root's transaction does not include the vaults.");
  }
  if (vault.mint !== rules.collateralMint) {
    return finding("bad", title, "The vault holds a different token than the collateral.");
  }
  const text = `In slot ${said.rootSlot}: ${vault.amount} held, ${root.collateral} owed, in
    millionths of a USD; ${tokenVault.amount} held, ${root.tokens} owed, in millionths of an ACRE.`;
  if (vault.amount >= root.collateral && tokenVault.amount >= root.tokens) {
    return finding("good", title, text);
  }
  const short = `A payout in the last seconds, or losses that are not paid in yet, can explain this. If
    the next root shows it too, the vault is short.`;
  return finding("unknown", title, `${text} ${short}`);
}

async function checkVault(said: Solvency, { collateralVault }: Rules): Promise<Finding> {
  const title = "The vault holds what is owed";
  const held = await heldAt(collateralVault);
  const owed = Object.values(said.claims).reduce((sum, amount) => sum + BigInt(amount), 0n);
  if (BigInt(said.vaultBalance) - owed !== BigInt(said.difference)) {
    return finding("bad", title, "The server's difference does not match its figures.");
  }
  if (held !== said.vaultBalance) {
    const text = `The node says ${held}, the server said ${said.vaultBalance}. Money may have moved
      in between; ask again.`;
    return finding("unknown", title, text);
  }
  const text = `Held ${held}, owed ${owed}, in millionths of a USD.`;
  return finding(BigInt(held) >= owed ? "good" : "bad", title, text);
}
