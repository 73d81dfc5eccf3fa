import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fakeServer } from "@/test/server";
import { leafNode, parentNode } from "./model/proof";
import { verify } from "./verify";

const OWNER = "AYGy1111111111111111111111111111111111DrL5";
const OTHER = "BYGy1111111111111111111111111111111111DrL5";
const hash = async (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const LEAF = `marginAccount ${OWNER} 1 5000 collateral`;

interface World {
  /** What the vaults held in the root's slot. */
  readonly heldThen?: string;
  readonly tokensThen?: string;
  /** What the vault holds now, and what the server says is owed. */
  readonly heldNow?: string;
  readonly claims?: string;
  readonly vaultShown?: string;
  readonly mint?: string;
}

/** A root of 5,000 of the wallet, 3,000 of another one and 70 staked tokens, as the chain has it. */
async function world(change: World = {}) {
  const { heldThen = "8000", tokensThen = "70", heldNow = "8000", claims = "8000" } = change;
  const { vaultShown = "vault", mint = "usd" } = change;
  const other = await leafNode(`marginAccount ${OTHER} 1 3000 collateral`, hash);
  const staked = await leafNode(`stake ${OTHER} 0 70 token`, hash);
  const beside = await parentNode(other, staked, hash);
  const root = await parentNode(await leafNode(LEAF, hash), beside, hash);
  const solvency = {
    vaultBalance: heldNow,
    claims: { margin: claims },
    difference: String(BigInt(heldNow) - BigInt(claims)),
    sequence: 81,
    stateHash: "5d0c",
    stateRoot: root,
    rootSlot: 9,
    rootSignature: "signature",
    proofs: [
      {
        kind: "marginAccount",
        address: OWNER,
        amount: "5000",
        leaf: LEAF,
        path: [{ hash: beside, side: "right" }],
      },
    ],
  };
  const balance = (accountIndex: number, mintOf: string, amount: string) => ({
    accountIndex,
    mint: mintOf,
    owner: "authority",
    uiTokenAmount: { amount },
  });
  const transaction = {
    slot: 9,
    meta: {
      err: null,
      postTokenBalances: [balance(1, mint, heldThen), balance(2, "acre", tokensThen)],
    },
    transaction: {
      message: {
        accountKeys: ["poster", vaultShown, "tokens"].map((pubkey) => ({ pubkey })),
        instructions: [
          {
            program: "spl-memo",
            parsed: `Acre root v1 localnet\nsequence 81\ntime 1\nstate 5d0c\nroot ${root}`,
          },
        ],
      },
    },
  };
  const specification = { collateralVault: "vault", collateralMint: "usd", tokenMint: "acre" };
  fakeServer({
    "GET /express/v1/solvency": () => ({ body: solvency }),
    "GET /api/v1/account/exchange": () => ({ body: { info: { specification } } }),
    "POST /rpc": ({ body }) => ({
      body: {
        result:
          (body as { method: string }).method === "getTransaction"
            ? transaction
            : { value: { amount: heldNow } },
      },
    }),
  });
  const findings = await verify(OWNER);
  return Object.fromEntries(findings.map(({ title, verdict, text }) => [title, { verdict, text }]));
}

const THEN = "The vault covered the root's total";
const NOW = "The vault holds what is owed";

it("finds everything good where everything is", async () => {
  const found = await world();
  expect(Object.values(found).map(({ verdict }) => verdict)).toEqual([
    "good",
    "good",
    "good",
    "good",
  ]);
  expect(found[THEN]?.text).toBe(
    "In slot 9: 8000 held, 8000 owed, in millionths of a USD; 70 held, 70 owed, in millionths of an ACRE.",
  );
  expect(found["The root stands on the chain"]?.text).toMatch(/Posted by poster\./);
});

it("does not take the server's claims for what the root counts", async () => {
  const found = await world({ heldThen: "100", heldNow: "100", claims: "100" });
  expect(found[NOW]?.verdict).toBe("good");
  expect(found[THEN]).toEqual({
    verdict: "unknown",
    text: expect.stringMatching(/^In slot 9: 100 held, 8000 owed, in millionths of a USD;.*short/),
  });
});

it("finds staked tokens that are not there", async () => {
  expect((await world({ tokensThen: "69" }))[THEN]?.verdict).toBe("unknown");
});

it("finds another account or another token in the place of the vault", async () => {
  expect((await world({ vaultShown: "elsewhere" }))[THEN]?.verdict).toBe("bad");
  expect((await world({ mint: "worthless" }))[THEN]?.verdict).toBe("bad");
});

it("finds a vault that holds less than is owed now", async () => {
  expect((await world({ heldNow: "7999" }))[NOW]?.verdict).toBe("bad");
});
