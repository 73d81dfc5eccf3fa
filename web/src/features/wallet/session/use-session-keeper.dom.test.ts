import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readToken, type SessionTokens, tokenKey, writeTokens } from "@/api/auth/stored-tokens";
import { useTokenState } from "@/api/auth/token-state";
import { keepTokens } from "@/api/auth/tokens";
import { serverClock } from "@/domain/server-clock";
import { toast } from "@/state/toast";
import { fakeServer, refusal } from "@/test/server";
import { fakeBridge } from "../testing/fake-bridge";
import { useWalletState } from "../wallet-state";
import { useSessionKeeper } from "./use-session-keeper";

const USER = "UserAddress";
const NOW_S = 1_800_000_000;
const REFRESH = "POST /api/v1/auth/refresh-token";
const initialState = useWalletState.getState();

function pair(name: string, lifetime_s = 900): SessionTokens {
  return {
    accessToken: `access-${name}`,
    accessTokenExpirationTime: Math.floor(Date.now() / 1000) + lifetime_s,
    refreshTokenExpirationTime: NOW_S + 86_400,
  };
}

const signMessage = vi.fn(() => Promise.resolve(new Uint8Array(64)));

function connect(isBurner: boolean): void {
  const bridge = fakeBridge({ signMessage });
  useWalletState
    .getState()
    .setConnected({ name: "W", icon: "data:,", address: USER, isBurner }, bridge);
}

async function keep(): Promise<void> {
  renderHook(() => useSessionKeeper());
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const shown = () => useTokenState.getState().session?.accessToken ?? null;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_S * 1000 });
  serverClock.reset();
  signMessage.mockClear();
  useTokenState.setState({ session: null, endedFor: null });
  useWalletState.setState(initialState, true);
});

afterEach(() => {
  vi.useRealTimers();
});

function server() {
  return fakeServer({
    "GET /api/v1/auth/login/message": () => ({ body: { message: "text" } }),
    "POST /api/v1/auth/login": () => ({ body: { info: pair("login") } }),
    [REFRESH]: () => ({ body: pair("refreshed") }),
  });
}

describe("session keeper", () => {
  it("adopts a stored session silently", async () => {
    const calls = server();
    writeTokens(USER, pair("stored"));
    connect(false);
    await keep();
    expect(shown()).toBe("access-stored");
    expect(calls).toEqual([]);
  });

  it("refreshes a stored session whose access token has expired", async () => {
    server();
    writeTokens(USER, pair("stored", -1));
    connect(false);
    await keep();
    expect(shown()).toBe("access-refreshed");
    expect(signMessage).not.toHaveBeenCalled();
  });

  it("asks a wallet to sign in after the user chose it, not after a page load", async () => {
    server();
    connect(false);
    await keep();
    expect(signMessage).not.toHaveBeenCalled();
    act(() => useWalletState.getState().setDisconnected());
    useWalletState.getState().markChosen();
    act(() => connect(false));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(signMessage).toHaveBeenCalledOnce();
    expect(shown()).toBe("access-login");
  });

  it("signs the burner wallet in by itself: it has no window to open", async () => {
    server();
    connect(true);
    await keep();
    expect(shown()).toBe("access-login");
  });

  it("keeps to the connected wallet when another one's sign-in ends late", async () => {
    const calls = server();
    writeTokens(USER, pair("stored", 900));
    connect(false);
    await keep();
    act(() => keepTokens("WalletBefore", pair("late")));
    expect(shown()).toBe("access-stored");
    expect(readToken("WalletBefore")?.token).toBe("access-late");
    await act(() => vi.advanceTimersByTimeAsync(840_000));
    expect(calls).toHaveLength(1);
    expect(shown()).toBe("access-refreshed");
  });

  it("rotates the pair a minute before it expires", async () => {
    const calls = server();
    writeTokens(USER, pair("stored", 900));
    connect(false);
    await keep();
    await act(() => vi.advanceTimersByTimeAsync(839_000));
    expect(calls).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(calls).toHaveLength(1);
    expect(readToken(USER)?.token).toBe("access-refreshed");
    expect(shown()).toBe("access-refreshed");
  });

  it.each([2, -2])("keeps its rhythm when the clock is %d hours ahead", async (hours) => {
    serverClock.note(new Date((NOW_S - hours * 3_600) * 1000).toUTCString());
    const calls = server();
    writeTokens(USER, pair("stored", 900 - hours * 3_600));
    connect(false);
    await keep();
    expect(shown()).toBe("access-stored");
    await act(() => vi.advanceTimersByTimeAsync(839_000));
    expect(calls).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(calls).toHaveLength(1);
  });

  it("says so when the server has ended the session, and asks the wallet nothing", async () => {
    const said = vi.spyOn(toast, "info").mockReturnValue("");
    fakeServer({ [REFRESH]: () => refusal(401, "REFRESH_FAILED") });
    writeTokens(USER, pair("stored"));
    connect(false);
    await keep();
    await act(() => vi.advanceTimersByTimeAsync(840_000));
    expect(shown()).toBeNull();
    expect(said).toHaveBeenCalledExactlyOnceWith("Signed out", {
      id: "session-ended",
      description:
        "This browser's session was ended elsewhere, or has run out. The wallet is still connected.",
      duration: 12_000,
    });
    expect(signMessage).not.toHaveBeenCalled();
    const takenBack = vi.spyOn(toast, "dismiss").mockReturnValue();
    act(() => keepTokens(USER, pair("again")));
    expect(takenBack).toHaveBeenCalledExactlyOnceWith("session-ended");
  });

  it("follows another tab that signs out", async () => {
    server();
    writeTokens(USER, pair("stored"));
    connect(false);
    await keep();
    localStorage.removeItem(tokenKey("access", USER));
    act(() => {
      window.dispatchEvent(new StorageEvent("storage", { key: tokenKey("access", USER) }));
    });
    expect(shown()).toBeNull();
  });
});
