import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { statusQuery } from "@/api/queries";
import { formatDuration } from "@/domain/format";
import { WalletSlot } from "@/ui/wallet-slot";

const DAY_S = 86_400;

export interface IntroStep {
  readonly title: string;
  readonly text: ReactNode;
}

function HowFast() {
  const { data: status } = useQuery(statusQuery);
  if (!status || status.clock.rate <= 1) return null;
  return (
    <p>
      Here recorded history is replayed faster than it happened: a day takes{" "}
      <strong>{formatDuration(DAY_S / status.clock.rate)}</strong>. What you see is not today.
    </p>
  );
}

function TestMoney() {
  const { data: status } = useQuery(statusQuery);
  if (!status) return null;
  if (status.env !== "local") {
    return (
      <p>
        Money comes from your own wallet and goes back to it. Begin with an amount that you can lose
        whole.
      </p>
    );
  }
  return (
    <>
      <p>
        This place runs on test money. The burner wallet lives in this browser, and the button gives
        it 10,000 test USD to trade with. None of it is worth anything.
      </p>
      <WalletSlot name="faucet" />
    </>
  );
}

export const INTRO: readonly IntroStep[] = [
  {
    title: "You trade an index, not a house",
    text: (
      <>
        <p>
          The index of a city is what a square foot of its homes costs. You go <strong>long</strong>{" "}
          if you think that it will cost more than others expect, <strong>short</strong> if less.
        </p>
        <p>
          You own no house and no share of one. You have a position against a pool of liquidity, and
          it pays what the index moved.
        </p>
      </>
    ),
  },
  {
    title: "The price comes once a day",
    text: (
      <>
        <p>
          Homes are sold slowly, so the index is updated once a day and moves little. Between
          updates it stands still, and around an update no position can be increased.
        </p>
        <p>
          Everybody can guess where a slow index goes next. So longs pay about the expected rise as{" "}
          <strong>funding</strong>: you profit when prices rise more than expected, not when they
          rise.
        </p>
        <HowFast />
      </>
    ),
  },
  {
    title: "Leverage makes small moves large",
    text: (
      <>
        <p>
          At 10× a move of 1% is 10% of your margin, either way. When too little is left, the
          position is <strong>liquidated</strong>: closed in parts, with a fee.
        </p>
        <p>
          Fees, funding and price impact are costs even if the index stands still. The ticket shows
          them before you send, with the liquidation price and the cost of holding for a month.
        </p>
      </>
    ),
  },
  {
    title: "Where the money is",
    text: (
      <>
        <p>
          Deposits lie in a vault on the chain. A withdrawal waits for the settlement delay, then it
          is paid to your wallet. The status page lets you check that your claim is counted.
        </p>
        <TestMoney />
      </>
    ),
  },
];
