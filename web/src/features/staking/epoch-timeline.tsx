import { useQuery } from "@tanstack/react-query";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { epochQuery, stakeQuery } from "./api";
import css from "./epoch-timeline.module.css";
import { type EpochStep, epochSteps } from "./model/stake";

/** The running epoch with its progress, the coming ones, and what each does to the stake. */
export function EpochTimeline({ address }: { readonly address: string | null }) {
  const query = useQuery(epochQuery);
  const { data: stake } = useQuery({ ...stakeQuery(address ?? ""), enabled: address !== null });
  const failure = useQueryFailure(query);
  if (failure) {
    return (
      <Panel title="Epochs">
        <Failure what="The epochs" error={failure} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (!query.data) {
    return (
      <Panel title="Epochs">
        <Loading label="epochs" lines={5} />
      </Panel>
    );
  }
  const steps = epochSteps(query.data, stake ?? null);
  return (
    <Panel title="Epochs">
      <Progress start={query.data.start} end={query.data.end} epoch={query.data.epoch} />
      <ol className={css["steps"]}>
        {steps.map((step, ahead) => (
          <Step key={step.epoch} step={step} isNow={ahead === 0} hasStake={address !== null} />
        ))}
      </ol>
    </Panel>
  );
}

interface ProgressProps {
  readonly epoch: number;
  readonly start: number;
  readonly end: number;
}

function Progress({ epoch, start, end }: ProgressProps) {
  const nowS = useEngineNow() ?? start;
  const done = Math.min(1, Math.max(0, (nowS - start) / (end - start)));
  return (
    <div className={css["progress"]}>
      <p>
        Epoch <strong className="figures">{epoch}</strong> ends in{" "}
        <strong>
          <Countdown untilS={end} />
        </strong>
      </p>
      <div
        className={css["track"]}
        role="progressbar"
        aria-label={`Epoch ${epoch}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(done * 100)}
      >
        <span style={{ width: `${done * 100}%` }} />
      </div>
    </div>
  );
}

interface StepProps {
  readonly step: EpochStep;
  readonly isNow: boolean;
  readonly hasStake: boolean;
}

function Step({ step, isNow, hasStake }: StepProps) {
  return (
    <li className={css["step"]} aria-current={isNow ? "step" : undefined}>
      <div className={css["head"]}>
        <span className="figures">Epoch {step.epoch}</span>
        <span className="quiet">
          {isNow ? "now" : <Countdown untilS={step.startS} />}
          <br />
          from {formatDateTime(step.startS)}
        </span>
      </div>
      <ul className={css["changes"]}>
        {step.changes.map(({ amount, says }) => (
          <li key={says}>
            <Amount value={amount} kind="TokenE6" unit="ACRE" /> {says}
          </li>
        ))}
        {step.changes.length === 0 && hasStake ? (
          <li className="quiet">{isNow ? "Current" : "–"}</li>
        ) : null}
      </ul>
    </li>
  );
}
