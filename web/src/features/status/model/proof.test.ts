import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { InclusionProof } from "@/generated/api";
import { browserHash, checkLeaf, leafNode, memoProblem, parentNode, rootParts } from "./proof";

const hash = async (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const OWNER = "AYGy1111111111111111111111111111111111DrL5";
const LEAF = `marginAccount ${OWNER} 1 5000000000 collateral`;
const STAKE = `stake ${OWNER} 0 7 token`;

async function proven(): Promise<{ proof: InclusionProof; root: string }> {
  const mine = await leafNode(LEAF, hash);
  const beside = await leafNode(STAKE, hash);
  const left = `${"a".repeat(64)}:2:10:20`;
  const root = await parentNode(left, await parentNode(mine, beside, hash), hash);
  return {
    proof: {
      kind: "marginAccount",
      address: OWNER,
      amount: "5000000000",
      leaf: LEAF,
      path: [
        { hash: beside, side: "right" },
        { hash: left, side: "left" },
      ],
    },
    root,
  };
}

it("hashes like sha256sum", async () => {
  // printf '\0marginAccount … collateral' | sha256sum
  const expected = createHash("sha256").update(`\0${LEAF}`).digest("hex");
  expect(await leafNode(LEAF, hash)).toBe(`${expected}:1:5000000000:0`);
  expect((await leafNode(STAKE, hash)).endsWith(":1:0:7")).toBe(true);
});

it("follows a leaf to the root and carries the sums", async () => {
  const { proof, root } = await proven();
  const check = await checkLeaf(proof, OWNER, root, hash);
  expect(check.isGood).toBe(true);
  expect(check.steps.map(({ node }) => node.split(":").slice(1).join(":"))).toEqual([
    "1:5000000000:0",
    "2:5000000000:7",
    "4:5000000010:27",
  ]);
  expect(rootParts(root)).toMatchObject({ leaves: 4n, collateral: 5000000010n, tokens: 27n });
});

it("detects every way to reduce a claim", async () => {
  const { proof, root } = await proven();
  const reason = async (change: Partial<InclusionProof>, owner = OWNER) => {
    const check = await checkLeaf({ ...proof, ...change }, owner, root, hash);
    return check.isGood ? null : check.reason;
  };
  expect(await reason({})).toBeNull();
  expect(await reason({ amount: "4" })).toMatch(/amount 4/);
  const less = LEAF.replace("5000000000", "4999999999");
  expect(await reason({ leaf: less, amount: "4999999999" })).toMatch(/another root/);
  expect(await reason({ kind: "stake" })).toMatch(/no stake/);
  expect(await reason({}, `${OWNER.slice(0, -1)}6`)).toMatch(/another wallet/);
  expect(await reason({ leaf: `${LEAF} more` })).toMatch(/not a valid leaf/);
  const [first, second] = proof.path;
  expect(await reason({ path: second ? [second] : [] })).toMatch(/another root/);
  const negative = { hash: `${"a".repeat(64)}:2:-10:20`, side: "left" } as const;
  expect(await reason({ path: first ? [first, negative] : [] })).toMatch(/no node/);
  const long = Array.from({ length: 65 }, () => ({ hash: root, side: "left" as const }));
  expect(await reason({ path: long })).toMatch(/longer/);
});

it("compares the memo on the chain line by line", () => {
  const said = { sequence: 81, stateHash: "5d0c", stateRoot: "92f1:1:2:3" };
  const memo = "Acre root v1 localnet\nsequence 81\ntime 1\nstate 5d0c\nroot 92f1:1:2:3";
  expect(memoProblem(memo, said)).toBeNull();
  expect(memoProblem(memo.replace("sequence 81", "sequence 80"), said)).toMatch(/sequence 80/);
  expect(memoProblem(memo.replace("92f1", "92f2"), said)).toMatch(/92f2/);
  expect(memoProblem("hello", said)).toMatch(/posts no/);
  expect(memoProblem(null, said)).toMatch(/posts no/);
});

it("uses the browser's own hash", async () => {
  const own = browserHash();
  expect(own).not.toBeNull();
  const bytes = new TextEncoder().encode("abc");
  expect(await own?.(bytes)).toBe(await hash(bytes));
});
