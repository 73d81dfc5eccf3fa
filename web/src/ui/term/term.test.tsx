import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { GLOSSARY } from "@/words/glossary";
import { Term } from ".";

const { line } = GLOSSARY.funding;

async function show() {
  const routeTree = createRootRoute({
    component: () => (
      <p>
        Longs pay <Term id="funding">funding</Term>. <input aria-label="Amount" />
      </p>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree, history });
  render(<RouterProvider router={router as never} />);
  const user = userEvent.setup();
  return { user, term: await screen.findByRole("button", { name: "funding" }) };
}

it("explains itself under the mouse and leaves the focus where it is", async () => {
  const { user, term } = await show();
  await user.click(screen.getByLabelText("Amount"));
  await user.hover(term);
  await screen.findByText(line);
  expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  await user.unhover(term);
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
});

it("opens by Enter, leads to the glossary, and gives the focus back on Escape", async () => {
  const { user, term } = await show();
  await user.tab();
  expect(document.activeElement).toBe(term);
  await user.keyboard("{Enter}");
  await screen.findByText(line);
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Funding" }));
  await user.tab();
  expect(document.activeElement?.getAttribute("href")).toBe("/learn#funding");
  expect(term.getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
  expect(document.activeElement).toBe(term);
});

it("opens by a tap and closes by a tap on itself or elsewhere", async () => {
  const { user, term } = await show();
  const tap = (target: Element) => user.pointer({ keys: "[TouchA]", target });
  await tap(term);
  await screen.findByText(line);
  await tap(term);
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
  await tap(term);
  await screen.findByText(line);
  await tap(document.body);
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
});
