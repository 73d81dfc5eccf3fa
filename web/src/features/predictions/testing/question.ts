import type { Question } from "../model/question";

/** An open question without trades. */
export const QUESTION: Question = {
  marketId: 7,
  title: "Above 300?",
  description: "",
  category: "Cities",
  rules: "",
  acreId: null,
  strike: null,
  opensAt: 1_000,
  closesAt: 90_000,
  resolvesAt: 90_000,
  status: "open",
  outcome: null,
  lastYesPrice: null,
  volumeContracts: 0,
  openInterestContracts: 0,
  resolution: null,
};
