import type { ReactNode } from "react";
import { ApiError } from "@/api/http";
import { useConnection } from "@/api/live";
import { Button } from "@/ui/button";
import { Empty as EmptyBox } from "./empty";
import css from "./panel.module.css";

interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly hideTitle?: boolean;
}

/** A region with a heading; panels touch, one-pixel seams between them. */
export function Panel({ title, actions, children, className, hideTitle = false }: PanelProps) {
  return (
    <section className={`${css["panel"]} ${className ?? ""}`} aria-label={title}>
      {hideTitle ? (
        <h2 className="visually-hidden">{title}</h2>
      ) : (
        <header className={css["head"]}>
          <h2 className={css["title"]}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** Placeholder widths, all different so that they serve as keys. */
const WIDTHS = [88, 65, 82, 59, 76, 53, 90, 67, 84, 61, 78, 55];

export function Loading({ label, lines = 3 }: { readonly label: string; readonly lines?: number }) {
  return (
    <div className={css["loading"]} role="status">
      <span className="visually-hidden">Loading {label}</span>
      {WIDTHS.slice(0, lines).map((width) => (
        <span key={width} className={css["skeleton"]} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** `ui/empty` with its text as children. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return <EmptyBox title={title} text={children} />;
}

interface FailureProps {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export function Failure({ what, error, onRetry }: FailureProps) {
  const text = error instanceof ApiError ? error.humanText : "Something unexpected happened.";
  return (
    <div role="alert" className={css["failure"]}>
      <EmptyBox
        title={`${what} could not be loaded`}
        text={text}
        action={
          onRetry ? (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          ) : null
        }
      />
    </div>
  );
}

/** Shown above rows whose last refresh failed; hidden while the banner covers all data. */
export function StaleNote({ isStale }: { readonly isStale: boolean }) {
  const { state, lastTickAtMs } = useConnection();
  const isDown = state !== "open" && lastTickAtMs !== null;
  if (!isStale || isDown) return null;
  return (
    <p className={css["stale"]} role="status">
      Last refresh failed; these figures may be old.
    </p>
  );
}
