import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { CheckField, FormFoot, TextField } from "@/ui/form";
import { onboardingKey, sendOnboarding, settingsKey } from "./api";
import { InterestsField } from "./interests-field";
import { type Answers, answerProblems, onboardBody } from "./model/onboard";
import css from "./profile.module.css";

export interface AboutYouProps {
  readonly address: string;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
}

const FIELDS = [
  { name: "username", label: "Username (optional)" },
  { name: "email", label: "E-mail (optional)" },
  { name: "discord", label: "Discord (optional)" },
  { name: "twitter", label: "Twitter (optional)" },
] as const;

export function AboutYou({ address, answers, onChange }: AboutYouProps) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problems = answerProblems(answers);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = onboardBody(answers);
    if (body === null) {
      setProblem(answers.hasRead ? "Look at the fields above." : "Tick the box above first.");
      return;
    }
    setProblem(null);
    setIsBusy(true);
    try {
      queryClient.setQueryData(onboardingKey(address), await sendOnboarding(address, body));
      await queryClient.invalidateQueries({ queryKey: settingsKey(address) });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.humanText : "It could not be saved.");
      setIsBusy(false);
    }
  };
  return (
    <form
      className={css["form"]}
      aria-label="About you"
      onSubmit={(event) => void send(event)}
      noValidate
    >
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          value={answers[name]}
          onChange={(text) => onChange({ ...answers, [name]: text })}
          error={problems[name]}
          isDisabled={isBusy}
        />
      ))}
      <InterestsField
        chosen={answers.interests}
        onChange={(interests) => onChange({ ...answers, interests })}
      />
      <CheckField
        label="I have read how it works and know that I can lose all I deposit."
        isChecked={answers.hasRead}
        onChange={(hasRead) => onChange({ ...answers, hasRead })}
        isDisabled={isBusy}
      />
      <FormFoot action="Done" isBusy={isBusy} progress="Saving…" problem={problem} />
    </form>
  );
}
