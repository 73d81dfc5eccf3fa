import {
  WalletConfigError,
  WalletConnectionError,
  WalletDisconnectedError,
  WalletNotReadyError,
  WalletReadyState,
  WalletSignTransactionError,
} from "@solana/wallet-adapter-base";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toast } from "@/state/toast";
import { FakeAdapter } from "../testing/fake-adapter";
import { reportConnectionError } from "./connection-errors";

let adapter: FakeAdapter;

beforeEach(() => {
  adapter = new FakeAdapter("Here", WalletReadyState.Installed);
  vi.spyOn(toast, "error").mockReturnValue("");
  vi.spyOn(toast, "info").mockReturnValue("");
});

describe("connection errors", () => {
  it("explains a failed connection", () => {
    reportConnectionError(new WalletConnectionError("odd"), adapter);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith("Here: no connection", {
      id: "wallet-connection",
      description: "The wallet did not connect. Unlock it and try again.",
    });
  });

  it("does not call a person's no an error", () => {
    reportConnectionError(new WalletConnectionError("User rejected the request."), adapter);
    expect(toast.error).not.toHaveBeenCalled();
    expect(toast.info).toHaveBeenCalledOnce();
  });

  it("opens the site of a wallet that is not there", () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    reportConnectionError(new WalletNotReadyError(), adapter);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      "https://here.example",
      "_blank",
      "noopener,noreferrer",
    );
  });

  it("leaves the errors of a request to its caller", async () => {
    await adapter.connect();
    reportConnectionError(new WalletSignTransactionError("no"), adapter);
    reportConnectionError(new WalletConfigError(), adapter);
    expect(toast.error).not.toHaveBeenCalled();
    reportConnectionError(new WalletDisconnectedError(), adapter);
    expect(toast.error).toHaveBeenCalledOnce();
  });
});
