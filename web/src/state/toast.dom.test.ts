import { beforeEach, expect, it, vi } from "vitest";
import {
  clearNotices,
  connectToaster,
  foldNotice,
  NOTICES_MAX,
  type Notice,
  readNotices,
  restoreNotices,
  restoreUnread,
  showResult,
  toast,
  useNotices,
} from "./toast";

beforeEach(() => {
  readNotices(false);
  clearNotices();
});

it("keeps the steps of one command as one notice", () => {
  toast.loading("Open long", { id: "c", description: "Sending to the chain…" });
  toast.loading("Open long", { id: "c", description: "Sending to the chain…" });
  toast.loading("Open long", { id: "c", description: "Confirmed, awaiting the exchange…" });
  toast.error("Open long: not done", {
    id: "c",
    description: "Refused",
    signature: "sig",
    code: "SLIPPAGE_EXCEEDED",
  });
  const [notice, ...rest] = useNotices.getState().notices;
  expect(rest).toEqual([]);
  expect(notice?.steps.map(({ text }) => text)).toEqual([
    "Sending to the chain…",
    "Confirmed, awaiting the exchange…",
    "Refused",
  ]);
  expect(notice).toMatchObject({ kind: "error", signature: "sig", code: "SLIPPAGE_EXCEEDED" });
  expect(useNotices.getState().unread).toEqual(["c"]);
});

it("counts nothing as unread while the panel is open", () => {
  readNotices(true);
  toast.info("Copied");
  expect(useNotices.getState().unread).toEqual([]);
});

it("counts a notice once, and not after it was taken back or has left the list", () => {
  toast.info("Signed out", { id: "a" });
  toast.error("Signed out again", { id: "a" });
  toast.info("Copied", { id: "b" });
  expect(useNotices.getState().unread).toEqual(["a", "b"]);
  toast.dismiss("a");
  expect(useNotices.getState().unread).toEqual(["b"]);
  for (let at = 0; at < NOTICES_MAX; at += 1) toast.info("Later", { id: `later-${at}` });
  expect(useNotices.getState().unread).toHaveLength(NOTICES_MAX);
  expect(useNotices.getState().unread).not.toContain("b");
});

it("holds a bounded number, newest first", () => {
  let notices: readonly Notice[] = [];
  for (let at = 0; at < NOTICES_MAX + 5; at += 1) {
    notices = foldNotice(notices, "info", `n${at}`, { id: `n${at}` }, at);
  }
  expect(notices).toHaveLength(NOTICES_MAX);
  expect(notices[0]?.title).toBe(`n${NOTICES_MAX + 4}`);
});

it("restores what the tab said, and does not claim that a command is still on its way", () => {
  toast.loading("Deposit", { id: "d", description: "Sending to the chain…" });
  const [notice] = restoreNotices(sessionStorage.getItem("notices"));
  expect(notice).toMatchObject({ title: "Deposit", kind: "unknown" });
  expect(restoreNotices("{")).toEqual([]);
  expect(restoreNotices('[{"id":1},null]')).toEqual([]);
});

it("shows the notices from before the toaster came, and none after it has gone", () => {
  const shown = {
    success: vi.fn(),
    error: vi.fn(),
    info: vi.fn(),
    loading: vi.fn(),
    dismiss: vi.fn(),
  };
  toast.success("Early", { id: "e" });
  const disconnect = connectToaster(shown);
  expect(shown.success).toHaveBeenCalledWith("Early", { id: "e" });
  disconnect();
  shown.info.mockClear();
  toast.info("Late");
  expect(shown.info).not.toHaveBeenCalled();
});

it("shows a result as the last step of its command, with its facts", () => {
  const actions = [{ label: "View", to: "/portfolio" }];
  toast.loading("Open long AUS", { id: "r", command: "Open long AUS", description: "Sending…" });
  showResult({
    id: "r",
    tone: "success",
    title: "Bought",
    text: "Fee $1",
    signature: "s",
    actions,
  });
  const [notice] = useNotices.getState().notices;
  expect(notice).toMatchObject({ kind: "success", title: "Bought", command: "Open long AUS" });
  expect(notice?.signature).toBe("s");
  expect(notice?.steps.map(({ text }) => text)).toEqual(["Sending…", "Fee $1"]);
});

it("remembers the unread notices over a reload, without those that left the list", () => {
  toast.info("Copied", { id: "a" });
  toast.info("Signed in", { id: "b" });
  const notices = restoreNotices(sessionStorage.getItem("notices"));
  const text = sessionStorage.getItem("notices-unread");
  expect(restoreUnread(text, notices)).toEqual(["b", "a"]);
  expect(restoreUnread('["gone","a"]', notices)).toEqual(["a"]);
  expect(restoreUnread("{", notices)).toEqual([]);
  readNotices(true);
  expect(sessionStorage.getItem("notices-unread")).toBe("[]");
});
