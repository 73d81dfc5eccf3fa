import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { connectToaster, showResult, toast } from "@/state/toast";
import { renderPage } from "@/test/page";
import { Toaster } from "./toaster";

// Takes the notices that other tests of this process left.
beforeEach(() => {
  const ignore = () => undefined;
  const silent = { success: ignore, error: ignore, info: ignore, loading: ignore };
  connectToaster({ ...silent, dismiss: ignore })();
});

it("shows a result with its command, second line and actions, each of which closes it", async () => {
  const onClick = vi.fn();
  renderPage(<Toaster />);
  toast.loading("Open long AUS", { id: "a", command: "Open long AUS", description: "Sending…" });
  const actions = [{ label: "Undo", onClick }];
  showResult({ id: "a", tone: "success", title: "Bought 28.6 sq ft", text: "Fee $3.72", actions });
  const title = await screen.findByText("Bought 28.6 sq ft");
  expect(title.closest("[data-sonner-toast]")?.getAttribute("data-type")).toBe("success");
  expect(screen.queryByText("Sending…")).toBeNull();
  expect(screen.getByText("Fee $3.72")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(onClick).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Bought 28.6 sq ft")).toBeNull());
});

it("drops the text of an earlier step", async () => {
  renderPage(<Toaster />);
  toast.loading("Deposit", { id: "b", description: "Sending…" });
  await screen.findByText("Sending…");
  showResult({ id: "b", tone: "error", title: "The exchange is halted.", command: "Deposit" });
  const title = await screen.findByText("The exchange is halted.");
  expect(title.getAttribute("data-command")).toBe("Deposit");
  expect(screen.queryByText("Sending…")).toBeNull();
});
