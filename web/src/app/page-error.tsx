import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@/ui/button";
import css from "./message-page.module.css";
import { failureDetails, isMissingPart } from "./page-failure";

/** A page that broke, or a part of it that a newer version has replaced. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [at] = useState(() => new Date());
  const [isCopied, setIsCopied] = useState(false);
  const isOld = isMissingPart(error);
  const details = failureDetails(error, window.location.pathname, at, navigator.userAgent);
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  const copy = async () => {
    await navigator.clipboard.writeText(details).catch(() => undefined);
    setIsCopied(true);
  };
  return (
    <main className={css["page"]}>
      <title>Error · Acre</title>
      <h1 className={css["title"]}>{isOld ? "Acre was updated" : "This page stopped working"}</h1>
      <p className={css["text"]}>
        {isOld
          ? "This page needs the new version, or its download was interrupted."
          : "Your positions and funds are safe: only this page failed."}
      </p>
      <div className={css["actions"]}>
        <Button
          look={isOld ? "accent" : "plain"}
          size="large"
          onClick={() => window.location.reload()}
        >
          Reload the page
        </Button>
        <Button look={isOld ? "plain" : "accent"} size="large" onClick={tryAgain}>
          Try again
        </Button>
      </div>
      <details className={css["details"]}>
        <summary>Error details</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
        <pre tabIndex={0}>{details}</pre>
        <Button size="small" onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </details>
    </main>
  );
}
