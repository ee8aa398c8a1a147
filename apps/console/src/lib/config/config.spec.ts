import { LIMITS, webConfig } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe("config", () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllGlobals());

  async function load(answer: () => Promise<Response>) {
    const fetch = vi.fn<typeof globalThis.fetch>(answer);
    vi.stubGlobal("fetch", fetch);
    vi.stubGlobal("document", { baseURI: "http://udt.test/base/" });
    const module = await import("./config.ts");
    await Promise.all([module.loadConfig(), module.loadConfig()]);
    return { fetch, config: module.config() };
  }

  it("is fetched once, from below the base path, with a time limit", async () => {
    const limit = vi.spyOn(AbortSignal, "timeout");
    const { fetch, config } = await load(async () => Response.json({ station: "sz", theme_switch: false }));
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(String(fetch.mock.calls[0]![0])).toBe("http://udt.test/base/static/data/config.json");
    expect(limit).toHaveBeenCalledWith(LIMITS.request_timeout_ms);
    expect(config).toEqual({ ...webConfig.parse({}), station: "sz", theme_switch: false });
  });

  it.each([
    ["an answer of another kind", async () => new Response("<html>", { status: 200 })],
    ["a refusal", async () => new Response("", { status: 502 })],
    ["values that make no sense", async () => Response.json({ languages: ["xx"] })],
    ["no network", () => Promise.reject(new TypeError("network"))],
  ])("falls back to the defaults on %s", async (_, answer) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { config } = await load(answer as () => Promise<Response>);
    expect(config).toEqual(webConfig.parse({}));
  });
});
