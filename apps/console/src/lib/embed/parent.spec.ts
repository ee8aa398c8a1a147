import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isFromParent, tellParent } from "./parent.ts";

const ALLOWED = "https://portal.example.com";
const config = vi.hoisted(() => ({ embed_origins: [] as string[] }));
vi.mock("../config/index.ts", () => ({ config: () => config }));

describe("a page around this one", () => {
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
  const place = (ancestorOrigins?: string[]) =>
    vi.stubGlobal("window", { parent, location: { ...(ancestorOrigins && { ancestorOrigins }) } });
  const from = (origin: string, source: unknown = parent) =>
    isFromParent({ origin, source: source as MessageEventSource });

  beforeEach(() => {
    config.embed_origins = [ALLOWED, "https://other.example.com"];
    parent.postMessage.mockClear();
    place([ALLOWED]);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is heard only when it is the parent, of a listed origin to the letter", () => {
    expect(from(ALLOWED)).toBe(true);
    expect(from(ALLOWED, {})).toBe(false);
    for (const origin of ["https://portal.example.com.evil.example", "http://portal.example.com", "null", ""]) {
      expect(from(origin), origin).toBe(false);
    }
  });

  it("is told by its own origin alone", () => {
    tellParent({ type: "syncUrl", payload: "/home" });
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith({ type: "syncUrl", payload: "/home" }, ALLOWED);
  });

  it("is told by each listed origin where the browser does not name its own, and by no other", () => {
    place();
    tellParent({ type: "loginExpired", payload: "/home" });
    expect(parent.postMessage.mock.calls.map(([, origin]) => origin)).toEqual(config.embed_origins);
  });

  it("is told nothing when it is not listed, or when there is none", () => {
    place(["https://evil.example"]);
    tellParent({ type: "syncUrl", payload: "/home" });
    const alone: { parent?: unknown; location: object } = { location: {} };
    alone.parent = alone;
    vi.stubGlobal("window", alone);
    tellParent({ type: "syncUrl", payload: "/home" });
    expect(parent.postMessage).not.toHaveBeenCalled();
    expect(from(ALLOWED, alone)).toBe(false);
  });
});
