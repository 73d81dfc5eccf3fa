import { ChevronRight, CircleAlert, CircleCheck, Info, LoaderCircle } from "lucide-react";
import { useEffect } from "react";
import { clearNotices, type Notice, readNotices, useNotices } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/page/empty";
import { Sheet } from "@/ui/page/sheet";
import { Signature } from "@/ui/wallet/signature";
import css from "./activity-panel.module.css";

const STATES = {
  success: { word: "Done", Icon: CircleCheck },
  error: { word: "Failed", Icon: CircleAlert },
  info: { word: "Notice", Icon: Info },
  loading: { word: "Pending", Icon: LoaderCircle },
  unknown: { word: "Unknown", Icon: Info },
} as const;

/** The notices of this tab, newest first by day: one line each, with steps and transaction inside. */
export function ActivityPanel({ onClose }: { readonly onClose: () => void }) {
  const notices = useNotices((state) => state.notices);
  const hasWallet = useWallet((state) => state.session.address !== null);
  useEffect(() => {
    readNotices(true);
    return () => readNotices(false);
  }, []);
  return (
    <Sheet title="Activity" from="right" open onOpenChange={(open) => !open && onClose()}>
      {notices.length === 0 ? (
        <Empty title="No activity yet" text="Orders, transfers and notices appear here." />
      ) : (
        <>
          {byDay(notices).map(({ day, rows }) => (
            <section key={day} aria-label={day}>
              <h3 className={css["day"]}>{day}</h3>
              <ol>
                {rows.map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} />
                ))}
              </ol>
            </section>
          ))}
          <div className={css["foot"]}>
            <Button size="small" onClick={clearNotices}>
              Clear
            </Button>
            <span>{hasWallet ? "Only this tab. Full history: Portfolio." : "Only this tab."}</span>
          </div>
        </>
      )}
    </Sheet>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const days = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  month: "short",
  day: "numeric",
});

/** When a notice last changed, in wall time. */
const timeOf = ({ steps }: Notice) => steps.at(-1)?.atMs ?? 0;

function dayOf(atMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date().toDateString();
  return isToday ? "Today" : days.format(atMs);
}

interface Day {
  readonly day: string;
  readonly rows: readonly Notice[];
}

function byDay(notices: readonly Notice[]): readonly Day[] {
  const groups = new Map<string, Notice[]>();
  for (const notice of notices) {
    const day = dayOf(timeOf(notice));
    groups.set(day, [...(groups.get(day) ?? []), notice]);
  }
  return [...groups].map(([day, rows]) => ({ day, rows }));
}

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const { word, Icon } = STATES[notice.kind];
  const atMs = timeOf(notice);
  return (
    <li data-kind={notice.kind} className={css["item"]}>
      <details>
        <summary className={css["line"]}>
          <Icon size={16} className={css["icon"]} aria-hidden="true" />
          <span className={css["title"]}>
            <span className="visually-hidden">{word}: </span>
            {notice.title}
          </span>
          <time className={css["time"]} dateTime={new Date(atMs).toISOString()}>
            {clock.format(atMs)}
          </time>
          <ChevronRight size={14} className={css["chevron"]} aria-hidden="true" />
        </summary>
        <NoticeDetails notice={notice} />
      </details>
    </li>
  );
}

function NoticeDetails({ notice }: { readonly notice: Notice }) {
  return (
    <div className={css["details"]}>
      {notice.command === null || notice.command === notice.title ? null : <p>{notice.command}</p>}
      <ol className={css["steps"]}>
        {notice.steps.map(({ atMs, text }) => (
          <li key={`${atMs} ${text}`}>
            <time dateTime={new Date(atMs).toISOString()}>{seconds.format(atMs)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {notice.kind === "unknown" ? (
        <p>The page was reloaded before the answer. See Portfolio for the result.</p>
      ) : null}
      {notice.code === null && notice.signature === null ? null : (
        <p className={css["facts"]}>
          {notice.signature === null ? null : (
            <Signature signature={notice.signature} label="Explorer" />
          )}
          {notice.code === null ? null : <code>{notice.code}</code>}
        </p>
      )}
    </div>
  );
}
