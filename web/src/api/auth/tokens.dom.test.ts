import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/http";
import { fakeServer, refusal } from "@/test/server";
import { login, logout } from "./session-api";
import { readSession, readToken, type SessionTokens, tokenKey, writeTokens } from "./stored-tokens";
import { useTokenState } from "./token-state";
import {
  accessTokenOf,
  adoptStoredSession,
  dropOldSessions,
  forgetTokens,
  keepTokens,
  withAccessToken,
} from "./tokens";

const USER = "BurnerAddress";
const NOW_S = 1_800_000_000;
const REFRESH = "POST /api/v1/auth/refresh-token";

function pair(name: string, access_s = 900, refresh_s = 86_400): SessionTokens {
  return {
    accessToken: `access-${name}`,
    accessTokenExpirationTime: NOW_S + access_s,
    refreshTokenExpirationTime: NOW_S + refresh_s,
  };
}

const expired = () => new ApiError("Unauthorized: token expired", "TOKEN_EXPIRED", 401, {}, true);

beforeEach(() => {
  useTokenState.setState({ session: null, endedFor: null });
  vi.spyOn(Date, "now").mockReturnValue(NOW_S * 1000);
});

describe("token storage", () => {
  it("uses the contract's keys and shape", () => {
    keepTokens(USER, pair("1"));
    expect(localStorage.getItem(`user_access_token_info_v2_${USER}`)).toBe(
      JSON.stringify({ token: "access-1", expirationTime: NOW_S + 900 }),
    );
    expect(localStorage.getItem(`user_refresh_token_info_v2_${USER}`)).toBe(
      JSON.stringify({ expirationTime: NOW_S + 86_400 }),
    );
  });

  it("takes damaged entries for none", () => {
    localStorage.setItem(tokenKey("access", USER), "{");
    expect(readToken(USER)).toBeNull();
    localStorage.setItem(tokenKey("access", USER), '{"token":1}');
    expect(readToken(USER)).toBeNull();
  });

  it("keeps the addresses apart and forgets both tokens of one", () => {
    keepTokens(USER, pair("1"));
    keepTokens("Other", pair("2"));
    forgetTokens(USER);
    expect(readToken(USER)).toBeNull();
    expect(readSession(USER)).toBeNull();
    expect(readToken("Other")?.token).toBe("access-2");
    expect(readSession("Other")).not.toBeNull();
    expect(useTokenState.getState().session?.address).toBe("Other");
  });

  it("adopts a stored session only while its access token lives", () => {
    writeTokens(USER, pair("1", 0));
    expect(adoptStoredSession(USER)).toBe(false);
    writeTokens(USER, pair("1", 1));
    expect(adoptStoredSession(USER)).toBe(true);
    expect(useTokenState.getState().session?.accessToken).toBe("access-1");
  });
});

describe("sessions of older versions", () => {
  it("are ended, and no refresh token stays in the storage", async () => {
    const calls = fakeServer({});
    for (const name of ["a", "b"]) {
      localStorage.setItem(tokenKey("access", name), '{"token":"x","expirationTime":4e9}');
      const old = { token: `refresh-${name}`, expirationTime: NOW_S + 86_400 };
      localStorage.setItem(tokenKey("refresh", name), JSON.stringify(old));
    }
    keepTokens(USER, pair("1"));
    localStorage.setItem("walletName", "Here");
    dropOldSessions();
    expect(JSON.stringify(localStorage)).not.toContain("refresh-");
    expect(readToken("a")).toBeNull();
    expect(readToken(USER)?.token).toBe("access-1");
    expect(readSession(USER)).not.toBeNull();
    expect(localStorage.getItem("walletName")).toBe("Here");
    await Promise.resolve();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ["/api/v1/auth/logout", { refreshToken: "refresh-a" }],
      ["/api/v1/auth/logout", { refreshToken: "refresh-b" }],
    ]);
    dropOldSessions();
    expect(calls).toHaveLength(2);
  });

  it("are bounded calls, however many there are", () => {
    const calls = fakeServer({});
    for (let n = 0; n < 30; n += 1) {
      localStorage.setItem(tokenKey("refresh", `wallet${n}`), '{"token":"t","expirationTime":4e9}');
    }
    dropOldSessions();
    expect(calls).toHaveLength(5);
    expect(localStorage.length).toBe(0);
  });
});

