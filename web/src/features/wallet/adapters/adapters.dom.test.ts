import { WalletReadyState } from "@solana/wallet-adapter-base";
import { afterEach, describe, expect, it } from "vitest";
import { createAdapters } from "./adapters";

const states = () => createAdapters().map(({ name, readyState }) => `${name} ${readyState}`);

afterEach(() => {
  Reflect.deleteProperty(navigator, "hid");
});

describe("wallets offered to everybody", () => {
  it("have a name, an icon of their own and a site, and are not connected", () => {
    for (const adapter of createAdapters()) {
      expect(adapter.name).not.toBe("");
      expect(adapter.icon).toMatch(/^data:image\/svg\+xml;base64,/);
      expect(adapter.url).toMatch(/^https:\/\//);
      expect(adapter).toMatchObject({ publicKey: null, connecting: false, connected: false });
    }
  });

  it("tell how ready they are: an extension, a web wallet, a device without WebHID", () => {
    expect(states()).toEqual(["Phantom NotDetected", "Solflare Loadable", "Ledger Unsupported"]);
    Object.defineProperty(navigator, "hid", { configurable: true, value: {} });
    expect(states().at(-1)).toBe("Ledger Loadable");
    expect(WalletReadyState).toEqual({
      Installed: "Installed",
      NotDetected: "NotDetected",
      Loadable: "Loadable",
      Unsupported: "Unsupported",
    });
  });
});
