/**
 * Every term of the product, once: for tooltips, /learn and docs/glossary.md (`npm run glossary`). It is a
 * chunk of its own; components load it on demand and name entries by the type TermId alone.
 */
import { LIQUIDITY } from "./entries/liquidity";
import { MARGIN } from "./entries/margin";
import { ORDERS } from "./entries/orders";
import { PLATFORM } from "./entries/platform";
import { PREDICTIONS } from "./entries/predictions";
import { PRICES } from "./entries/prices";
import { REWARDS } from "./entries/rewards";
import { TRADING } from "./entries/trading";
import type { Entry } from "./entry";

const ENTRIES = {
  ...PRICES,
  ...TRADING,
  ...ORDERS,
  ...MARGIN,
  ...LIQUIDITY,
  ...PREDICTIONS,
  ...REWARDS,
  ...PLATFORM,
};

export type TermId = keyof typeof ENTRIES;

export const GLOSSARY: Readonly<Record<TermId, Entry>> = ENTRIES;

export interface GlossarySection {
  readonly title: string;
  readonly ids: readonly TermId[];
}

const section = (title: string, entries: Partial<Record<TermId, Entry>>): GlossarySection => ({
  title,
  ids: Object.keys(entries) as TermId[],
});

export const SECTIONS: readonly GlossarySection[] = [
  section("Prices", PRICES),
  section("Trading", TRADING),
  section("Waiting orders", ORDERS),
  section("Margin and liquidation", MARGIN),
  section("Liquidity and staking", LIQUIDITY),
  section("Predictions", PREDICTIONS),
  section("Points and contests", REWARDS),
  section("Wallet and exchange", PLATFORM),
];
