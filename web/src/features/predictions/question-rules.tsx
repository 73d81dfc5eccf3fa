import { useEngineNow } from "@/api/live";
import { formatDateTime } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import { Prose } from "@/ui/page";
import { type Question, stageOf, timeline } from "./model/question";

/** How the question is decided, in full. */
export function QuestionRules({ question }: { readonly question: Question }) {
  return (
    <Prose>
      {question.description === "" ? null : <p>{question.description}</p>}
      <p>{question.rules}</p>
      <p>
        A contract of the right side is paid 100 points, one of the other side nothing. After the
        value is recorded there are 24 hours in which the operator may correct it; then it is paid
        and final. If the question is withdrawn, or no value comes within 14 days, it is void: YES
        is paid the last traded price (50 if nothing was traded) and NO the rest of 100. Index time
        is meant everywhere.
      </p>
    </Prose>
  );
}

/** What decided the question, and where it stands in its life. */
export function QuestionTimeline({ question }: { readonly question: Question }) {
  const nowS = useEngineNow();
  const stage = stageOf(question);
  const { resolution } = question;
  return (
    <>
      <Prose>
        <p>
          <strong>{stage.name}.</strong> {stage.text}
        </p>
      </Prose>
      {resolution === null ? null : (
        <Facts>
          <FactLine label="Recorded outcome">{resolution.outcome.toUpperCase()}</FactLine>
          <FactLine label="Value that decides">
            <Amount value={resolution.value} kind="PriceE8" unit="USD" />
          </FactLine>
        </Facts>
      )}
      <Facts>
        {timeline(question, nowS).map(({ name, atS, isPast }) => (
          <FactLine key={name} label={isPast ? `✓ ${name}` : name}>
            <span className="figures quiet">{formatDateTime(atS)}</span>
            {isPast ? null : (
              <>
                {", in "}
                <Countdown untilS={atS} />
              </>
            )}
          </FactLine>
        ))}
      </Facts>
    </>
  );
}
