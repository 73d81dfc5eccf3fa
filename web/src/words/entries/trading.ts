import type { Entries } from "../entry";

export const TRADING = {
  market: {
    term: "Market",
    line: "One index that you can trade, with its own limits and funding.",
    text: "A market is one index with its parameters, open interest and funding. Positions in different markets of one margin account share its collateral.",
  },
  position: {
    term: "Position",
    line: "What you hold in a market: a size, a side and an entry price.",
    text: "A position is an amount of an index, long or short, with its entry price and entry funding. Each trade in a market realizes all profit, loss and funding of the position so far.",
  },
  long: {
    term: "Long",
    line: "A position that gains when the index rises.",
    text: "A long gains what the index rises and loses what it falls, times its size. Funding already charges longs the expected rise, so a long wins when prices rise more than expected.",
  },
  short: {
    term: "Short",
    line: "A position that gains when the index falls.",
    text: "A short gains what the index falls and loses what it rises, times its size. When prices are expected to rise, shorts usually receive funding.",
  },
  size: {
    term: "Size",
    line: "How much of the index a position holds, in square feet or meters.",
    text: "Size is the area that a position stands for. Its value in dollars is the notional: size times index price.",
  },
  notional: {
    term: "Notional",
    line: "The dollar value of a position: size × index price.",
    text: "Notional is size times index price. Fees, funding and margin requirements are percentages of it. With leverage the notional is larger than your collateral.",
  },
  leverage: {
    term: "Leverage",
    line: "Notional divided by your margin. At 5×, a 1% move changes it by 5%.",
    text: "Leverage is the notional of your positions divided by the margin behind them. It multiplies gains, losses, fees and funding alike, and moves the liquidation price closer. With leverage you can lose everything you deposit.",
  },
  "price-impact": {
    term: "Price impact",
    line: "How far your own order moves the fill away from the market price.",
    text: "An order fills at the average of the market price before and after it. A trade that widens the long/short imbalance pays for it; one that narrows it is paid. If you close while the imbalance is the same, the impact comes back.",
  },
  "fill-price": {
    term: "Fill price",
    line: "The price at which your order was executed.",
    text: "The fill price is the index price adjusted for the long/short imbalance before and after your order. It becomes the entry price of the new position.",
  },
  "entry-price": {
    term: "Entry price",
    line: "The price from which the P&L of a position is counted.",
    text: "The entry price is the fill price of the last trade in that position. Each trade realizes the profit or loss so far and starts again from the new price.",
  },
  slippage: {
    term: "Max slippage",
    line: "How much worse than quoted your order may fill.",
    text: "Prices can move between quote and execution. If the fill would be worse than your maximum slippage allows, the order is rejected and nothing is traded.",
  },
  "limit-price": {
    term: "Limit price",
    line: "The worst price you accept. A worse fill is rejected.",
    text: "A limit price is the worst fill you accept: the highest price when buying, the lowest when selling. If the order cannot fill there, nothing is traded. On prediction markets, a limit order can also wait in the order book.",
  },
  fee: {
    term: "Trading fee",
    line: "A percentage of the traded notional: lower if it reduces the imbalance.",
    text: "Each trade pays a fee on its notional. The part that reduces the long/short imbalance pays the maker rate, the rest the taker rate. The fee is split among the protocol, the reserve and the liquidity pool.",
  },
  "maker-taker": {
    term: "Maker and taker",
    line: "Maker trades reduce the imbalance or rest in a book; taker trades do not.",
    text: "On index markets, the part of a trade that reduces the long/short imbalance pays the maker fee, and the rest pays the taker fee. On prediction markets, the maker is the order that was waiting in the book and pays nothing; the taker pays the fee.",
  },
  "break-even": {
    term: "Break-even",
    line: "The index price at which fees and funding of 30 days are earned back.",
    text: "The break-even price is the index price at which a position that is held for 30 days covers its trading fee, surcharge, price impact and funding. It assumes that the funding rate after the trade stays the same.",
  },
  "holding-cost": {
    term: "Cost of holding",
    line: "Fees plus funding for a period at today's rate. Negative: you earn.",
    text: "The cost of holding adds the trading fee, the trend surcharge, the price impact and the funding of a period. It assumes that the funding rate stays the same. A negative cost means that funding pays you more than the rest costs.",
  },
  pnl: {
    term: "Profit and loss (P&L)",
    line: "What positions gained or lost, from price moves and funding.",
    text: "Price P&L is size times the move of the index since entry. Funding P&L is what the position has received or paid since entry. Fees are shown apart.",
  },
  "unrealized-pnl": {
    term: "Unrealized P&L",
    line: "Gain or loss of open positions at the current index price.",
    text: "Unrealized P&L is what your open positions would gain or lose at the current index price, with funding up to now and before fees. It counts toward your margin.",
  },
  "realized-pnl": {
    term: "Realized P&L",
    line: "Gain or loss already booked to your collateral.",
    text: "P&L is realized when a position changes: on every increase, reduction, close or liquidation. It is added to or taken from the collateral of the margin account.",
  },
  roe: {
    term: "ROE",
    line: "Return on equity: P&L divided by the margin behind the position.",
    text: "Return on equity shows gain or loss as a percentage of the margin behind a position instead of its notional. At 5× leverage, a 1% move of the index is about 5% ROE.",
  },
  "open-interest": {
    term: "Open interest",
    line: "The size of all open positions of one side, or of both.",
    text: "Open interest is the sum of all open positions of a side. Each side has a maximum, and together with the pool's capacity it limits how much you can still open.",
  },
  imbalance: {
    term: "Long/short imbalance",
    line: "Long size minus short size. The API calls it skew.",
    text: "The imbalance is the size of all longs minus the size of all shorts. The liquidity pool holds the other side of it. It sets the premium and drives the crowding part of funding.",
  },
  funding: {
    term: "Funding",
    line: "What longs pay shorts, or shorts pay longs, while positions are open.",
    text: "Funding accrues every second and has three parts: drift, crowding and spread. When the rate is positive, longs pay and shorts receive. The liquidity pool pays or receives the difference. Funding is booked when a position changes.",
  },
  drift: {
    term: "Drift",
    line: "The part of funding that charges the expected change of the index.",
    text: "Home prices trend, and an expected rise would be free profit for longs. Drift passes the expected daily change from longs to shorts (or back, if prices are expected to fall), so that only a surprise earns money.",
  },
  crowding: {
    term: "Crowding",
    line: "The part of funding that the larger side pays; it grows while it stays larger.",
    text: "Crowding rises while one side is larger and fades over time when the sides are balanced. It makes the crowded side more expensive to hold until traders balance it.",
  },
  spread: {
    term: "Spread",
    line: "The part of funding that pays the pool for forecast uncertainty.",
    text: "The larger side pays the spread. It compensates the liquidity pool for taking the imbalance when the expected daily change may be wrong, and is larger when the two averages disagree.",
  },
  scenario: {
    term: "Scenario",
    line: "Your result if the index moved by a given percentage.",
    text: "A scenario shows profit or loss after a hypothetical move of the index, for example −10% to +10%. It is arithmetic, not a forecast.",
  },
} as const satisfies Entries;
