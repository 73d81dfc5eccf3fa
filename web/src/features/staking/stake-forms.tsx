import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { checkAmount } from "@/domain/amount-field";
import type { TokenE6 } from "@/domain/amounts";
import { formatDateTime } from "@/domain/format";
import { parseToken, toWire } from "@/domain/parse";
import { useBuiltCommand } from "@/state/use-command";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Available, FormFoot, TextField } from "@/ui/form/form";
import css from "@/ui/form/form.module.css";
import { Failure, Loading } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { buildStakeCommand, epochQuery, estimateQuery, stakeQuery, tokenBalanceQuery } from "./api";
import { type Stake, stakeBlock } from "./model/stake";

/** The three acts of staking, each with what will happen and when. */
export function StakeForms({ address }: { readonly address: string }) {
  const [tab, setTab] = useState("stake");
  const query = useQuery(stakeQuery(address));
  const failure = useQueryFailure(query);
  const { data: stake } = query;
  const { data: balance } = useQuery(tokenBalanceQuery(address));
  if (failure) {
    return <Failure what="Your stake" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!stake) return <Loading label="your stake" lines={4} />;
  const staked = parseToken(toWire(stake.locking + stake.locked));
  const block = stakeBlock(stake);
  return (
    <Tabs
      label="Staking"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: "stake",
          label: "Stake",
          content: (
            <StakeForm
              address={address}
              name="stake"
              action="Stake"
              has="Wallet balance"
              maxIs="Your wallet holds"
              max={balance ?? null}
              extra={{ createAccount: !stake.hasAccount }}
              block={block}
            >
              {balance === 0n ? <WalletSlot name="faucet" /> : null}
              <StakeWords hasAccount={stake.hasAccount} />
            </StakeForm>
          ),
        },
        {
          id: "unstake",
          label: "Unstake",
          content: (
            <StakeForm
              address={address}
              name="unstake"
              action="Unstake"
              has="Staked"
              maxIs="You have staked"
              max={staked}
            >
              <UnstakeWords stake={stake} />
            </StakeForm>
          ),
        },
        {
          id: "withdraw",
          label: "Withdraw",
          content: (
            <StakeForm
              address={address}
              name="withdraw"
              action="Withdraw"
              has="Withdrawable"
              maxIs="You can withdraw up to"
              max={stake.withdrawable}
            >
              <p className={css["hint"]}>Paid to your wallet without a delay.</p>
            </StakeForm>
          ),
        },
      ]}
    />
  );
}

interface StakeFormProps {
  readonly address: string;
  readonly name: "stake" | "unstake" | "withdraw";
  readonly action: string;
  readonly has: string;
  readonly maxIs: string;
  readonly max: TokenE6 | null;
  readonly extra?: object;
  /** Why the act is not possible at all now. */
  readonly block?: string | null;
  readonly children: ReactNode;
}

function StakeForm(props: StakeFormProps) {
  const { address, name, action, has, maxIs, max, extra = {}, block = null, children } = props;
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const command = useBuiltCommand(address, buildStakeCommand);
  const amount = checkAmount(text, { kind: "TokenE6", unit: "ACRE", max, maxIs });
  const typed = (value: string) => {
    setText(value);
    command.clear();
  };
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (amount.value === null || block !== null) return;
    const body = { amount: toWire(amount.value), ...extra };
    const outcome = await command.run(name, body, `${action} ACRE`);
    if (outcome.status !== "applied") return;
    setText("");
    setIsChecked(false);
  }
  return (
    <form
      className={css["form"]}
      style={{ paddingTop: 16 }}
      aria-label={action}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <TextField
        label="Amount"
        unit="ACRE"
        value={text}
        onChange={typed}
        error={isChecked ? amount.error : null}
        isDisabled={command.isBusy}
        hint={
          <Available
            label={has}
            amount={max}
            kind="TokenE6"
            unit="ACRE"
            onMax={typed}
            isDisabled={command.isBusy}
          />
        }
      />
      {children}
      {block === null ? null : <p className={css["problem"]}>{block}</p>}
      <FormFoot
        action={action}
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}

function StakeWords({ hasAccount }: { readonly hasAccount: boolean }) {
  const { data: epoch } = useQuery(epochQuery);
  return (
    <p className={css["hint"]}>
      Active from epoch {epoch ? epoch.epoch + 1 : "–"}, in{" "}
      <Countdown untilS={epoch?.end ?? null} />. You can withdraw it until then.
      {hasAccount ? "" : " The same transaction opens your stake account."}
    </p>
  );
}

function UnstakeWords({ stake }: { readonly stake: Stake }) {
  const { data: estimate } = useQuery(estimateQuery);
  return (
    <p className={css["hint"]}>
      {stake.locking > 0n ? (
        <>
          The first <Amount value={stake.locking} kind="TokenE6" unit="ACRE" /> are not active yet
          and can be withdrawn immediately.{" "}
        </>
      ) : null}
      Active tokens stop earning now and unlock in epoch {estimate?.unlockingEpoch ?? "–"}
      {estimate ? ` (${formatDateTime(estimate.end)})` : ""}, in{" "}
      <Countdown untilS={estimate?.end ?? null} />.
    </p>
  );
}