describe("access token", () => {
  it("is the stored one while it lives", async () => {
    const calls = fakeServer({});
    writeTokens(USER, pair("1"));
    await expect(accessTokenOf(USER)).resolves.toBe("access-1");
    expect(calls).toEqual([]);
  });

  it("says in the contract's words why there is none", async () => {
    fakeServer({});
    await expect(accessTokenOf(USER)).rejects.toThrow("Unauthorized: no access token stored");
    writeTokens(USER, pair("1", -1));
    localStorage.removeItem(tokenKey("refresh", USER));
    await expect(accessTokenOf(USER)).rejects.toThrow("Unauthorized: no refresh token");
    writeTokens(USER, pair("1", -1, -1));
    await expect(accessTokenOf(USER)).rejects.toThrow("Unauthorized: stored token expired");
  });

  it("is refreshed once for concurrent calls", async () => {
    const calls = fakeServer({ [REFRESH]: () => ({ body: pair("2") }) });
    writeTokens(USER, pair("1", -1));
    const tokens = await Promise.all([accessTokenOf(USER), accessTokenOf(USER)]);
    expect(tokens).toEqual(["access-2", "access-2"]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual({ address: USER });
    expect(readToken(USER)?.token).toBe("access-2");
  });

  it("ends the session when the server refuses the refresh token", async () => {
    fakeServer({
      [REFRESH]: () =>
        refusal(401, "REFRESH_FAILED", "Unauthorized: failed to refresh token, please login again"),
    });
    keepTokens(USER, pair("1", -1));
    await expect(accessTokenOf(USER)).rejects.toThrow("please login again");
    expect(readSession(USER)).toBeNull();
    expect(useTokenState.getState()).toMatchObject({ session: null, endedFor: USER });
    keepTokens(USER, pair("2"));
    expect(useTokenState.getState().endedFor).toBeNull();
  });

  it("keeps the session when the server is merely away", async () => {
    fakeServer({ [REFRESH]: () => refusal(503, "MAINTENANCE") });
    keepTokens(USER, pair("1", -1));
    await expect(accessTokenOf(USER)).rejects.toThrow();
    expect(readToken(USER)?.token).toBe("access-1");
    expect(readSession(USER)).not.toBeNull();
  });
});

describe("authorised call", () => {
  it("repeats exactly once after exactly one refresh", async () => {
    const calls = fakeServer({ [REFRESH]: () => ({ body: pair("2") }) });
    keepTokens(USER, pair("1"));
    const used: string[] = [];
    const call = (token: string) => {
      used.push(token);
      return token === "access-1" ? Promise.reject(expired()) : Promise.resolve("done");
    };
    const answers = await Promise.all([withAccessToken(USER, call), withAccessToken(USER, call)]);
    expect(answers).toEqual(["done", "done"]);
    expect(used.toSorted()).toEqual(["access-1", "access-1", "access-2", "access-2"]);
    expect(calls).toHaveLength(1);
  });

  it("gives up when the fresh token is refused too", async () => {
    const calls = fakeServer({ [REFRESH]: () => ({ body: pair("2") }) });
    keepTokens(USER, pair("1"));
    const call = vi.fn(() => Promise.reject(expired()));
    await expect(withAccessToken(USER, call)).rejects.toThrow("token expired");
    expect(call).toHaveBeenCalledTimes(2);
    expect(calls).toHaveLength(1);
  });

  it("does not refresh for any other refusal", async () => {
    const calls = fakeServer({});
    keepTokens(USER, pair("1"));
    const wrongUser = new ApiError("Forbidden", "WRONG_USER", 403);
    await expect(withAccessToken(USER, () => Promise.reject(wrongUser))).rejects.toBe(wrongUser);
    expect(calls).toEqual([]);
  });

  it("ends the session when the server refuses a token that has not expired", async () => {
    const calls = fakeServer({});
    keepTokens(USER, pair("1"));
    const ended = new ApiError("Unauthorized: invalid token", "INVALID_TOKEN", 401);
    const call = vi.fn(() => Promise.reject(ended));
    await expect(withAccessToken(USER, call)).rejects.toBe(ended);
    expect(call).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
    expect(readToken(USER)).toBeNull();
    expect(readSession(USER)).toBeNull();
    expect(useTokenState.getState()).toMatchObject({ session: null, endedFor: USER });
  });

  it("keeps a session that began while the token of the one before was refused", async () => {
    fakeServer({});
    keepTokens(USER, pair("1"));
    const ended = new ApiError("Unauthorized: invalid token", "INVALID_TOKEN", 401);
    const call = () => {
      keepTokens(USER, pair("2"));
      return Promise.reject(ended);
    };
    await expect(withAccessToken(USER, call)).rejects.toBe(ended);
    expect(readToken(USER)?.token).toBe("access-2");
    expect(readSession(USER)).not.toBeNull();
    expect(useTokenState.getState()).toMatchObject({ endedFor: null });
  });

  it("uses the token that another tab has rotated meanwhile", async () => {
    const calls = fakeServer({});
    keepTokens(USER, pair("1"));
    const call = (token: string) => {
      if (token === "access-1") {
        writeTokens(USER, pair("other-tab"));
        return Promise.reject(expired());
      }
      return Promise.resolve(token);
    };
    await expect(withAccessToken(USER, call)).resolves.toBe("access-other-tab");
    expect(calls).toEqual([]);
  });
});

it("puts what changes the cookie of an address into one order, over all tabs", async () => {
  const order: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const request = (name: string, act: () => Promise<unknown>) => {
    order.push(name);
    turn = turn.then(act, act);
    return turn;
  };
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
  const answers = { info: pair("new") };
  fakeServer({
    [REFRESH]: () => ({ body: pair("old") }),
    "POST /api/v1/auth/login": () => ({ body: answers }),
    "POST /api/v1/auth/logout": () => ({ status: 204, body: null }),
  });
  keepTokens(USER, pair("1", -1));
  await Promise.all([accessTokenOf(USER), login(USER, "text", "signature"), logout(USER)]);
  expect(order).toEqual(Array.from({ length: 3 }, () => `acre-refresh-${USER}`));
});

it("does not bring a session back that was ended while it was refreshed", async () => {
  keepTokens(USER, pair("old", -1));
  fakeServer({
    [REFRESH]: () => {
      forgetTokens(USER);
      return { body: pair("new") };
    },
  });
  await expect(accessTokenOf(USER)).rejects.toThrow("Unauthorized: no refresh token");
  expect(readToken(USER)).toBeNull();
  expect(useTokenState.getState().session).toBeNull();
});

const refused = () => refusal(401, "REFRESH_FAILED", "Unauthorized: failed to refresh token");

it("keeps a sign-in that was made while the token before was refused", async () => {
  keepTokens(USER, pair("old", -1));
  fakeServer({
    [REFRESH]: () => {
      keepTokens(USER, pair("new"));
      return refused();
    },
  });
  await expect(accessTokenOf(USER)).rejects.toThrow("failed to refresh");
  expect(readToken(USER)?.token).toBe("access-new");
  expect(readSession(USER)).not.toBeNull();
  expect(useTokenState.getState().session?.accessToken).toBe("access-new");
  expect(useTokenState.getState().endedFor).toBeNull();
});

it("does not call a sign-out of the user's own ended elsewhere", async () => {
  keepTokens(USER, pair("old", -1));
  fakeServer({
    [REFRESH]: () => {
      forgetTokens(USER);
      return refused();
    },
  });
  await expect(accessTokenOf(USER)).rejects.toThrow("failed to refresh");
  expect(useTokenState.getState()).toMatchObject({ session: null, endedFor: null });
});
