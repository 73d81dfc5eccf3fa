/**
 * Checks that a leaf is counted in a state root (docs/solvency.md): SHA-256 of plain text, with sums
 * carried along. Nothing of the server is believed but what is hashed here; pure.
 */
import type { InclusionProof } from "@/generated/api";

/** SHA-256 as hexadecimal digits. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/** A node of the tree is text: hash, leaves below, collateral and tokens owed below. */
const NODE = /^[0-9a-f]{64}(:[0-9]{1,40}){3}$/;
const LEAF = /^[A-Za-z]+ [1-9A-HJ-NP-Za-km-z]{32,44} [0-9]{1,20} [0-9]{1,40} (collateral|token)$/;
const KINDS = ["marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine"];
/** A tree of 2^64 leaves is not higher. */
const PATH_MAX = 64;

export interface ProofStep {
  readonly text: string;
  readonly node: string;
}

export type LeafCheck =
  | { readonly isGood: true; readonly steps: readonly ProofStep[] }
  | { readonly isGood: false; readonly steps: readonly ProofStep[]; readonly reason: string };

/** The browser's own SHA-256, or null where it offers none (a page that is not secure). */
export function browserHash(): Hash | null {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  return async (bytes) =>
    [...new Uint8Array(await subtle.digest("SHA-256", bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
}

function marked(mark: 0 | 1, text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const all = new Uint8Array(bytes.length + 1);
  all[0] = mark;
  all.set(bytes, 1);
  return all;
}

/** The node of a leaf, whose form has been checked. */
export async function leafNode(leaf: string, hash: Hash): Promise<string> {
  const [, , , amount = "", unit] = leaf.split(" ");
  const sums = unit === "collateral" ? `${amount}:0` : `0:${amount}`;
  return `${await hash(marked(0, leaf))}:1:${sums}`;
}

/** The node above two: the hash of both texts, and the sums of their numbers. */
export async function parentNode(left: string, right: string, hash: Hash): Promise<string> {
  const [one, other] = [left, right].map((node) => node.split(":").slice(1).map(BigInt));
  const sums = (one ?? []).map((value, at) => value + (other?.[at] ?? 0n));
  return [await hash(marked(1, `${left}\n${right}`)), ...sums].join(":");
}

function leafProblem({ leaf, kind, amount }: InclusionProof, owner: string): string | null {
  if (!LEAF.test(leaf)) return "This is not a valid leaf.";
  const [said, whose, , much] = leaf.split(" ");
  if (said !== kind || !KINDS.includes(kind)) return `The leaf is no ${kind}.`;
  if (whose !== owner) return "The leaf belongs to another wallet.";
  return much === amount ? null : `The leaf does not contain the amount ${amount}.`;
}

/** Follows one leaf up to the root and reports each step. */
export async function checkLeaf(
  proof: InclusionProof,
  owner: string,
  root: string,
  hash: Hash,
): Promise<LeafCheck> {
  const steps: ProofStep[] = [];
  const bad = (reason: string): LeafCheck => ({ isGood: false, steps, reason });
  const problem = leafProblem(proof, owner);
  if (problem !== null) return bad(problem);
  if (proof.path.length > PATH_MAX) return bad("The proof is longer than any tree is deep.");
  let node = await leafNode(proof.leaf, hash);
  steps.push({ text: "SHA-256 of byte 0 and the leaf; 1 leaf; its amount", node });
  for (const beside of proof.path) {
    if (!NODE.test(beside.hash)) return bad("A node beside the way is no node.");
    node =
      beside.side === "left"
        ? await parentNode(beside.hash, node, hash)
        : await parentNode(node, beside.hash, hash);
    steps.push({ text: `With the node on its ${beside.side} (${beside.hash})`, node });
  }
  return node === root ? { isGood: true, steps } : bad("The way leads to another root.");
}

export interface RootParts {
  readonly hash: string;
  readonly leaves: bigint;
  readonly collateral: bigint;
  readonly tokens: bigint;
}

export function rootParts(root: string): RootParts | null {
  if (!NODE.test(root)) return null;
  const [hash = "", leaves = "", collateral = "", tokens = ""] = root.split(":");
  return { hash, leaves: BigInt(leaves), collateral: BigInt(collateral), tokens: BigInt(tokens) };
}

interface SaidRoot {
  readonly sequence: number;
  readonly stateHash: string;
  readonly stateRoot: string;
}

/** Whether the memo on the chain says the same root; null when it does, else what differs. */
export function memoProblem(memo: string | null, said: SaidRoot): string | null {
  const lines = memo?.split("\n") ?? [];
  if (!lines[0]?.startsWith("Acre root v1 ")) return "The transaction posts no state root.";
  const wanted: readonly (readonly [number, string])[] = [
    [1, `sequence ${said.sequence}`],
    [3, `state ${said.stateHash}`],
    [4, `root ${said.stateRoot}`],
  ];
  const other = wanted.find(([at, line]) => lines[at] !== line);
  return other === undefined ? null : `The chain says “${lines[other[0]] ?? "nothing"}”.`;
}
