import type { Entries } from "../entry";

export const ORDERS = {
  "waiting-order": {
    term: "Waiting order",
    line: "An order that the exchange fills later, at a price update or at your price.",
    text: "A waiting order is kept by the exchange and runs when its price is reached, also while your browser is closed. Until then it costs nothing; one that may open a position holds $1.00 of margin. You can change or cancel it until the price update that it takes part in is due.",
  },
  "call-auction": {
    term: "Call auction",
    line: "At a price update, waiting buyers and sellers are matched at the new index price.",
    text: "Orders for the next price update are matched with each other at the new index price, with the lower fee and no price impact. What finds no counterpart trades with the pool at one price for all, or waits for the next update. You do not know the new price when you place the order; the worst price limits it.",
  },
  "limit-order": {
    term: "Limit order",
    line: "Buys at your price or lower, or sells at your price or higher.",
    text: "A limit order waits until the index is at its price or better, and fills in the call auction of that price update. One on the market price can fill between updates, too. It never fills at a worse price than its limit.",
  },
  "stop-order": {
    term: "Stop order",
    line: "Trades once the price has moved to your stop, for example to cut a loss.",
    text: "A stop order runs when the price reaches its stop: a sell when it falls to it, a buy when it rises to it. The index can jump past the stop in one update, so the fill can be worse than the stop. A trailing stop follows the best price at a fixed distance.",
  },
  bracket: {
    term: "Take profit / stop loss",
    line: "Two orders that close the position: one at a gain, one at a loss.",
    text: "Take profit and stop loss close the whole position when the index reaches one of two prices. The first that fills cancels the other. Attached to an order, they appear when it fills.",
  },
} as const satisfies Entries;
