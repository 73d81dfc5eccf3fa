import type { Entries } from "../entry";

export const PREDICTIONS = {
  "prediction-market": {
    term: "Prediction market",
    line: "A yes-or-no question about an index, traded in points.",
    text: "A prediction market asks whether an index will be at or above a target on a date. You buy YES or NO contracts with points. Points have no cash value.",
  },
  contract: {
    term: "Contract",
    line: "Costs 1 to 99 points; pays 100 if its side is right, else 0.",
    text: "A contract is one unit of YES or NO. Its price in points is the market's probability in percent. If you hold both sides, each pair is redeemed for 100 points at once.",
  },
  chance: {
    term: "Chance",
    line: "The probability that the market's price implies.",
    text: "The chance is the middle of the best bid and the best offer for YES, in percent. It is what traders pay, not a statistical forecast.",
  },
  target: {
    term: "Target",
    line: "The index price that decides the question. Also called strike.",
    text: "A question resolves YES if the index is at or above the target in the first price update on or after the resolution time, else NO.",
  },
  "order-book": {
    term: "Order book",
    line: "All open orders of a question, by price and then by time.",
    text: "Orders match at the best price, then in order of arrival. A bid for NO at 40 is the same as an offer of YES at 60.",
  },
  "post-only": {
    term: "Post only",
    line: "The order is rejected if it would trade immediately.",
    text: "A post-only order only adds to the book, so it never pays the taker fee. If it would match at once, it is rejected.",
  },
  "time-in-force": {
    term: "Time in force",
    line: "How long an order may stay open.",
    text: "Good till canceled (GTC) stays until it fills, you cancel it or the question closes. Good till date (GTD) ends at a time you set. Immediate or cancel (IOC) fills what it can at once and cancels the rest. Fill or kill (FOK) fills completely at once or not at all.",
  },
  resolution: {
    term: "Resolution",
    line: "How a question ends: YES or NO, from the first update after its date.",
    text: "After the resolution time, the first published value of the index decides. The outcome can be corrected for 24 hours; then contracts are paid. If no value arrives within 14 days, the question is voided.",
  },
  void: {
    term: "Voided question",
    line: "A question that ends without an answer pays its last traded price.",
    text: "When a question is voided, YES pays the last traded YES price (50 if it never traded) and NO pays the rest of 100.",
  },
  "play-points": {
    term: "Prediction points",
    line: "What prediction markets are traded in. No cash value.",
    text: "You start with 10,000 points. If you have fewer than 1,000 in total, an order refills them to 1,000, at most once per day. Prediction points are separate from season points.",
  },
  refill: {
    term: "Refill",
    line: "Free points that bring you back to 1,000, once per day.",
    text: "When your points, open orders and contracts together are worth less than 1,000, the next order refills you to 1,000. This happens at most once per UTC day.",
  },
  "self-trade": {
    term: "Self-trade prevention",
    line: "What happens when your order would match your own order.",
    text: "Your orders never trade with each other. By default, the older one is canceled as far as both overlap.",
  },
} as const satisfies Entries;
