import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Share2 } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { userKey } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime, shortAddress } from "@/domain/format";
import { parsePoints } from "@/domain/parse";
import type { ReferralUser } from "@/generated/api";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Cell, Figure, Figures, Prose, Row } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { makeCode, referralsQuery } from "./api";
import { checkNewCode, referralLink } from "./model/referral-code";
import { keepCode, pendingCode } from "./pending-code";
import css from "./points.module.css";
import { UseCodeForm } from "./use-code-form";

/** The wallet's code and its link, its referrals, and the code that it used. */
export function Referrals({ address }: { readonly address: string }) {
  const query = useQuery(referralsQuery(address));
  const failure = useQueryFailure(query);
  const { data, isError, refetch } = query;
  if (failure) return <Failure what="Referrals" error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="referrals" />;
  return (
    <>
      <StaleNote isStale={isError} />
      <Figures label="Your referrals in figures">
        <Figure label="Referrals">
          <span className="figures">{data.referredCount}</span>
        </Figure>
        <Figure label="Referral points" note="all seasons">
          <Amount value={parsePoints(data.referralPoints)} kind="PointsE6" />
        </Figure>
        <Figure
          label="Code you used"
          note={data.referredAt === null ? "none" : formatDateTime(data.referredAt)}
        >
          {data.referredByCode ?? "–"}
        </Figure>
      </Figures>
      <Row>
        <Cell span={4}>
          <Panel title="Your code">
            {data.code === null ? (
              <NewCode address={address} isParticipating={data.participatedAt !== null} />
            ) : (
              <YourCode code={data.code} />
            )}
          </Panel>
        </Cell>
        <Cell span={4}>
          <Panel title="Your referrals">
            <Referees referees={data.referralList} />
          </Panel>
        </Cell>
        <Cell span={4}>
          <Panel title="Code you used">
            <UsedCode address={address} known={data} />
          </Panel>
        </Cell>
      </Row>
    </>
  );
}

interface NewCodeProps {
  readonly address: string;
  readonly isParticipating: boolean;
}

function NewCode({ address, isParticipating }: NewCodeProps) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: (code: string) => makeCode(address, code),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey(address) }),
  });
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = checkNewCode(text);
    setError(checked.error);
    if (checked.code !== null) make.mutate(checked.code);
  };
  if (!isParticipating) {
    return <Empty title="No code yet">Join to get your code.</Empty>;
  }
  return (
    <form className={form["form"]} onSubmit={onSubmit}>
      <TextField
        label="Your new code"
        value={text}
        onChange={(typed) => {
          setText(typed);
          setError(null);
          make.reset();
        }}
        error={error}
        isDisabled={make.isPending}
        hint={
          <p className={form["hint"]}>3 to 20 letters, digits, - or _. You cannot change it.</p>
        }
      />
      <FormFoot
        action="Create code"
        isBusy={make.isPending}
        progress="Creating…"
        problem={make.error ? problemText(make.error) : null}
      />
    </form>
  );
}

function problemText(error: Error): string {
  return error instanceof ApiError ? error.humanText : error.message;
}

function YourCode({ code }: { readonly code: string }) {
  const [status, setStatus] = useState("");
  const link = referralLink(location.origin, code);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setStatus("Link copied.");
    } catch {
      setStatus("Copying is not allowed here. Select the link above.");
    }
  };
  const share = () => {
    // Closing the sheet is no failure.
    navigator.share({ title: "Acre", url: link }).catch(() => undefined);
  };
  return (
    <Prose>
      <p className={css["code"]}>{code}</p>
      <input
        className={css["link"]}
        aria-label="Link with your code"
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className={css["buttons"]}>
        <Button look="accent" onClick={() => void copy()}>
          <Copy size={14} aria-hidden="true" /> Copy link
        </Button>
        {typeof navigator.share === "function" ? (
          <Button onClick={share}>
            <Share2 size={14} aria-hidden="true" /> Share
          </Button>
        ) : null}
        <span role="status">{status}</span>
      </div>
      <p>You get 10% of the base points of users of your code.</p>
    </Prose>
  );
}

interface Referee {
  readonly number: number;
  readonly address: string;
}

const REFEREE_COLUMNS: readonly Column<Referee>[] = [
  { head: "No.", cell: ({ number }) => <span className="figures">{number}</span> },
  {
    head: "Wallet",
    isText: true,
    cell: ({ address }) => (
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>
    ),
  },
];

function Referees({ referees }: { readonly referees: readonly string[] }) {
  if (referees.length === 0) return <Empty title="No referrals yet">Share your link.</Empty>;
  return (
    <div className={css["scroll"]}>
      <DataTable
        label="Wallets that used your code"
        columns={REFEREE_COLUMNS}
        rows={referees.map((address, index) => ({ number: index + 1, address }))}
        rowKey={({ address }) => address}
      />
    </div>
  );
}

function UsedCode({ address, known }: { readonly address: string; readonly known: ReferralUser }) {
  if (known.referredByCode !== null && known.referredBy !== null) {
    return (
      <Prose>
        <p>
          You used <strong>{known.referredByCode}</strong> of{" "}
          <span className="figures" title={known.referredBy}>
            {shortAddress(known.referredBy)}
          </span>
          . Your boost is 5%.
        </p>
      </Prose>
    );
  }
  return (
    <UseCodeForm
      address={address}
      ownCode={known.code}
      initial={pendingCode() ?? ""}
      onUsed={() => keepCode(null)}
    />
  );
}
