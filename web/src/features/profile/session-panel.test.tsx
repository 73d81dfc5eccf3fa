import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { readSession, readToken, writeTokens } from "@/api/auth/stored-tokens";
import { useTokenState } from "@/api/auth/token-state";
import type { OwnSession } from "@/generated/api";
import { renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { SessionPanel } from "./session-panel";

const USER = "wallet";
const NOW_S = 4_000_000_000;
const LIST = "GET /api/v1/auth/sessions";
const END_ALL = "POST /api/v1/auth/logout-all";
const revoke = (id: string) => `POST /api/v1/auth/sessions/${id}/revoke`;
const done: Answer = { status: 204, body: null };

const session = (id: string, change: Partial<OwnSession> = {}): OwnSession => ({
  id,
  createdAt: NOW_S,
  lastUsedAt: null,
  expiresAt: NOW_S + 2_592_000,
  method: "signIn",
  isCurrent: false,
  ...change,
});
const here = session("here", { isCurrent: true, method: null, lastUsedAt: NOW_S });

function show(sessions: readonly OwnSession[], routes: Record<string, () => Answer> = {}) {
  const calls = fakeServer({ [LIST]: () => ({ body: { info: { sessions } } }), ...routes });
  renderPage(<SessionPanel address={USER} />);
  return calls;
}

const rows = async () =>
  within(await screen.findByRole("list", { name: "Your sessions" })).getAllByRole("listitem");
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  writeTokens(USER, {
    accessToken: "access",
    accessTokenExpirationTime: NOW_S,
    refreshTokenExpirationTime: NOW_S,
  });
  useTokenState.setState({ session: null, endedFor: null });
});

it("lists this browser first, with what is known of each", async () => {
  show([session("there"), here]);
  const [first, second] = await rows();
  expect(first?.textContent).toMatch(/^This browserSigned in .*2096.*Sign out this browser$/);
  expect(second?.textContent).toMatch(/^Another browser or device.*with wallet sign-in/);
  expect(second?.textContent).toContain("Last renewed –");
  expect(screen.queryByText("No other sessions.")).toBeNull();
});

it("says when there is no other", async () => {
  show([here]);
  expect(await screen.findByText("No other sessions.")).toBeTruthy();
});

it("says why there is no list, and asks again", async () => {
  let isAway = true;
  show([], {
    [LIST]: () => (isAway ? refusal(503, "MAINTENANCE") : { body: { info: { sessions: [here] } } }),
  });
  expect(await screen.findByText("Your sessions could not be loaded")).toBeTruthy();
  isAway = false;
  await press("Try again");
  expect(await rows()).toHaveLength(1);
});

it("ends one other session, and keeps it in the list when that failed", async () => {
  let isAway = true;
  const calls = show([here, session("there")], {
    [revoke("there")]: () => (isAway ? refusal(429, "RATE_LIMITED", "Too many requests") : done),
  });
  await rows();
  await press(/^Sign out the session of/);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Could not sign out\./);
  expect(await rows()).toHaveLength(2);
  isAway = false;
  await press(/^Sign out the session of/);
  expect(await screen.findByText("No other sessions.")).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith("/revoke"))).toHaveLength(2);
  expect(calls.at(-1)?.token).toBe("Bearer access");
  expect(readSession(USER)?.expirationTime).toBe(NOW_S);
});

it("signs this browser out by its cookie", async () => {
  const calls = show([here], { "POST /api/v1/auth/logout": () => done });
  await rows();
  await press("Sign out this browser");
  await waitFor(() => expect(readSession(USER)).toBeNull());
  expect(calls.at(-1)?.body).toEqual({ address: USER });
  expect(useTokenState.getState().endedFor).toBeNull();
});

it("asks once more before all others end, and says how many it were", async () => {
  const calls = show([here, session("there")], {
    [END_ALL]: () => ({ body: { info: { endedCount: 2 } } }),
  });
  await rows();
  await press("Sign out everywhere…");
  await press("Cancel");
  expect(calls.some(({ path }) => path.endsWith("/logout-all"))).toBe(false);
  await press("Sign out everywhere…");
  await press("Sign out other devices");
  expect(await screen.findByText("2 sessions signed out.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.find(({ path }) => path.endsWith("/logout-all"))?.body).toEqual({
    keepCurrent: true,
  });
  expect(readSession(USER)?.expirationTime).toBe(NOW_S);
});

it("keeps the question with its reason when the server refuses, then ends this one too", async () => {
  let isAway = true;
  show([here], {
    [END_ALL]: () => (isAway ? refusal(503, "MAINTENANCE") : { body: { info: { endedCount: 1 } } }),
  });
  await rows();
  await press("Sign out everywhere…");
  await press("Sign out all devices");
  const dialog = screen.getByRole("dialog", { name: "Sign out everywhere" });
  expect((await within(dialog).findByRole("alert")).textContent).toMatch(/^Could not confirm/);
  expect(readSession(USER)?.expirationTime).toBe(NOW_S);
  isAway = false;
  await press("Sign out all devices");
  await waitFor(() => expect(readSession(USER)).toBeNull());
});

it("stays open during the request, and shows its error", async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const calls = fakeServer({
    [LIST]: () => ({ body: { info: { sessions: [here] } } }),
    [END_ALL]: () => late,
  });
  renderPage(<SessionPanel address={USER} />);
  await rows();
  await press("Sign out everywhere…");
  await press("Sign out other devices");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  await userEvent.keyboard("{Escape}");
  await press("Close");
  const dialog = screen.getByRole("dialog", { name: "Sign out everywhere" });
  answer(refusal(503, "MAINTENANCE"));
  expect((await within(dialog).findByRole("alert")).textContent).toMatch(/^Could not confirm/);
  expect(calls.filter(({ path }) => path.endsWith("/logout-all"))).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("forgets a session that was ended elsewhere, and says so", async () => {
  show([], { [LIST]: () => refusal(401, "INVALID_TOKEN", "Unauthorized: invalid token") });
  await waitFor(() => expect(useTokenState.getState().endedFor).toBe(USER));
  expect(readToken(USER)).toBeNull();
});
