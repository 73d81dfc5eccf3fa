import { expect, it } from "vitest";
import { outcomeText } from "@/copy/outcomes";
import type { Outcome } from "@/state/wallet-api.types";
import { type CloseState, closeInTurn } from "./close-all";

async function closeWith(outcomes: Readonly<Record<number, Outcome>>) {
  const asked: number[] = [];
  const states = new Map<number, CloseState>();
  const close = async (id: number): Promise<Outcome> => {
    expect(states.get(id)).toBe("closing");
    asked.push(id);
    return outcomes[id] ?? { status: "applied", signature: "s" };
  };
  await closeInTurn([1, 2, 3], close, (id, state) => states.set(id, state));
  return { asked, states: [...states.values()] };
}

it("closes one after the other and goes past one that is refused", async () => {
  const message = "The exchange is halted.";
  const refused = { status: "rejected", signature: "s", code: "EXCHANGE_HALTED", message } as const;
  const { asked, states } = await closeWith({ 2: refused });
  expect(asked).toEqual([1, 2, 3]);
  expect(states).toEqual(["closed", { failed: outcomeText(refused) }, "closed"]);
});

it("stops where the signature is declined", async () => {
  const { asked, states } = await closeWith({ 2: { status: "cancelled" } });
  expect(asked).toEqual([1, 2]);
  expect(states[0]).toBe("closed");
  expect(states[1]).toHaveProperty("failed");
  expect(states[2]).toBe("skipped");
});
