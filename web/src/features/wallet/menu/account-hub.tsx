import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDownToLine, ArrowUpFromLine, Droplets, TrendingUp } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { balancesQuery, exchangeQuery, settlementRequestsQuery, statusQuery } from "@/api/queries";
import { useDeposit, useTradingAccount } from "@/domain/account";
import { engineClock } from "@/domain/clock";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/figures/amount";
import { useFaucet } from "../faucet";
import { type HubStep, hubFigures, nextStep, onItsWay } from "../model/account-hub";
import { arrivalWords } from "../model/arrival";
import css from "./wallet-menu.module.css";

const NETWORKS: Readonly<Record<string, string>> = {
  local: "Local network, play money",
  dev: "Development network",
  staging: "Test network",
  mainnet: "Solana mainnet",
};

/** What the wallet has in Acre, and the next step with it. */
export function AccountHub({ address }: { readonly address: string }) {
  const { account, accounts } = useTradingAccount();
  const deposit = useDeposit();
  const wallet = useQuery(balancesQuery(address)).data ?? null;
  const { data: env } = useQuery({ ...statusQuery, select: (status) => status.env });
  const openDialog = useWallet((state) => state.openDialog);
  const faucet = useFaucet();
  const figures = hubFigures(accounts, wallet);
  const step = nextStep(figures, faucet !== null);
  const acts: readonly Act[] = [
    ...(faucet === null
      ? []
      : [{ step: "faucet" as const, label: "Get test money", Icon: Droplets, run: faucet.take }]),
    {
      step: "deposit",
      label: "Deposit",
      Icon: ArrowDownToLine,
      run: deposit,
    },
    ...(account === null
      ? []
      : [
          {
            step: "withdraw" as const,
            label: "Withdraw",
            Icon: ArrowUpFromLine,
            run: () => openDialog({ kind: "withdraw", marginAccountId: account.id }),
          },
        ]),
  ];
  return (
    <>
      <DropdownMenu.Label className={css["figures"]}>
        <Figure label="Account value">
          <Amount value={figures.value} kind="CollateralE6" unit="USD" />
        </Figure>
        <Figure label="Available margin">
          <Amount value={figures.available} kind="CollateralE6" unit="USD" />
        </Figure>
        <Figure label="In your wallet">
          <Amount value={wallet?.collateral} kind="CollateralE6" unit="USD" />
        </Figure>
        <OnItsWay address={address} />
      </DropdownMenu.Label>
      {step === "trade" ? (
        <DropdownMenu.Item className={css["primary"]} asChild>
          <Link to="/trade">
            <TrendingUp size={16} aria-hidden="true" /> Trade
          </Link>
        </DropdownMenu.Item>
      ) : null}
      {acts.map(({ step: of, label, Icon, run }) => (
        <DropdownMenu.Item
          key={of}
          className={css[of === step ? "primary" : "item"]}
          disabled={run === null}
          onSelect={run ?? undefined}
        >
          <Icon size={16} aria-hidden="true" /> {label}
        </DropdownMenu.Item>
      ))}
      <p className={css["network"]}>{NETWORKS[env ?? ""] ?? env}</p>
    </>
  );
}

interface Act {
  readonly step: HubStep | "withdraw";
  readonly label: string;
  readonly Icon: typeof Droplets;
  /** null: not yet. */
  readonly run: (() => void) | null;
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Figure({ label, children }: FigureProps) {
  return (
    <div>
      <span>{label}</span>
      <strong>{children}</strong>
    </div>
  );
}

/** Withdrawals that have not arrived yet, with the time of the next one. */
function OnItsWay({ address }: { readonly address: string }) {
  const requests = useQuery(settlementRequestsQuery(address)).data ?? [];
  const mint = useQuery(exchangeQuery).data?.collateralMint ?? null;
  const { amount, nextS } = onItsWay(requests, mint);
  if (amount === 0n) return null;
  return (
    <Figure label="On its way">
      <Amount value={amount} kind="CollateralE6" unit="USD" />{" "}
      <span className="quiet">
        {nextS === null ? "" : arrivalWords(engineClock.realSecondsUntil(nextS))}
      </span>
    </Figure>
  );
}
