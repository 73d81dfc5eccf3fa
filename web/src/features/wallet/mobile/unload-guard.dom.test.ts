import { describe, expect, it, vi } from "vitest";
import { guardUnload, hideUnload } from "./unload-guard";

describe("unload guard", () => {
  it("hides the unload that an opening app causes, and no other", () => {
    guardUnload();
    const heard = vi.fn();
    window.addEventListener("beforeunload", heard);
    const show = hideUnload();
    window.dispatchEvent(new Event("beforeunload"));
    expect(heard).not.toHaveBeenCalled();
    show();
    window.dispatchEvent(new Event("beforeunload"));
    expect(heard).toHaveBeenCalledOnce();
    window.removeEventListener("beforeunload", heard);
  });
});
