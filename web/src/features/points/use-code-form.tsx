import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { userKey } from "@/api/queries";
import type { Referral } from "@/generated/api";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { applyCode } from "./api";
import { checkUsedCode } from "./model/referral-code";

interface UseCodeFormProps {
  readonly address: string;
  readonly ownCode: string | null;
  /** A code that came by a link; the person still decides. */
  readonly initial: string;
  readonly onUsed: (referral: Referral) => void;
}

/** Uses a code, one time, when the button is pressed. */
export function UseCodeForm({ address, ownCode, initial, onUsed }: UseCodeFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const use = useMutation({
    mutationFn: (code: string) => applyCode(address, code),
    onSuccess: async (referral) => {
      onUsed(referral);
      await client.invalidateQueries({ queryKey: userKey(address) });
    },
  });
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = checkUsedCode(text, ownCode);
    setError(checked.error);
    if (checked.code !== null) use.mutate(checked.code);
  };
  return (
    <form className={form["form"]} onSubmit={onSubmit}>
      <TextField
        label="Referral code"
        value={text}
        onChange={(typed) => {
          setText(typed);
          setError(null);
          use.reset();
        }}
        error={error}
        isDisabled={use.isPending}
        hint={<p className={form["hint"]}>One time, within 7 days of joining.</p>}
      />
      <FormFoot
        action="Use code"
        isBusy={use.isPending}
        progress="Using the code…"
        problem={use.error ? problemText(use.error) : null}
      />
    </form>
  );
}

function problemText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.code !== "RATE_LIMITED") return error.humanText;
  return "Too many wrong codes. Try again in an hour.";
}
