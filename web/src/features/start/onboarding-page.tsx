import { Link } from "@tanstack/react-router";
import { useExampleMarket } from "@/state/use-example-market";
import { Page } from "@/ui/page/page";
import { Loading } from "@/ui/page/panel";
import { LessonCards } from "./lesson-cards";
import { RiskConfirmation } from "./risk-confirmation";
import css from "./start.module.css";

/** Three cards to try before connecting, then the confirmation of the risks. */
export function OnboardingPage() {
  const example = useExampleMarket();
  const where = example === null ? "a market" : example.market.name;
  return (
    <Page
      title="How Acre works"
      lead={`Move the sliders. The examples use today's figures of ${where}, without price impact.`}
      actions={<Link to="/learn">Learn more</Link>}
    >
      {example ? (
        <LessonCards {...example} />
      ) : (
        <div className={css["end"]}>
          <Loading label="the examples" lines={8} />
        </div>
      )}
      <RiskConfirmation />
    </Page>
  );
}
