import { expect, it } from "vitest";
import { describeTransaction } from "./transaction";

const meta = { err: null, fee: 5000, logMessages: [] as string[] };

it("finds a parsed memo", () => {
  const instruction = { program: "spl-memo", parsed: "acre deposit" };
  const answer = { slot: 7, meta, transaction: { message: { instructions: [instruction] } } };
  expect(describeTransaction(answer)).toEqual({
    slot: 7,
    hasFailed: false,
    feeLamports: 5000n,
    memo: "acre deposit",
  });
});

it("finds the memo in the logs otherwise", () => {
  const logMessages = ["Program log: x", 'Program log: Memo (len 4): "a\\nb"'];
  expect(describeTransaction({ slot: 1, meta: { ...meta, logMessages } })?.memo).toBe("a\nb");
});

it("distinguishes a failed transaction from an unknown one", () => {
  expect(describeTransaction({ slot: 1, meta: { err: { x: 1 } } })?.hasFailed).toBe(true);
  expect(describeTransaction(null)).toBeNull();
});
