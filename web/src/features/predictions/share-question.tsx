import { formatDay } from "@/domain/format";
import { questionCard } from "@/ui/share/card";
import { ShareDialog } from "@/ui/share/share-dialog";
import { useCardNote } from "@/ui/share/use-card-note";
import { headlineOf, type LiveQuestion, pricesOf, type Question } from "./model/question";

export interface ShareQuestionProps {
  readonly title: string;
  readonly question: Question;
  readonly live: LiveQuestion | null;
  readonly onClose: () => void;
}

/** A picture of a question with its chance, or its outcome, and its prices. */
export function ShareQuestion({ title, question, live, onClose }: ShareQuestionProps) {
  const prices = pricesOf(live);
  const card = questionCard({
    question: title,
    label: question.outcome === null ? "Chance" : "Outcome",
    chance: headlineOf(question, live).figure,
    yes: `${prices.yes ?? "–"}`,
    no: `${prices.no ?? "–"}`,
    closes: formatDay(question.closesAt),
    note: useCardNote(),
  });
  return <ShareDialog card={card} onClose={onClose} />;
}
