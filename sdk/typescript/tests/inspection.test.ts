/** A hostile endpoint: whatever it returns, only the act that was asked for is ever signed. */
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  type MessageV0,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "../src/chain/addresses.js";
import { UnsafeTransaction } from "../src/errors.js";
import { type Asked, inspect } from "../src/inspection.js";

const USD = 1_000_000n;
const NONCE = 1_700_000_000_000;
const WALLET = Keypair.generate().publicKey;
const [OTHER, OWNER, MINT, EXCHANGE, VAULT] = Array.from(
  { length: 5 },
  () => Keypair.generate().publicKey,
) as [PublicKey, PublicKey, PublicKey, PublicKey, PublicKey];
const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(7)).toBase58();

const ASKED: Asked = {
  wallet: WALLET.toBase58(),
  chain: "localnet",
  command: "liquidate",
  lines: [
    ["owner", OWNER.toBase58()],
    ["account", "3"],
  ],
  mints: [MINT.toBase58()],
  nonceMin: NONCE - 10,
  nonceMax: NONCE + 10,
  expiresMax: 500,
  feeMax: 50_000n,
};

function saying(
  lines: readonly string[],
  { chain = "localnet", nonce = NONCE, expires = 400 } = {},
) {
  return [`Acre v1 ${chain}`, ...lines, `nonce ${nonce}`, `expires ${expires}`].join("\n");
}

const TEXT = saying(["liquidate", `owner ${OWNER.toBase58()}`, "account 3"]);

interface Account {
  readonly key: PublicKey;
  readonly isSigner?: boolean;
}

function call(program: string, data: readonly number[], accounts: readonly Account[] = []) {
  return new TransactionInstruction({
    programId: new PublicKey(program),
    data: Buffer.from(data),
    keys: accounts.map(({ key, isSigner = false }) => ({
      pubkey: key,
      isSigner,
      isWritable: true,
    })),
  });
}

function memo(text = TEXT, signer = WALLET) {
  return call(MEMO_PROGRAM, [...new TextEncoder().encode(text)], [{ key: signer, isSigner: true }]);
}

function own(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner.toBytes(), new PublicKey(TOKEN_PROGRAM).toBytes(), mint.toBytes()];
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM))[0];
}

function creation(owner = WALLET, mint = MINT, data: readonly number[] = [1]) {
  const keys = [WALLET, own(owner, mint), owner, mint].map((key, at) => ({
    key,
    isSigner: at === 0,
  }));
  const programs = [SYSTEM_PROGRAM, TOKEN_PROGRAM].map((text) => ({ key: new PublicKey(text) }));
  return call(ASSOCIATED_TOKEN_PROGRAM, data, [...keys, ...programs]);
}

function u64(value: bigint): number[] {
  return [...Array(8).keys()].map((at) => Number((value >> BigInt(8 * at)) & 255n));
}

function tokens(amount: bigint, { to = VAULT, mint = MINT, source = own(WALLET, MINT) } = {}) {
  const accounts = [{ key: source }, { key: mint }, { key: to }, { key: WALLET, isSigner: true }];
  return call(TOKEN_PROGRAM, [12, ...u64(amount), 6], accounts);
}

function tokenCall(data: readonly number[]) {
  return call(
    TOKEN_PROGRAM,
    data,
    tokens(1n).keys.map(({ pubkey, isSigner }) => ({ key: pubkey, isSigner })),
  );
}

function lamports(amount: number, to = OTHER, from = WALLET) {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount });
}

function budget(units = 100_000, microLamports: number | bigint = 10_000) {
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
  ];
}

function honest(...more: TransactionInstruction[]) {
  return [...budget(), creation(), ...more, memo()];
}

type Rows = readonly TransactionInstruction[];

function legacy(instructions: Rows, payerKey = WALLET): Uint8Array {
  const rows = { payerKey, recentBlockhash: BLOCKHASH, instructions: [...instructions] };
  return new VersionedTransaction(
    new TransactionMessage(rows).compileToLegacyMessage(),
  ).serialize();
}

function versioned(instructions: Rows, tables: AddressLookupTableAccount[] = []): Uint8Array {
  const rows = { payerKey: WALLET, recentBlockhash: BLOCKHASH, instructions: [...instructions] };
  const message: MessageV0 = new TransactionMessage(rows).compileToV0Message(tables);
  return new VersionedTransaction(message).serialize();
}

