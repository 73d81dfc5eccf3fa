import { useEngineNow } from "@/api/live";
import { formatDateTime, formatExact } from "@/domain/format";
import { isAreaConverted } from "@/domain/reader/area";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Prose } from "@/ui/page/page";
import { type Question, stageOf, timeline } from "./model/question";

/** How the question is decided, in full. */
export function QuestionRules({ question }: { readonly question: Question }) {
  return (
    <Prose>
      {question.description === "" ? null : <p>{question.description}</p>}
      <p>{question.rules}</p>
      {question.strike !== null && isAreaConverted() ? (
        <p>
          The question is decided in square feet: its target is $
          {formatExact(question.strike, "PriceE8")} per sq ft.
        </p>
      ) : null}
      <p>
        Correct contracts pay 100 points, the others nothing. The operator can correct a recorded
        value for 24 hours. Then contracts are paid, and that is final.
      </p>
      <p>
        A withdrawn question, or one without a value within 14 days, is void: YES pays the last
        traded price (50 without a trade) and NO the rest of 100. All times are index time.
      </p>
    </Prose>
  );
}

/** The result of a question, and its dates. */
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
          <FactLine label="Deciding value">
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
