/** A wallet's stake by state (API 3.8, 8.4), and what each coming epoch does to it. */

import type { TokenE6 } from "@/domain/amounts";
import { parseToken } from "@/domain/parse";
import type { EpochPeriod, Staking } from "@/generated/api";

export interface Stake {
  readonly hasAccount: boolean;
  readonly isFull: boolean;
  readonly locking: TokenE6;
  readonly locked: TokenE6;
  /** Asked back, before the next epoch; part of `waiting`. */
  readonly preunlocking: TokenE6;
  readonly waiting: TokenE6;
  readonly withdrawable: TokenE6;
  readonly schedule: readonly { readonly amount: TokenE6; readonly epoch: number }[];
  readonly unvested: {
    readonly total: TokenE6;
    readonly locking: TokenE6;
    readonly locked: TokenE6;
    readonly preunlocking: TokenE6;
    readonly unlocking: TokenE6;
    readonly unlocked: TokenE6;
  };
}

export function decodeStake(wire: Staking): Stake {
  return {
    hasAccount: wire.hasAccount,
    isFull: wire.isAccountFull,
    locking: parseToken(wire.locking),
    locked: parseToken(wire.locked),
    preunlocking: parseToken(wire.preunlocking),
    waiting: parseToken(wire.unlocking),
    withdrawable: parseToken(wire.unlocked),
    schedule: wire.unlockingSchedule.map(({ amount, epoch }) => ({
      amount: parseToken(amount),
      epoch,
    })),
    unvested: {
      total: parseToken(wire.unvested.total),
      locking: parseToken(wire.unvested.locking),
      locked: parseToken(wire.unvested.locked),
      preunlocking: parseToken(wire.unvested.preunlocking),
      unlocking: parseToken(wire.unvested.unlocking),
      unlocked: parseToken(wire.unvested.unlocked),
    },
  };
}

export interface EpochStep {
  readonly epoch: number;
  readonly startS: number;
  readonly changes: readonly { readonly amount: TokenE6; readonly says: string }[];
}

/** Epochs shown after the current one: an unstake made now ends within three. */
const EPOCHS_AHEAD = 3;

/** The epoch that runs and those to come, with what happens to the stake at each one's start. */
export function epochSteps(
  { epoch, start, duration }: EpochPeriod,
  stake: Stake | null,
): readonly EpochStep[] {
  const last = Math.max(epoch + EPOCHS_AHEAD, ...(stake?.schedule.map((row) => row.epoch) ?? []));
  return Array.from({ length: last - epoch + 1 }, (_, ahead) => ({
    epoch: epoch + ahead,
    startS: start + ahead * duration,
    changes: stake === null || ahead === 0 ? [] : changesAt(epoch + ahead, ahead === 1, stake),
  }));
}

function changesAt(epoch: number, isNext: boolean, stake: Stake): EpochStep["changes"] {
  const released = stake.schedule
    .filter((row) => row.epoch === epoch)
    .map(({ amount }) => ({ amount, says: "unlock" }));
  const started = isNext
    ? [
        { amount: stake.locking, says: "become active and earn points" },
        { amount: stake.preunlocking, says: "begin to unlock" },
      ]
    : [];
  return [...started, ...released].filter(({ amount }) => amount > 0n);
}

/** Why nothing can be staked now, in words; null when something can. */
export function stakeBlock(stake: Stake): string | null {
  return stake.isFull
    ? "You have 100 stakes, the maximum. Withdraw or unstake whole ones first."
    : null;
}
