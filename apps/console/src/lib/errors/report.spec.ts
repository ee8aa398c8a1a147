import { ApiError } from "@udt/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../config/index.ts";
import { faultSender, reportFaults } from "./report.ts";

let page: EventTarget;
let stop: () => void;
const send = vi.fn<(fault: { message: string; stack: string }) => Promise<unknown>>();

const fails = (error: unknown) =>
  page.dispatchEvent(Object.assign(new Event("error"), { error, message: "Script error." }));
const rejects = (reason: unknown) => page.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));

beforeEach(() => {
  page = Object.assign(new EventTarget(), { location: { pathname: "/demo/remote/list", search: "?a=1", hash: "" } });
  vi.stubGlobal("window", page);
  send.mockReset().mockResolvedValue(null);
  stop = reportFaults(send);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("reportFaults", () => {
  it("reports what was thrown, and what was rejected and left", () => {
    fails(new TypeError("x is not a function"));
    rejects(new RangeError("too deep"));
    expect(send.mock.calls.map(([fault]) => fault.message)).toEqual([
      "TypeError: x is not a function",
      "RangeError: too deep",
    ]);
    expect(send.mock.calls[0]![0].stack).toContain("report.spec.ts");
  });

  it("reports what is no error too", () => {
    rejects("plain words");
    fails(undefined);
    expect(send.mock.calls.map(([fault]) => fault.message)).toEqual(["plain words", "Script error."]);
  });

  it("stops after six, whatever comes", () => {
    for (let count = 0; count < 20; count++) fails(new Error(String(count)));
    expect(send).toHaveBeenCalledTimes(6);
  });

  it("does not count refusals, broken networks and stopped calls as faults", () => {
    const where = { method: "GET", path: "/v1/api/devices" };
    rejects(new ApiError("x", { kind: "refused", code: "internal", ...where }));
    rejects(new ApiError("x", { kind: "network", ...where }));
    rejects(new DOMException("stopped", "AbortError"));
    expect(send).not.toHaveBeenCalled();
    rejects(new ApiError("answer does not fit the contract", { kind: "bad_answer", ...where }));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("does not report that reporting failed", async () => {
    send.mockRejectedValue(new Error("the log is away"));
    fails(new Error("x"));
    await vi.waitFor(() => expect(send.mock.settledResults[0]?.type).toBe("rejected"));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("reports nothing on a public host", async () => {
    vi.stubGlobal("document", { baseURI: "http://udt.test/" });
    vi.stubGlobal("fetch", async () => Response.json({ private_build: false }));
    await loadConfig();
    fails(new Error("x"));
    expect(send).not.toHaveBeenCalled();
  });
});

describe("faultSender", () => {
  it("keeps within the contract's limits, whatever a fault says", async () => {
    vi.stubGlobal("document", { baseURI: "http://udt.test/" });
    vi.stubGlobal("navigator", { userAgent: "x".repeat(5000) });
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json({ ret: 0, msg: "ok", request_id: "r", data: null }),
    );
    vi.stubGlobal("fetch", fetch);
    await faultSender("http://udt.test")({ message: "m\0".repeat(3000), stack: "s".repeat(50_000) });
    const body = JSON.parse(String(fetch.mock.calls[0]![1]?.body)) as Record<string, string>;
    expect(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value.length]))).toEqual({
      message: 2000,
      stack: 10_000,
      page: "/demo/remote/list?a=1".length,
      user_agent: 500,
    });
    expect(body["message"]).not.toContain("\0");
  });
});
