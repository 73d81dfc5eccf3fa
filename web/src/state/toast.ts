/**
 * Notices: the toaster shows each for some seconds, the activity panel keeps the newest. The toaster
 * is a lazy chunk: notices that come before it has mounted wait for it.
 */
import { create } from "zustand";

export type NoticeKind = "success" | "error" | "info" | "loading";

/** A button, or a link to a page of the app. Only the toast has it; the list does not keep it. */
export type NoticeAction = { readonly label: string } & (
  | { readonly onClick: () => void }
  | { readonly to: string; readonly onClick?: () => void }
);

export interface NoticeOptions {
  /** A notice with a known id is the next step of that one. */
  readonly id?: string;
  readonly description?: string;
  /** Milliseconds on screen. */
  readonly duration?: number;
  /** What the user asked for, such as "Open long AUS"; for tests and screen readers. */
  readonly command?: string;
  /** The transaction it is about. */
  readonly signature?: string;
  /** The exchange's code of a refusal. */
  readonly code?: string;
  readonly actions?: readonly NoticeAction[];
}

/** What came of an order or command that the server has answered. */
export interface Result extends Omit<NoticeOptions, "description"> {
  /** One sentence with the facts: "Bought 28.6 sq ft of Austin at $103.23, fee $3.72". */
  readonly title: string;
  /** A second, quieter line. */
  readonly text?: string;
  readonly tone: "success" | "error" | "info";
}

export interface NoticeStep {
  readonly atMs: number;
  readonly text: string;
}

export interface Notice {
  readonly id: string;
  /** unknown: it was loading when the page was reloaded. */
  readonly kind: NoticeKind | "unknown";
  readonly title: string;
  readonly command: string | null;
  readonly signature: string | null;
  readonly code: string | null;
  /** Oldest first, the newest is what holds. */
  readonly steps: readonly NoticeStep[];
}

export const NOTICES_MAX = 50;
const STEPS_MAX = 8;
const STORAGE_KEY = "notices";
const UNREAD_KEY = "notices-unread";

interface Notices {
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** Ids of the notices that are new or changed since the list was last opened. */
  readonly unread: readonly string[];
  readonly isRead: boolean;
}

/** Folds a notice in; one with a known id keeps its place in time and gains a step. */
export function foldNotice(
  known: readonly Notice[],
  kind: NoticeKind,
  title: string,
  options: NoticeOptions & { readonly id: string },
  atMs: number,
): readonly Notice[] {
  const before = known.find(({ id }) => id === options.id);
  const step = { atMs, text: options.description ?? title };
  const steps =
    before?.steps.at(-1)?.text === step.text ? before.steps : [...(before?.steps ?? []), step];
  const notice: Notice = {
    id: options.id,
    kind,
    title,
    command: options.command ?? before?.command ?? null,
    signature: options.signature ?? before?.signature ?? null,
    code: options.code ?? null,
    steps: steps.slice(-STEPS_MAX),
  };
  return [notice, ...known.filter(({ id }) => id !== notice.id)].slice(0, NOTICES_MAX);
}

function isNotice(value: unknown): value is Notice {
  const notice = value as Partial<Notice> | null;
  return (
    typeof notice?.id === "string" &&
    typeof notice.title === "string" &&
    Array.isArray(notice.steps) &&
    notice.steps.length > 0
  );
}

/** The notices of this tab before its reload; whether a pending command arrived is not known. */
export function restoreNotices(text: string | null): readonly Notice[] {
  try {
    const rows: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(rows)) return [];
    return rows
      .filter(isNotice)
      .slice(0, NOTICES_MAX)
      .map((notice) => (notice.kind === "loading" ? { ...notice, kind: "unknown" } : notice));
  } catch {
    return [];
  }
}

/** The ids that were unread before the reload; those of unknown notices are dropped. */
export function restoreUnread(text: string | null, notices: readonly Notice[]): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(ids)) return [];
    return notices.map(({ id }) => id).filter((id) => ids.includes(id));
  } catch {
    return [];
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not stored; the list holds until the page is closed.
  }
}

function firstNotices(): Notices {
  const notices = restoreNotices(stored(STORAGE_KEY));
  return { notices, unread: restoreUnread(stored(UNREAD_KEY), notices), isRead: false };
}

export const useNotices = create<Notices>()(firstNotices);

/** While the panel is open everything is read at once. */
export function readNotices(isRead: boolean): void {
  store(UNREAD_KEY, []);
  useNotices.setState({ isRead, unread: [] });
}

export function clearNotices(): void {
  keep([], []);
}

/** Whether the list has a notice with this id. */
export function isNoted(id: string): boolean {
  return useNotices.getState().notices.some((notice) => notice.id === id);
}

export type ShownNotice = NoticeOptions & { readonly id: string };
export type Shown = Readonly<
  Record<NoticeKind, (title: string, options: ShownNotice) => unknown>
> & { readonly dismiss: (id: string) => unknown };

type Show = (shown: Shown) => void;

let toaster: Shown | null = null;
const WAITING_MAX = 6;
/** What to show once there is a toaster: the newest. */
const waiting: Show[] = [];

function show(one: Show): void {
  if (toaster !== null) one(toaster);
  else if (waiting.push(one) > WAITING_MAX) waiting.shift();
}

/** Called by the toaster once it listens; returns its end. */
export function connectToaster(shown: Shown): () => void {
  toaster = shown;
  for (const one of waiting.splice(0)) one(shown);
  return () => {
    if (toaster === shown) toaster = null;
  };
}

/** Stores and shows the list; what is not in it is not unread. */
function keep(notices: readonly Notice[], unread: readonly string[]): void {
  const isKept = (id: string) => notices.some((notice) => notice.id === id);
  const keptUnread = unread.filter(isKept);
  store(STORAGE_KEY, notices);
  store(UNREAD_KEY, keptUnread);
  useNotices.setState({ notices, unread: keptUnread });
}

let made = 0;

function note(kind: NoticeKind, title: string, options: NoticeOptions = {}): string {
  made += 1;
  const id = options.id ?? `notice-${Date.now()}-${made}`;
  const { notices, isRead, unread } = useNotices.getState();
  const isNew = kind !== "loading" && !isRead && !unread.includes(id);
  const next = foldNotice(notices, kind, title, { ...options, id }, Date.now());
  keep(next, isNew ? [...unread, id] : unread);
  show((shown) => shown[kind](title, { ...options, id }));
  return id;
}

export const toast = {
  success: (title: string, options?: NoticeOptions) => note("success", title, options),
  error: (title: string, options?: NoticeOptions) => note("error", title, options),
  info: (title: string, options?: NoticeOptions) => note("info", title, options),
  loading: (title: string, options?: NoticeOptions) => note("loading", title, options),
  /** Takes back a notice that waited for something which has come. */
  dismiss: (id: string) => {
    const { notices, unread } = useNotices.getState();
    keep(
      notices.filter((notice) => notice.id !== id),
      unread,
    );
    show((shown) => shown.dismiss(id));
  },
};

const RESULT_MS: Readonly<Record<Result["tone"], number>> = {
  success: 8_000,
  info: 5_000,
  error: 12_000,
};

/** Shows and keeps a result; returns its id. Call it only with what the server has said. */
export function showResult({ title, text, tone, ...options }: Result): string {
  return note(tone, title, {
    duration: RESULT_MS[tone],
    ...options,
    ...(text !== undefined && { description: text }),
  });
}