async function refusal(bytes: Uint8Array, asked = ASKED): Promise<string> {
  const error: unknown = await inspect(bytes, asked).then(
    () => "signed",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnsafeTransaction);
  return (error as UnsafeTransaction).message;
}

const FORMS = { legacy, versioned } as const;

describe.each(["legacy", "versioned"] as const)("a %s transaction", (form) => {
  const made = FORMS[form];

  it("that is the one asked for may be signed", async () => {
    const found = await inspect(made(honest()), ASKED);
    expect(found.fee).toBe(6_000n); // 100,000 units at 10,000 micro-lamports
    expect(found.nonce).toBe(NONCE);
    const message = VersionedTransaction.deserialize(made(honest())).message.serialize();
    expect(Buffer.from(found.transaction.message)).toEqual(Buffer.from(message));
  });

  it.each<[string, TransactionInstruction]>([
    ["sends SOL", lamports(1)],
    ["sends tokens", tokens(1n, { to: own(OTHER, MINT) })],
    ["lets another wallet spend tokens", tokenCall([4, ...u64(1n)])],
    ["gives the token account away", tokenCall([6, 2, 1, ...OTHER.toBytes()])],
    ["gives the wallet away", SystemProgram.assign({ accountPubkey: WALLET, programId: EXCHANGE })],
    [
      "lives for ever by a durable nonce",
      SystemProgram.nonceAdvance({ noncePubkey: OTHER, authorizedPubkey: WALLET }),
    ],
    ["calls a program of its own", call(EXCHANGE.toBase58(), [], [{ key: WALLET }])],
    [
      "calls the newer token program",
      call("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", [3], [{ key: WALLET }]),
    ],
    ["writes a memo of the first kind", call("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", [65])],
    [
      "writes a second command to the newer memo program",
      call("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH", [65]),
    ],
  ])("that %s is not signed", async (_, theft) => {
    expect(await refusal(made(honest(theft)))).toMatch(/^it calls /);
    expect(await refusal(made([theft, ...honest()]))).toMatch(/^it calls /);
  });
});

it("accounts in a lookup table are never signed", async () => {
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [OTHER],
  };
  const table = new AddressLookupTableAccount({ key: EXCHANGE, state });
  expect(await refusal(versioned(honest(lamports(1)), [table]))).toBe(
    "it hides accounts in a lookup table",
  );
});

it("only the wallet signs and pays", async () => {
  const marked = call(SYSTEM_PROGRAM, [], [{ key: OTHER, isSigner: true }]);
  expect(await refusal(legacy([marked, memo()]))).toBe("it asks for signatures of others");
  expect(await refusal(legacy(honest(), OTHER))).toBe("it asks for signatures of others");
  expect(await refusal(legacy([memo(TEXT, OTHER)], OTHER))).toBe("another wallet pays its fee");
});

it.each([
  [TEXT.replace(OWNER.toBase58(), OTHER.toBase58()), "its memo has another owner"],
  [TEXT.replace("account 3", "account 4"), "its memo has another account"],
  [TEXT.replace("account 3", "account 03"), "its memo has another account"],
  [TEXT.replace("account 3", "account  3"), "its memo has another account"],
  [TEXT.replace("account 3", "account 3\x0b"), "its memo has another account"],
  [TEXT.replace("\nnonce", "\nfee-account 1\nnonce"), "its memo has other fields"],
  [TEXT.replace("account 3\n", ""), "its memo has other fields"],
  [`${TEXT}\n`, "its memo has other fields"],
  [saying(["withdraw-margin", "account 1"]), "its memo is another command than liquidate"],
  [TEXT.replace("localnet", "mainnet"), "its memo is no command of this exchange"],
  [TEXT.replaceAll("\n", "\r\n"), "its memo is no command of this exchange"],
  [TEXT.replace("nonce 1", "nonce 01"), "its memo has no nonce"],
  [TEXT.replace("nonce", "none"), "its memo has no nonce"],
  [TEXT.replace("expires 400", "expires +400"), "its memo has no expires"],
  ["hello", "its memo is no command"],
  ["Acre v1 localnet", "its memo is another command than liquidate"],
  ["Acre v1 localnet\nliquidate", "its memo has other fields"],
  [TEXT.replace(String(NONCE), String(NONCE + 11)), "its nonce is out of bounds"],
  [TEXT.replace(String(NONCE), String(NONCE - 11)), "its nonce is out of bounds"],
  [TEXT.replace(String(NONCE), "18446744073709551615"), "its nonce is out of bounds"],
  [TEXT.replace("expires 400", "expires 501"), "its memo expires too late"],
  [TEXT.replace("account 3", "account ３"), "its memo is not ASCII"],
])("another memo is not signed: %j", async (text, reason) => {
  expect(await refusal(legacy([...budget(), creation(), memo(text)]))).toContain(reason);
});

