import { describe, expect, it } from "vitest";
import { dialogTitle, splitWallets, TITLE_CONNECT, TITLE_NEED, toggleLabel } from "./wallet-list";

const wallet = (name: string, isInstalled: boolean) => ({ name, icon: "", isInstalled });

describe("wallet list", () => {
  const none = splitWallets([wallet("A", false), wallet("B", false)]);
  const some = splitWallets([wallet("A", false), wallet("B", true), wallet("C", true)]);

  it("puts installed wallets first and keeps their order", () => {
    expect(some.installed.map(({ name }) => name)).toEqual(["B", "C"]);
    expect(some.others.map(({ name }) => name)).toEqual(["A"]);
  });

  it("shows a wallet registered twice once", () => {
    expect(splitWallets([wallet("A", true), wallet("A", true)]).installed).toHaveLength(1);
  });

  it("asks to connect only when something is installed", () => {
    expect(dialogTitle(some)).toBe(TITLE_CONNECT);
    expect(dialogTitle(none)).toBe(TITLE_NEED);
  });

  it("names the toggle by what it will do", () => {
    expect(toggleLabel(some, false)).toBe("More options");
    expect(toggleLabel(some, true)).toBe("Less options");
    expect(toggleLabel(none, false)).toBe("Already have a wallet? View options");
  });
});
