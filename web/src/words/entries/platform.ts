import type { Entries } from "../entry";

export const PLATFORM = {
  wallet: {
    term: "Wallet",
    line: "Holds your keys and signs every command. Acre never sees the keys.",
    text: "A Solana wallet holds your keys and tokens. Each trade, deposit or withdrawal is a transaction that you sign in it; the text that you sign is exactly the command.",
  },
  "burner-wallet": {
    term: "Burner wallet",
    line: "A test wallet kept in this browser. Offered with test money only.",
    text: "The burner wallet creates its key in your browser, so that you can try Acre without installing a wallet. Its key is not protected; it is offered only where money is test money.",
  },
  "test-money": {
    term: "Test money",
    line: "Free tokens to try the exchange. They are worth nothing.",
    text: "On a local or demo exchange, a button gives your wallet SOL for network fees, USD to trade with and ACRE to stake. None of it has any value.",
  },
  sol: {
    term: "SOL",
    line: "Pays the network fee of each transaction.",
    text: "SOL is the token of the Solana network. Each transaction costs a small network fee in SOL, apart from the fees of the exchange.",
  },
  "one-click-trading": {
    term: "One-click trading",
    line: "Lets this browser trade for you without a wallet popup each time.",
    text: "You sign once, and a key in this browser may open, change and close positions for you. It cannot withdraw, deposit or stake. You can revoke it at any time, from any browser.",
  },
  delegate: {
    term: "Delegate",
    line: "A key that may trade for your wallet but never withdraw.",
    text: "A delegate is a second key that you allow to trade for your wallet. It can open, change and close positions within its limits. It cannot withdraw, deposit or stake. One-click trading uses a delegate.",
  },
  "proof-of-reserves": {
    term: "Proof of reserves",
    line: "Shows that the vault holds what the exchange owes, and that you are counted.",
    text: "The exchange publishes a fingerprint of everything it owes, and anyone can compare the total with the vault on the chain. You can verify in the browser that your own balance is included.",
  },
  "state-root": {
    term: "State root",
    line: "A fingerprint of all balances, posted on the chain.",
    text: "The state root is the top of a tree of sums over everything that the exchange owes. Because it is posted on the chain, past balances cannot be changed unnoticed.",
  },
  vault: {
    term: "Vault",
    line: "The on-chain account that holds all users' tokens.",
    text: "Deposits go to a token account on the chain. Only settlements move money out of it, and the balance is compared with what the exchange owes after every change.",
  },
  finalized: {
    term: "Finalized",
    line: "The network can no longer undo the transaction.",
    text: "A confirmed transaction is very likely to stay; a finalized one cannot be undone. Payouts start from finalized transactions only.",
  },
  quarantine: {
    term: "Held deposit",
    line: "Tokens that arrived without a valid command. You can claim them.",
    text: "Tokens that arrive with a rejected command, or with none, are kept for their sender, who can claim them at once.",
  },
  "index-time": {
    term: "Exchange time",
    line: "The clock that prices, funding and delays follow. Faster in a demo.",
    text: "All delays and dates of the exchange use its own clock. In a demo it replays recorded history faster than real time, and a day may pass in a minute.",
  },
  liquidator: {
    term: "Liquidator",
    line: "A person or program that triggers liquidations and earns the fee.",
    text: "Anyone can trigger a liquidation of an account whose health is below 1 and receives the liquidation fee.",
  },
  keeper: {
    term: "Keeper",
    line: "A program that processes due withdrawals and liquidations.",
    text: "Keepers do work that anyone may do: they process withdrawals after their delay and liquidate unhealthy accounts. The exchange runs one itself.",
  },
} as const satisfies Entries;
