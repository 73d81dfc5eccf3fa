import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { UnauthorizedError } from "@/api/auth/tokens";
import { ApiError } from "@/api/http";
import { healthWarning } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { hideAccount, shownAccountsQuery } from "@/state/shown-accounts";
import { useCommand } from "@/state/use-command";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount, Multiple } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { HealthBar } from "@/ui/figures/health";
import form from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import { Term } from "@/ui/term";
import css from "./accounts.module.css";
import { CopyAddress } from "./copy-address";
import { whyNotEmpty } from "./model/account-rules";

interface AccountSheetProps {
  readonly address: string;
  readonly account: MarginAccount;
  readonly isHidden: boolean;
  readonly onClose: () => void;
}

/** All figures of one account, with hiding and closing. */
export function AccountSheet(props: AccountSheetProps) {
  const { account, onClose } = props;
  const warning = healthWarning(account);
  return (
    <Sheet
      title={`${account.name} #${account.id}`}
      from="center"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      {warning === null ? null : <p className={css["warning"]}>{warning}</p>}
      <Facts>
        <FactLine label="Address">
          <CopyAddress address={account.address} />
        </FactLine>
        <FactLine label={<Term id="health">Health</Term>}>
          <Multiple value={account.health} />
        </FactLine>
        <HealthBar account={account} />
        <FactLine label={<Term id="available-margin">Margin balance</Term>}>
          <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label={<Term id="initial-margin">Initial margin</Term>}>
          <Amount value={account.requiredInitialMargin} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label={<Term id="maintenance-margin">Maintenance margin</Term>}>
          <Amount value={account.totalRequiredMargin} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Available to withdraw">
          <Amount value={account.maxWithdrawable} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="P&L from price">
          <Amount value={account.pnl.price.value} kind="CollateralE6" unit="USD" trend />
        </FactLine>
        <FactLine label="P&L from funding">
          <Amount value={account.pnl.funding.value} kind="CollateralE6" unit="USD" trend />
        </FactLine>
      </Facts>
      <Ending {...props} />
    </Sheet>
  );
}

/** Hiding keeps the account, closing ends it; both need it to be empty. */
function Ending({ address, account, isHidden, onClose }: AccountSheetProps) {
  const command = useCommand(address);
  const hide = useHide(address, account.id, onClose);
  const signedIn = useWallet((state) => state.session.signedIn);
  const reasons = whyNotEmpty(account);
  const isEmpty = reasons.length === 0;
  const problem = command.problem ?? hide.problem;
  const close = async () => {
    const body = { marginAccountId: account.id };
    const outcome = await command.run("close-margin-account", body, `Close ${account.name}`);
    if (outcome.status === "applied") onClose();
  };
  return (
    <section className={form["form"]} aria-label="Hide or close">
      {isEmpty ? (
        <p className={form["hint"]}>
          Hidden accounts reappear with their next deposit. Closing an account is permanent.
        </p>
      ) : (
        <div className={form["hint"]}>
          Before hiding or closing this account:
          <ul className={css["reasons"]}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {isEmpty && !signedIn ? (
        <p className={form["hint"]}>Sign in with your wallet to hide this account.</p>
      ) : null}
      {problem === null ? null : (
        <p className={form["problem"]} role="alert">
          {problem}
        </p>
      )}
      <div className={css["ending"]}>
        <Button
          disabled={!isEmpty || isHidden || !signedIn || hide.isBusy}
          onClick={() => void hide.run()}
        >
          {isHidden ? "Hidden" : "Hide"}
        </Button>
        <Button disabled={!isEmpty || command.isBusy} onClick={() => void close()}>
          {command.isBusy ? command.progress : "Close account"}
        </Button>
      </div>
      <p className={form["hint"]}>The name can't be changed.</p>
    </section>
  );
}

function useHide(address: string, id: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const ids = await hideAccount(address, id);
      queryClient.setQueryData(shownAccountsQuery(address).queryKey, ids);
      onDone();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, run };
}

function problemText(error: unknown): string {
  if (error instanceof ApiError) return error.humanText;
  if (error instanceof UnauthorizedError) return "Your session has ended. Sign in again.";
  return "Could not hide the account. Try again.";
}