it("a memo is the wallet's alone and the only one", async () => {
  expect(await refusal(legacy(budget()))).toBe("it has 0 memos");
  expect(await refusal(legacy([...honest(), memo()]))).toBe("it has 2 memos");
  const bytes = [...new TextEncoder().encode(TEXT)];
  for (const accounts of [[{ key: WALLET, isSigner: true }, { key: OTHER }], []]) {
    const shared = call(MEMO_PROGRAM, bytes, accounts);
    expect(await refusal(legacy([shared]))).toBe("its memo is not the wallet's alone");
  }
});

it.each<[string, TransactionInstruction[]]>([
  ["a gift of its rent", [creation(OTHER)]],
  ["an unrelated mint", [creation(WALLET, EXCHANGE)]],
  ["a creation that may fail", [creation(WALLET, MINT, [0])]],
  ["the nested recovery", [call(ASSOCIATED_TOKEN_PROGRAM, [2], [{ key: WALLET }])]],
  ["the same twice", [creation(), creation()]],
])("no other token account is made: %s", async (_, made) => {
  expect(await refusal(legacy([...made, memo()]))).toBe(
    "it makes another token account than the wallet's own",
  );
});

it("the fee has a bound", async () => {
  expect((await inspect(legacy([memo()]), ASKED)).fee).toBe(5_000n);
  expect((await inspect(legacy([...budget(3, 1), memo()]), ASKED)).fee).toBe(5_001n);
  expect((await inspect(legacy([...budget(1_000_000, 45_000), memo()]), ASKED)).fee).toBe(50_000n);
  const [, price = memo()] = budget(1, 100_000);
  const cases: [TransactionInstruction[], string][] = [
    [budget(1_000_000, 45_001), "its fee is 50001 lamports"],
    [[price], "its fee is 145000 lamports"], // without a limit: the highest
    [budget(2 ** 32 - 1, 2n ** 64n - 1n), "its fee is "],
    [[...budget(), price], "its compute budget is not a limit and a price"],
    [
      [ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 })],
      "its compute budget is not a limit and a price",
    ],
  ];
  for (const [rows, reason] of cases) {
    expect(await refusal(legacy([...rows, memo()]))).toContain(reason);
  }
});

it("bytes that are no transaction are refused", async () => {
  const good = legacy(honest());
  const long = Uint8Array.of(...good, ...good, ...good);
  for (const wrong of [
    new Uint8Array(),
    Uint8Array.of(0),
    good.slice(0, -1),
    new Uint8Array(1_233),
    long,
  ]) {
    expect(["it cannot be decoded", "it is too large"]).toContain(await refusal(wrong));
  }
  const version5 = versioned(honest());
  version5[65] = 0x85;
  expect(await refusal(version5)).toBe("it cannot be decoded");
});

it("of spoiled transactions none crashes, and what passes says the same memo", async () => {
  let seed = 4;
  const roll = (most: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % most;
  };
  const good = legacy(honest());
  let passed = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = good.slice();
    for (let changes = 1 + roll(3); changes > 0; changes -= 1)
      bytes[roll(bytes.length)] = roll(256);
    const found = await inspect(bytes, ASKED).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnsafeTransaction);
    });
    if (!found) continue;
    passed += 1;
    const { instructions, keys } = found.transaction;
    expect(keys[0]).toBe(ASKED.wallet);
    const said = instructions.map((row) => new TextDecoder().decode(row.data));
    const commands = said.filter((text) => text.startsWith("Acre"));
    expect(commands).toHaveLength(1);
    expect(commands[0]).toContain(`owner ${OWNER.toBase58()}\naccount 3\nnonce ${found.nonce}`);
  }
  expect(passed).toBeGreaterThan(100); // signatures and blockhash may be anything
});

