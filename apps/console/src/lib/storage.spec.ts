import { afterEach, describe, expect, it, vi } from "vitest";
import { local } from "./storage.ts";

describe("local", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("keeps in the browser's storage", () => {
    const setItem = vi.fn<(key: string, value: string) => void>();
    vi.stubGlobal("localStorage", { setItem, getItem: (key: string) => `${key}!`, removeItem: setItem });
    local.setItem("a", "1");
    expect(setItem).toHaveBeenCalledWith("a", "1");
    expect(local.getItem("a")).toBe("a!");
  });

  it("goes on where the browser denies it", () => {
    const denied = (): never => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    vi.stubGlobal("localStorage", { setItem: denied, getItem: denied, removeItem: denied });
    expect(local.getItem("b")).toBeNull();
    local.setItem("b", "2");
    expect(local.getItem("b")).toBe("2");
    local.removeItem("b");
    expect(local.getItem("b")).toBeNull();
  });
});
