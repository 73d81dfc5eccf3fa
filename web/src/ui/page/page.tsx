import type { CSSProperties, ReactNode } from "react";
import { Stat } from "@/ui/figures/stat";
import css from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** One or two sentences that say what the page is for. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** A small picture before the heading; decorative. */
  readonly mark?: ReactNode;
  /** Uses the whole width of the window; others are at most `--page-width` wide. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A page: its heading, what it is for, and panels below. The document's title is the heading. */
export function Page({ title, lead, actions, mark, isWide = false, children }: PageProps) {
  return (
    <main className={css["page"]} data-wide={isWide}>
      <title>{`${title} · Acre`}</title>
      <header className={css["head"]}>
        {mark}
        <h1 className={css["title"]}>{title}</h1>
        {actions ? <div className={css["actions"]}>{actions}</div> : null}
        {lead ? <p className={css["lead"]}>{lead}</p> : null}
      </header>
      {children}
      <div className={css["fill"]} />
    </main>
  );
}

/** A row of panels on a grid of twelve columns; one under the other below 1024 px. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={css["row"]}>{children}</div>;
}

/** A part of a row, `span` of its twelve columns wide. */
export function Cell({ span, children }: { readonly span: number; readonly children: ReactNode }) {
  return (
    <div style={{ "--span": `span ${span}`, display: "grid", gap: 1 } as CSSProperties}>
      {children}
    </div>
  );
}

/** `Stats` by its earlier name. */
export { Stats as Figures } from "@/ui/figures/stat";

interface FigureProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** `Stat` with its value as children. */
export function Figure({ label, note, children }: FigureProps) {
  return <Stat label={label} value={children} note={note} />;
}

/** Running text inside a panel. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={css["prose"]}>{children}</div>;
}

/** Panels below each other with seams between them, for example in a cell. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css["stack"]}>{children}</div>;
}

/** A line of controls above a panel's content. */
export function Bar({ children }: { readonly children: ReactNode }) {
  return <div className={css["bar"]}>{children}</div>;
}
