import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, LocateFixed } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { readWalletKey, type WalletKey } from "@/api/find-wallet";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { shortAddress } from "@/domain/format";
import type { Username } from "@/generated/api";
import css from "@/ui/page/page.module.css";
import { Empty, Failure, Loading, StaleNote } from "@/ui/page/panel";
import { Button } from "../button";
import { type Column, DataTable, saveRows } from "./data-table";
import own from "./ranking.module.css";

const RANKING_PAGE = 50;
const REFRESH_MS = 15_000;
/** A file has at most so many rows: forty requests of the server's largest page. */
const FILE_PAGE = 500;
const FILE_ROWS_MAX = 20_000;

export interface Ranked {
  readonly user: string;
  readonly rank: number | null;
}

/** The names of an answer's wallets; null for one without. */
export function namesOf(usernames: readonly Username[]): (user: string) => Username | null {
  const names = new Map(usernames.map((name) => [name.user, name]));
  return (user) => names.get(user) ?? null;
}

export interface RankingPart<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** Engine time of the figures; null where the server does not say. */
  readonly updatedAt: number | null;
  readonly isFinal: boolean;
}

interface RankingProps<T extends Ranked> {
  readonly label: string;
  /** What the saved file is called, without its ending. */
  readonly file: string;
  readonly columns: readonly Column<T>[];
  readonly queryKey: readonly unknown[];
  readonly read: (offset: number, limit: number, signal?: AbortSignal) => Promise<RankingPart<T>>;
  /** The row of a wallet; null when it is not in the ranking. */
  readonly find: (key: Extract<WalletKey, { error: null }>) => Promise<Ranked | null>;
  /** The reader's wallet. */
  readonly address: string | null;
  readonly empty: ReactNode;
  readonly note: (part: RankingPart<T>) => ReactNode;
}

/** The page on which the row of a rank stands; those who share a rank may reach over its end. */
export function pageOfRank(rank: number): number {
  return Math.floor((rank - 1) / RANKING_PAGE);
}

/** A ranking in pages: a wallet can be searched for, one's own row is marked and can be jumped to. */
export function Ranking<T extends Ranked>(props: RankingProps<T>) {
  const { label, columns, queryKey, read, find, address, note } = props;
  const [page, setPage] = useState(0);
  const [marked, setMarked] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => read(page * RANKING_PAGE, RANKING_PAGE, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const failure = useQueryFailure(query);
  const { data } = query;
  useEffect(() => {
    if (marked === null || data === undefined) return;
    const row = box.current?.querySelector('tr[aria-current="true"]');
    row?.scrollIntoView?.({ block: "center" });
  }, [marked, data]);
  const goTo = (row: Ranked) => {
    setMarked(row.user);
    if (row.rank !== null) setPage(pageOfRank(row.rank));
  };
  if (failure) {
    return <Failure what={label} error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!data) return <Loading label={label.toLowerCase()} lines={8} />;
  if (data.total === 0) return <Empty title="No participants">{props.empty}</Empty>;
  return (
    <div ref={box}>
      <RankingTools {...{ find, address, goTo }} onSave={() => saveAll(props)} />
      <StaleNote isStale={query.isError} />
      <DataTable
        label={label}
        columns={columns}
        rows={data.rows}
        rowKey={(row) => row.user}
        isMarked={({ user }) => user === (marked ?? address)}
      />
      <div className={css["bar"]}>
        <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button
          size="small"
          disabled={(page + 1) * RANKING_PAGE >= data.total}
          onClick={() => setPage(page + 1)}
        >
          Next
        </Button>
        <span className="quiet">
          {page * RANKING_PAGE + 1} to {page * RANKING_PAGE + data.rows.length} of {data.total}
        </span>
        <span className={`quiet ${own["note"]}`}>{note(data)}</span>
      </div>
    </div>
  );
}

async function saveAll<T extends Ranked>({ file, columns, read }: RankingProps<T>) {
  const rows: T[] = [];
  for (let offset = 0; offset < FILE_ROWS_MAX; offset += FILE_PAGE) {
    const part = await read(offset, FILE_PAGE);
    rows.push(...part.rows);
    if (offset + FILE_PAGE >= part.total) break;
  }
  saveRows(file, columns, rows);
}

interface ToolsProps {
  readonly find: (key: Extract<WalletKey, { error: null }>) => Promise<Ranked | null>;
  readonly address: string | null;
  readonly goTo: (row: Ranked) => void;
  readonly onSave: () => Promise<void>;
}

function RankingTools({ find, address, goTo, onSave }: ToolsProps) {
  const [text, setText] = useState("");
  const [status, setStatus] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (act: () => Promise<string>) => {
    setIsBusy(true);
    setStatus(await act().catch(explain));
    setIsBusy(false);
  };
  const search = async (typed: string, name: string) => {
    const key = readWalletKey(typed);
    if (key.error !== null) return key.error;
    const row = await find(key);
    if (row === null || row.rank === null) return `${name} is not in this ranking.`;
    goTo(row);
    return `Rank ${row.rank}: ${name}${key.isAddress ? "" : ` (${shortAddress(row.user)})`}.`;
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = text.trim();
    void attempt(() => search(typed, typed.length > 20 ? shortAddress(typed) : typed));
  };
  return (
    <div className={css["bar"]}>
      <form className={own["search"]} onSubmit={onSubmit}>
        <input
          aria-label="Search by address or username"
          placeholder="Address or username"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" size="small" disabled={isBusy}>
          Find
        </Button>
      </form>
      {address === null ? null : (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void attempt(() => search(address, "Your wallet"))}
        >
          <LocateFixed size={14} aria-hidden="true" /> My row
        </Button>
      )}
      <Button
        size="small"
        disabled={isBusy}
        onClick={() =>
          void attempt(async () => {
            await onSave();
            return "";
          })
        }
      >
        <Download size={14} aria-hidden="true" /> Save as CSV
      </Button>
      <span role="status" className={own["status"]}>
        {status}
      </span>
    </div>
  );
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something unexpected happened.";
  return error.status === 404 ? "No user has this name." : error.humanText;
}

interface RankedWalletProps {
  readonly row: { readonly user: string; readonly name: Username | null };
  readonly address: string | null;
}

/** A wallet in a ranking: its username or address, tagged if it is a demo bot or the reader's. */
export function RankedWallet({ row: { user, name }, address }: RankedWalletProps) {
  return (
    <span title={user}>
      {name === null ? (
        <span className="figures">{shortAddress(user)}</span>
      ) : (
        <span className={own["name"]}>{name.username}</span>
      )}
      {name?.isDemo ? <span className={own["demo"]}>demo</span> : null}
      {user === address ? <strong className={own["you"]}>You</strong> : null}
    </span>
  );
}
