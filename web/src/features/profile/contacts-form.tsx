import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import type { CommunicationMethods } from "@/generated/api";
import { FormFoot, TextField } from "@/ui/form/form";
import { communicationKey, saveCommunication } from "./api";
import { type ContactDraft, contactChanges, contactProblem } from "./model/contacts";
import { afterSave } from "./model/draft";
import css from "./profile.module.css";

const FIELDS = [
  { name: "email", label: "E-mail" },
  { name: "discord", label: "Discord" },
  { name: "twitter", label: "X (Twitter)" },
] as const;

interface ContactsFormProps {
  readonly address: string;
  readonly saved: CommunicationMethods;
}

/** Contact details as saved, with unsaved changes on top; an emptied field is removed. */
export function ContactsForm({ address, saved }: ContactsFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<ContactDraft>({});
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const change = contactChanges(draft, saved);
    if (change === null) return;
    setIsBusy(true);
    setProblem(null);
    try {
      if (Object.keys(change).length > 0) {
        const answer = await saveCommunication(address, change);
        queryClient.setQueryData(communicationKey(address), answer);
      }
      setDraft((known) => afterSave(known, draft));
      setIsSaved(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.humanText : "Could not save. Try again.");
    }
    setIsBusy(false);
  };
  return (
    <form
      className={css["form"]}
      aria-label="Contact details"
      onSubmit={(event) => void onSubmit(event)}
      noValidate
    >
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          value={draft[name] ?? saved[name] ?? ""}
          onChange={(text) => {
            setDraft((known) => ({ ...known, [name]: text }));
            setIsSaved(false);
          }}
          error={name in draft ? contactProblem(name, draft) : null}
          isDisabled={isBusy}
        />
      ))}
      <FormFoot action="Save contacts" isBusy={isBusy} progress="Saving…" problem={problem} />
      <p role="status" className={css["said"]}>
        {isSaved ? "Saved." : ""}
      </p>
    </form>
  );
}
