import type { LogLine } from "@udt/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atLeast, parseLogQuery } from "./log-query.ts";

const line = (level: LogLine[1], tag: string, message: string, pid = 100, tid = 200): LogLine => [
  1_700_000_000_000,
  level,
  tag,
  pid,
  tid,
  message,
];
function matches(query: string, candidate: LogLine): boolean {
  const parsed = parseLogQuery(query);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value(candidate);
}
const cart = line("I", "ShopCart", "items=2 total=41.80 EUR");
const http = line("W", "OkHttpClient", "retry 1 of 3: POST /v1/checkout timed out after 5000 ms", 4242, 4243);
const crash = line("E", "ShopCheckout", "java.net.SocketTimeoutException: timeout");

describe("the log's filter language", () => {
  it.each<[string, boolean, boolean, boolean]>([
    // query, ShopCart I, OkHttpClient W, ShopCheckout E
    ["", true, true, true],
    ["   ", true, true, true],
    ["tag:Shop*", true, false, true],
    ["tag:shop*", true, false, true],
    ["tag:Shop", false, false, false],
    ["tag:*Client", false, true, false],
    ["tag:ShopCart,OkHttp*", true, true, false],
    ["-tag:Shop*", false, true, false],
    ["level:W", false, true, true],
    ["level:warning", false, true, true],
    ["level:I,E", true, false, true],
    ["-level:I", false, true, true],
    ["-level:V", true, true, true],
    ["pid:4242", false, true, false],
    ["tid:4243", false, true, false],
    ["-pid:100", false, true, false],
    ["timeout", false, false, true],
    ["TIMEOUT", false, false, true],
    ["checkout", false, true, true],
    ["msg:checkout", false, true, false],
    ['"timed out"', false, true, false],
    ['msg:"of 3"', false, true, false],
    ["/timeout|timed out/", false, true, true],
    ["/SOCKET/", false, false, false],
    ["/SOCKET/i", false, false, true],
    ["-/timeout|timed out/", true, false, false],
    ["/v1/checkout", false, true, false],
    ["tag:Shop* -level:I /timeout|failed/", false, false, true],
    ["tag:Shop* -timeout", true, false, false],
  ])("%s", (query, first, second, third) => {
    expect([matches(query, cart), matches(query, http), matches(query, crash)]).toEqual([first, second, third]);
  });

  it("takes tags literally but for the star", () => {
    expect(matches("tag:a.b", line("I", "axb", ""))).toBe(false);
    expect(matches("tag:a(b)*", line("I", "a(b)c", ""))).toBe(true);
  });

  it.each([
    ["/(/", "bad_regex"],
    ["level:X", "bad_level"],
    ["-level:I,nope", "bad_level"],
    ["pid:abc", "bad_number"],
    ["tag:", "no_value"],
    ['msg:""', "no_value"],
  ])("tells what is wrong with %s", (query, kind) => {
    expect(parseLogQuery(query)).toMatchObject({ ok: false, error: { kind, term: query } });
  });

  it("never throws and never loops, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (query) => {
        const parsed = parseLogQuery(query);
        if (parsed.ok) expect(typeof parsed.value(cart)).toBe("boolean");
        else expect(parsed.error.term.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it("ranks levels from verbose to fatal", () => {
    const levels = (["V", "D", "I", "W", "E", "F"] as const).filter((level) => atLeast("W")(line(level, "t", "m")));
    expect(levels).toEqual(["W", "E", "F"]);
  });
});
