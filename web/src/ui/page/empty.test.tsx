import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { Empty } from "./empty";
import { NotFound } from "./not-found";

function renderRoute(element: ReactElement) {
  const rootRoute = createRootRoute({ component: () => element });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
}

it("shows a title, a text and an action", () => {
  render(
    <Empty
      title="No positions"
      text="Open one in the ticket."
      action={<button type="button">Trade</button>}
    />,
  );
  expect(screen.getByText("No positions")).toBeTruthy();
  expect(screen.getByText("Open one in the ticket.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Trade" })).toBeTruthy();
});

it("names what was not found and links to the markets", async () => {
  renderRoute(<NotFound what="Contest" />);
  expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See all markets" }).getAttribute("href")).toBe("/");
  expect(document.title).toBe("Contest not found · Acre");
});

it("replaces the link by another action", async () => {
  renderRoute(<NotFound action={<button type="button">Search</button>} />);
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Search" })).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
