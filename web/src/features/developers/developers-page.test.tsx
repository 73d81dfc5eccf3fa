import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import { addressesOf, DOCUMENTS, firstCalls, GUIDES } from "./addresses";
import { DevelopersPage } from "./developers-page";

beforeEach(() => {
  fakeServer({ "GET /express/v1/status": () => ({ body: { env: "local" } }) });
});

it("gives each address of the site that it came from, sockets by their own scheme", () => {
  expect(addressesOf("https://acre.example").map(({ address }) => address)).toEqual([
    "https://acre.example/api/v1",
    "https://acre.example/express/v1",
    "wss://acre.example/express/v1/ws",
    "https://acre.example/rpc",
    "wss://acre.example/rpc",
  ]);
  expect(addressesOf("http://127.0.0.1:8080")[2]?.address).toBe(
    "ws://127.0.0.1:8080/express/v1/ws",
  );
});

it("copies an address whole", async () => {
  userEvent.setup();
  renderPage(<DevelopersPage />);
  await userEvent.click(screen.getByRole("button", { name: /^Copy the address: Solana node$/ }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/rpc`);
  expect(await screen.findByText("copied")).toBeTruthy();
});

it("says in which environment it is", async () => {
  renderPage(<DevelopersPage />);
  expect(await screen.findByText("local: test money, prices are a replay")).toBeTruthy();
});

it("shows the first call with this address", () => {
  const { container } = renderPage(<DevelopersPage />);
  expect(within(container).getByText(/market\/search\?limit=3/).textContent).toBe(
    firstCalls(window.location.origin),
  );
});

it.each(GUIDES)("has a document for the guide $label", ({ href }) => {
  const source = href.replace("/docs/", "../docs/").replace(".html", ".md");
  expect(readFileSync(source, "utf8")).toMatch(/^# /);
});

it("links every description of the service", () => {
  renderPage(<DevelopersPage />);
  for (const { label, href } of DOCUMENTS) {
    expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(href);
  }
});
