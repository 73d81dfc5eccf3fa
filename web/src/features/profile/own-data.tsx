import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/api/http";
import { saveFile } from "@/domain/csv";
import { onboardingQuery } from "@/state/onboarding";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { communicationQuery, sessionsQuery, settingsQuery, shownAccountsQuery } from "./api";

/** The profile as a file. */
export function OwnData({ address }: { readonly address: string }) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setProblem(null);
    try {
      const [settings, communicationMethods, onboarding, shownMarginAccountIds, list] =
        await Promise.all([
          queryClient.fetchQuery(settingsQuery(address)),
          queryClient.fetchQuery(communicationQuery(address)),
          queryClient.fetchQuery(onboardingQuery(address)),
          queryClient.fetchQuery(shownAccountsQuery(address)),
          queryClient.fetchQuery(sessionsQuery(address)),
        ]);
      const { sessions } = list;
      const own = { settings, communicationMethods, onboarding, shownMarginAccountIds, sessions };
      const all = { address, ...own };
      saveFile("acre-profile.json", JSON.stringify(all, null, 2), "application/json");
    } catch (error) {
      setProblem(
        error instanceof ApiError ? error.humanText : "Could not load your data. Try again.",
      );
    }
  };
  return (
    <Panel title="Your data">
      <Prose>
        <p>
          Your profile as the server stores it. Trades, transfers and commands: see{" "}
          <Link to="/portfolio">Portfolio</Link>.
        </p>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </Prose>
      <Bar>
        <Button onClick={() => void save()}>
          <Download size={14} aria-hidden="true" /> Save as JSON
        </Button>
      </Bar>
    </Panel>
  );
}
