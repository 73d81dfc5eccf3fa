import { useEffect } from "react";
import { clearNotices, type Notice, type NoticeKind, readNotices, useNotices } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/panel";
import { Sheet } from "@/ui/sheet";
import { Signature } from "@/ui/signature";
import css from "./dialogs.module.css";

const WORDS: Readonly<Record<NoticeKind, string>> = {
  success: "Done",
  error: "Not done",
  info: "Note",
  loading: "On its way",
};

/** What was said in this tab, newest first, with the steps of each command and its transaction. */
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
        <Empty title="Nothing has happened yet">
          What you send and what becomes of it is listed here until this tab is closed.
        </Empty>
      ) : (
        <>
          <ol className={css["actList"]} aria-label="Notices, newest first">
            {notices.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ol>
          <div className={css["actFoot"]}>
            <Button size="small" onClick={clearNotices}>
              Clear the list
            </Button>
            {hasWallet ? (
              <span>Every command for good: Portfolio, Commands. This list is of this tab.</span>
            ) : null}
          </div>
        </>
      )}
    </Sheet>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const last = notice.steps.at(-1);
  return (
    <li className={css["actItem"]} data-kind={notice.kind}>
      <div className={css["actHead"]}>
        <strong>{notice.title}</strong>
        <span className={css["actKind"]}>{WORDS[notice.kind]}</span>
      </div>
      <ol className={css["actSteps"]}>
        {notice.steps.map(({ atMs, text }) => (
          <li key={`${atMs} ${text}`}>
            <time className="figures" dateTime={new Date(atMs).toISOString()}>
              {clock.format(atMs)}
            </time>
            <span>{text === notice.title && notice.steps.length === 1 ? "Said" : text}</span>
          </li>
        ))}
      </ol>
      {notice.kind === "info" && last?.text.endsWith("…") ? (
        <p className="quiet">The page was reloaded meanwhile; the outcome is in your portfolio.</p>
      ) : null}
      {notice.code === null && notice.signature === null ? null : (
        <div className={css["actFacts"]}>
          {notice.code === null ? null : <code className="figures">{notice.code}</code>}
          {notice.signature === null ? null : <Signature signature={notice.signature} />}
        </div>
      )}
    </li>
  );
}
