import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetTokens } from "@/api/auth/tokens";
import { ApiError } from "@/api/http";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page/page";
import { Sheet } from "@/ui/page/sheet";
import { endSessions, sessionsKey } from "./api";
import { endedWords } from "./model/sessions";

interface SignOutSheetProps {
  readonly address: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** What was done, in words. */
  readonly onDone: (said: string) => void;
}

/** Asks once more before sessions on other devices end. */
export function SignOutSheet({ address, isOpen, onOpenChange, onDone }: SignOutSheetProps) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onOpenChange(false);
  };
  // What is asked of the server ends in words here: until then the sheet stays.
  const change = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (!isBusy) close();
  };
  const end = async (keepCurrent: boolean) => {
    setIsBusy(true);
    setProblem(null);
    try {
      const count = await endSessions(address, keepCurrent);
      close();
      if (!keepCurrent) return forgetTokens(address);
      onDone(endedWords(count));
      await queryClient.invalidateQueries({ queryKey: sessionsKey(address) });
    } catch (error) {
      const text = error instanceof ApiError ? error.humanText : "Something unexpected happened.";
      setProblem(`Could not confirm that sessions were ended. ${text}`);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Sheet title="Sign out everywhere" open={isOpen} onOpenChange={change} from="center">
      <Prose>
        <p>
          Sessions end immediately on all devices. Positions, orders and accounts are not affected.
          You can sign in again with your wallet.
        </p>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </Prose>
      <Bar>
        <Button look="accent" disabled={isBusy} onClick={() => void end(true)}>
          Sign out other devices
        </Button>
        <Button disabled={isBusy} onClick={() => void end(false)}>
          Sign out all devices
        </Button>
        <Button look="ghost" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
      </Bar>
    </Sheet>
  );
}
