import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { summariesQuery } from "@/api/queries";
import type { ProfileSettings } from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { FormFoot, TextField } from "@/ui/form/form";
import { Select } from "@/ui/form/select";
import { type SettingsChange, saveSettings, settingsKey } from "./api";
import { applySettings } from "./apply-settings";
import { InterestsField } from "./interests-field";
import { afterSave, changesOf, type Draft, draftProblems } from "./model/draft";
import css from "./profile.module.css";

const THEMES = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
] as const;

const MODES = [
  { value: "basic", label: "Simple: the main figures" },
  { value: "advanced", label: "Full: all figures" },
] as const;

interface SettingsFormProps {
  readonly address: string;
  readonly saved: ProfileSettings;
}

/** Settings as saved, with what was changed and not saved yet on top. */
export function SettingsForm({ address, saved }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const { data: markets } = useQuery(summariesQuery);
  const [draft, setDraft] = useState<Draft>({});
  const [saving, setSaving] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const largest = (markets ?? []).reduce<bigint | null>(
    (most, { maxLeverageMultiple: own }) =>
      own !== null && (most === null || own > most) ? own : most,
    null,
  );
  const problems = draftProblems(draft, largest);
  const change = (part: Draft) => {
    setDraft((known) => ({ ...known, ...part }));
    setProblem(null);
    setIsSaved(false);
  };

  const send = async (sent: Draft, body: SettingsChange) => {
    setSaving((count) => count + 1);
    setProblem(null);
    try {
      const answer = await saveSettings(address, body);
      queryClient.setQueryData(settingsKey(address), answer);
      // Another wallet may have been connected meanwhile: the page is as that one says.
      if (useWallet.getState().session.address === address) applySettings(address, answer);
      setDraft((known) => afterSave(known, sent));
      setIsSaved(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.humanText : "Could not save. Try again.");
    } finally {
      setSaving((count) => count - 1);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = changesOf(draft, saved, largest);
    if (body === null) return;
    if (Object.keys(body).length === 0) setIsSaved(true);
    else void send(draft, body);
  };

  return (
    <form className={css["form"]} aria-label="Settings" onSubmit={onSubmit} noValidate>
      <TextField
        label="Username"
        value={draft.username ?? saved.username ?? ""}
        onChange={(username) => change({ username })}
        error={problems.username}
        isDisabled={false}
        hint={<p className="quiet">Shown on leaderboards (optional).</p>}
      />
      <TextField
        label="Default leverage"
        unit="×"
        value={draft.defaultLeverage ?? saved.defaultLeverage}
        onChange={(defaultLeverage) => change({ defaultLeverage })}
        error={problems.defaultLeverage}
        isDisabled={false}
        hint={<p className="quiet">Where the slider of a new order starts.</p>}
      />
      <Select
        label="Theme"
        value={draft.defaultTheme ?? saved.defaultTheme}
        onChange={(value) => {
          const theme = THEMES.find((option) => option.value === value);
          if (theme) change({ defaultTheme: theme.value });
        }}
        options={THEMES}
      />
      <Select
        label="Order ticket details"
        value={draft.tradeMode ?? saved.tradeMode}
        onChange={(value) => {
          const mode = MODES.find((option) => option.value === value);
          if (mode) change({ tradeMode: mode.value });
        }}
        options={MODES}
      />
      <InterestsField
        chosen={draft.interests ?? saved.interests}
        onChange={(interests) => change({ interests })}
      />
      <FormFoot
        action="Save settings"
        isBusy={false}
        progress={saving > 0 ? "Saving…" : ""}
        problem={problem}
      />
      <p role="status" className={css["said"]}>
        {saving > 0 ? "Saving…" : isSaved && Object.keys(draft).length === 0 ? "Saved." : ""}
      </p>
    </form>
  );
}
