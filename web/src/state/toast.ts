/**
 * Notices: what the toaster shows for seconds and the activity panel keeps. The toaster is a lazy
 * chunk, so what is said before it has mounted waits for it.
 */
import { create } from "zustand";

export type NoticeKind = "success" | "error" | "info" | "loading";

export interface NoticeOptions {
  /** A notice with a known id is the next step of that one. */
  readonly id?: string;
  readonly description?: string;
  readonly duration?: number;
  /** The transaction it is about. */
  readonly signature?: string;
  /** The exchange's code of a refusal. */
  readonly code?: string;
  /** A button on the notice while it is shown; the list does not keep it. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export interface NoticeStep {
  readonly atMs: number;
  readonly text: string;
}

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly signature: string | null;
  readonly code: string | null;
  /** Oldest first, the newest is what holds. */
  readonly steps: readonly NoticeStep[];
}

export const NOTICES_MAX = 50;
const STEPS_MAX = 8;
const STORAGE_KEY = "notices";

interface Notices {
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** Ids of the toasts that are new or changed since the list was last opened. */
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

/** What this tab said before it was reloaded; whether a command on its way arrived is not known. */
export function restoreNotices(text: string | null): readonly Notice[] {
  try {
    const rows: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(rows)) return [];
    return rows
      .filter(isNotice)
      .slice(0, NOTICES_MAX)
      .map((notice) => (notice.kind === "loading" ? { ...notice, kind: "info" } : notice));
  } catch {
    return [];
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function store(notices: readonly Notice[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(notices));
  } catch {
    // Not stored; the list holds until the page is closed.
  }
}

export const useNotices = create<Notices>()(() => ({
  notices: restoreNotices(stored()),
  unread: [],
  isRead: false,
}));

/** While the panel is open everything is read at once. */
export function readNotices(isRead: boolean): void {
  useNotices.setState({ isRead, unread: [] });
}

export function clearNotices(): void {
  store([]);
  useNotices.setState({ notices: [], unread: [] });
}

type Shown = Readonly<
  Record<NoticeKind, (title: string, options: NoticeOptions & { readonly id: string }) => unknown>
> & { readonly dismiss: (id: string) => unknown };

let toasterCame: (shown: Shown) => void = () => undefined;
const toaster = new Promise<Shown>((resolve) => {
  toasterCame = resolve;
});

/** Called by the toaster once it listens. */
export function connectToaster(shown: Shown): void {
  toasterCame(shown);
}

/** Stores and shows the list; what is not in it is not unread. */
function keep(notices: readonly Notice[], unread: readonly string[]): void {
  store(notices);
  const isKept = (id: string) => notices.some((notice) => notice.id === id);
  useNotices.setState({ notices, unread: unread.filter(isKept) });
}

let made = 0;

function say(kind: NoticeKind, title: string, options: NoticeOptions = {}): string {
  made += 1;
  const id = options.id ?? `notice-${Date.now()}-${made}`;
  const { notices, isRead, unread } = useNotices.getState();
  const isNew = kind !== "loading" && !isRead && !unread.includes(id);
  const next = foldNotice(notices, kind, title, { ...options, id }, Date.now());
  keep(next, isNew ? [...unread, id] : unread);
  void toaster.then((shown) => shown[kind](title, { ...options, id }));
  return id;
}

export const toast = {
  success: (title: string, options?: NoticeOptions) => say("success", title, options),
  error: (title: string, options?: NoticeOptions) => say("error", title, options),
  info: (title: string, options?: NoticeOptions) => say("info", title, options),
  loading: (title: string, options?: NoticeOptions) => say("loading", title, options),
  /** Takes back a notice that waited for something which has come. */
  dismiss: (id: string) => {
    const { notices, unread } = useNotices.getState();
    keep(
      notices.filter((notice) => notice.id !== id),
      unread,
    );
    void toaster.then((shown) => shown.dismiss(id));
  },
};
