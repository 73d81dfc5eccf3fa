import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clearNotices, showResult, toast, useNotices } from "@/state/toast";
import { renderPage } from "@/test/page";
import { ActivityPanel } from "./activity-panel";

beforeEach(clearNotices);

it("has one line per command with its result, and the steps inside", () => {
  toast.loading("Open long AUS", { id: "c", command: "Open long AUS", description: "Sending…" });
  showResult({ id: "c", command: "Open long AUS", tone: "success", title: "Bought 28.6 sq ft" });
  renderPage(<ActivityPanel onClose={vi.fn()} />);
  const lines = screen.getAllByRole("group");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.querySelector("summary")?.textContent).toMatch(/^Done: Bought 28\.6 sq ft/);
  expect(screen.getByText("Sending…").closest("details")).toHaveProperty("open", false);
  expect(screen.getByRole("region", { name: "Today" })).toBeTruthy();
});

it("says that the answer of a command is unknown after a reload", () => {
  const step = { atMs: 86_400_000, text: "Sending…" };
  const known = { title: "Deposit", command: null, signature: null, code: null, steps: [step] };
  useNotices.setState({ notices: [{ id: "d", kind: "unknown", ...known }] });
  renderPage(<ActivityPanel onClose={vi.fn()} />);
  expect(screen.getByText(/reloaded before the answer/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Today" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.getByText("No activity yet")).toBeTruthy();
});
