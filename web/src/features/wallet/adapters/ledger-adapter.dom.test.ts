import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LedgerWalletAdapter } from "@solana/wallet-adapter-ledger";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LedgerAdapter } from "./ledger-adapter";

function withDevices(devices: readonly { vendorId: number }[]): void {
  Object.defineProperty(navigator, "hid", {
    configurable: true,
    value: { getDevices: () => Promise.resolve(devices) },
  });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "hid");
});

describe("Ledger adapter", () => {
  it("connects by itself only to a device that was allowed before", async () => {
    const connect = vi.spyOn(LedgerWalletAdapter.prototype, "connect").mockResolvedValue();
    withDevices([{ vendorId: 0x1234 }]);
    await new LedgerAdapter().autoConnect();
    expect(connect).not.toHaveBeenCalled();
    withDevices([{ vendorId: 0x2c97 }]);
    await new LedgerAdapter().autoConnect();
    expect(connect).toHaveBeenCalledOnce();
  });

  it("stands on a transport with the contract's times and block size", () => {
    const require = createRequire(import.meta.resolve("@solana/wallet-adapter-ledger"));
    const entry = require.resolve("@ledgerhq/hw-transport");
    const source = readFileSync(join(dirname(dirname(entry)), "lib-es/Transport.js"), "utf8");
    expect(source).toMatch(/\bexchangeTimeout = 30000;/);
    expect(source).toMatch(/\bunresponsiveTimeout = 15000;/);
    expect(source).toMatch(/data\.length >= 256\b/);
  });
});