describe("a memo", () => {
  const bytes = (text: string) => legacy([...budget(), memo(text)]);
  const near: Asked = {
    ...ASKED,
    lines: [
      ["owner", OWNER.toBase58()],
      ["account", (text) => text === "3" || text === "4"],
    ],
  };
  const of = (account: string, chain?: string) => {
    const lines = ["liquidate", `owner ${OWNER.toBase58()}`, account];
    return bytes(chain === undefined ? saying(lines) : saying(lines, { chain }));
  };

  it.each(["account 3", "account 4"])("may say %s where a test of it agrees", async (line) => {
    expect((await inspect(of(line), near)).nonce).toBe(NONCE);
  });

  it.each(["account 5", "account", "accounts 3", "owner 3", " account 3"])(
    "may not say %j where it does not",
    async (line) => {
      await expect(inspect(of(line), near)).rejects.toThrow("another account than was asked for");
    },
  );

  it("may name any chain where none is known, but has to name one", async () => {
    const anywhere = { ...ASKED, chain: null };
    expect((await inspect(of("account 3", "mainnet"), anywhere)).nonce).toBe(NONCE);
    for (const chain of ["", "a b", "A", "x".repeat(33)]) {
      const found = inspect(of("account 3", chain), anywhere);
      await expect(found).rejects.toThrow("no command of this exchange");
    }
  });
});

describe("a deposit", () => {
  const depositing: Asked = {
    ...ASKED,
    command: "deposit-margin",
    lines: [
      ["account", "1"],
      ["amount", "250.000000"],
    ],
    mints: [],
    deposit: {
      mint: MINT.toBase58(),
      vault: VAULT.toBase58(),
      amount: 250n * USD,
      decimals: 6,
    },
  };
  const text = saying(["deposit-margin", "account 1", "amount 250.000000"]);
  const right = tokens(250n * USD);
  const bytes = (...moves: TransactionInstruction[]) => legacy([...budget(), ...moves, memo(text)]);
  const otherwise = "it moves tokens otherwise than by the transfer of the deposit";
  const elsewhere = "its tokens do not go from the wallet to the vault";

  it("as asked may be signed", async () => {
    expect((await inspect(bytes(right), depositing)).nonce).toBe(NONCE);
  });

  it.each<[string, TransactionInstruction[], string]>([
    ["of more", [tokens(250n * USD + 1n)], otherwise],
    ["of less", [tokens(1n)], otherwise],
    ["to another vault", [tokens(250n * USD, { to: OTHER })], elsewhere],
    ["of another mint", [tokens(250n * USD, { mint: EXCHANGE })], elsewhere],
    ["from another account", [tokens(250n * USD, { source: OTHER })], elsewhere],
    ["with other decimals", [tokenCall([12, ...u64(250n * USD), 9])], otherwise],
    ["unchecked", [tokenCall([3, ...u64(250n * USD)])], otherwise],
    ["as an approval", [tokenCall([4, ...u64(250n * USD)])], otherwise],
    ["as a burn", [tokenCall([15, ...u64(250n * USD), 6])], otherwise],
    ["that is missing", [], "its deposit is missing"],
    ["twice", [right, right], "it calls Tokenkeg"],
    ["with a gift", [right, lamports(1)], "it calls 1111"],
    ["with its own account, unasked", [creation(), right], "it makes another token account"],
  ])("%s is not signed", async (_, moves, reason) => {
    expect(await refusal(bytes(...moves), depositing)).toContain(reason);
  });
});

describe("lamports for a delegate", () => {
  const delegating: Asked = {
    ...ASKED,
    command: "set-delegate",
    lines: [["delegate", OTHER.toBase58()]],
    mints: [],
    topUp: { receiver: OTHER.toBase58(), lamports: 10_000_000n },
  };
  const text = saying(["set-delegate", `delegate ${OTHER.toBase58()}`]);
  const bytes = (...moves: TransactionInstruction[]) => legacy([...budget(), ...moves, memo(text)]);
  const right = lamports(10_000_000);
  const durable = SystemProgram.nonceAdvance({ noncePubkey: OTHER, authorizedPubkey: WALLET });

  it("as asked may be signed", async () => {
    expect((await inspect(bytes(right), delegating)).nonce).toBe(NONCE);
  });

  it.each<[string, TransactionInstruction[], string]>([
    ["more", [lamports(10_000_001)], "it moves other lamports"],
    ["to another", [lamports(10_000_000, OWNER)], "its lamports do not go"],
    ["from another", [lamports(10_000_000, OTHER, VAULT)], "it asks for signatures of others"],
    ["none", [], "its lamports for the delegate are missing"],
    ["twice", [right, right], "it calls 1111"],
    ["behind a durable nonce", [durable, right], "it moves other lamports"],
    ["before a durable nonce", [right, durable], "it calls 1111"],
  ])("%s are not signed", async (_, moves, reason) => {
    expect(await refusal(bytes(...moves), delegating)).toContain(reason);
  });
});
