import type { WaitingOrder } from "./waiting-order";

/** Groups of brackets begin there (rules/orders.md). */
const GROUPS = 2 ** 32;

/** The number of a group that none of the account's orders has. */
export function freeGroup(orders: readonly WaitingOrder[]): number {
  const used = new Set(orders.map(({ group }) => group));
  let group = orders.reduce((most, { id }) => Math.max(most, id), 0) % (GROUPS - 1);
  do group = (group % (GROUPS - 1)) + 1;
  while (used.has(group));
  return group;
}
