import type { Entries } from "../entry";

export const PRICES = {
  index: {
    term: "Index",
    line: "The home price of a region per unit of area. Each market tracks one index.",
    text: "The index is what homes in a region cost per square foot or square meter, smoothed so that single sales do not move it. You never own a home: a position gains or loses what its index moves.",
  },
  "index-price": {
    term: "Index price",
    line: "The latest value of the index. P&L, margin and liquidations use it.",
    text: "The index price is the latest accepted value of the index, in dollars per square foot or square meter. Profit, loss, margin and liquidations are calculated at the index price, not at the market price.",
  },
  "market-price": {
    term: "Market price",
    line: "Where a very small order fills: index price plus premium.",
    text: "The market price is the index price plus the premium. It is above the index while longs outweigh shorts, and below it while shorts outweigh longs. A larger order fills further away; see price impact.",
  },
  premium: {
    term: "Premium",
    line: "How far the market price is above (+) or below (−) the index price.",
    text: "The premium is the long/short imbalance divided by the skew scale of the market. It makes the crowded side more expensive to enter and the other side cheaper.",
  },
  "price-update": {
    term: "Price update",
    line: "A new value of the index, published about once per day.",
    text: "A price update publishes the next value of the index, about once per day. New positions pause around the scheduled time; you can always reduce or close. The API calls a price update a print.",
  },
  "entry-window": {
    term: "Entry pause",
    line: "Minutes around a price update when positions can only be reduced or closed.",
    text: "Around each scheduled price update, positions can only be reduced or closed, so that no trade uses a value before the exchange has it. If an update is late, the pause lasts until shortly after it arrives.",
  },
  "held-update": {
    term: "Held price update",
    line: "An update that moved too far and waits to be confirmed.",
    text: "A price update that moves more than the band of the market is held until a later update or the operator confirms it. Meanwhile new positions and liquidations pause in that market, and closing uses the less favorable of the two prices. A move beyond the outer band also pauses the market.",
  },
  "stale-price": {
    term: "Stale price",
    line: "An index price that is too old to open positions or to liquidate.",
    text: "If no price update arrives for longer than the market allows, new positions and liquidations stop and only the expected part of funding accrues. You can still reduce and close.",
  },
  "dead-market": {
    term: "Dead market",
    line: "A market that has had no accepted price update for a week or more.",
    text: "A market is dead when its last accepted price update is older than its second age limit (a week by default). Closing, withdrawing and liquidating then no longer wait for a fresh price; they use the less favorable of the last accepted price and a held one. After 30 days without an update the operator can settle all positions at a published price.",
  },
  "trend-price": {
    term: "Trend price",
    line: "Where recent price updates point. The API calls it level.",
    text: "The trend price follows the index with its expected daily change and smooths out single updates. It estimates where the index would be without publication noise.",
  },
  "trend-distance": {
    term: "Distance to trend",
    line: "The gap between index price and trend price.",
    text: "The distance to trend is how far the index price is from the trend price. Trading toward a known gap costs the trend surcharge.",
  },
  "trend-surcharge": {
    term: "Trend surcharge",
    line: "Extra cost of buying below, or selling above, the trend price.",
    text: "A trade that buys below or sells above the trend price pays the gap when the gap is larger than the trading fee. So such a trade costs the fee or the gap, whichever is more, never both. The surcharge goes to the liquidity pool. Liquidations never pay it.",
  },
  "expected-change": {
    term: "Expected daily change",
    line: "The daily move that past updates suggest, from 30- and 120-day averages.",
    text: "The exchange averages the changes of past price updates over a fast and a slow window (30 and 120 updates by default). The middle of both is the expected daily change. Funding already passes it from one side to the other, so it carries no expected profit.",
  },
} as const satisfies Entries;
