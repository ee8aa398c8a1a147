import type { LogLine } from "@udt/contract";
import { expectLinear } from "@udt/testkit/work";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atLeast, parseLogQuery } from "./log-query.ts";
import { termsOf } from "./log-terms.ts";

const line = (level: LogLine[1], tag: string, message: string, pid = 100, tid = 200): LogLine => [
  1_700_000_000_000,
  level,
  tag,
  pid,
  tid,
  message,
];
async function matches(query: string, candidate: LogLine): Promise<boolean> {
  const parsed = await parseLogQuery(query);
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
  ])("%s", async (query, first, second, third) => {
    const found = [matches(query, cart), matches(query, http), matches(query, crash)];
    expect(await Promise.all(found)).toEqual([first, second, third]);
  });

  it("takes tags literally but for the star", async () => {
    expect(await matches("tag:a.b", line("I", "axb", ""))).toBe(false);
    expect(await matches("tag:a(b)*", line("I", "a(b)c", ""))).toBe(true);
    expect(await matches("tag:a*b*c", line("I", "AxBxC", ""))).toBe(true);
    expect(await matches("tag:ab*ba", line("I", "aba", ""))).toBe(false);
    expect(await matches("tag:a*b*b", line("I", "axb", ""))).toBe(false);
  });

  it.each([
    ["/(/", "bad_regex"],
    ["/a(?=b)/", "unsupported_regex"],
    ["/(?<!a)b/i", "unsupported_regex"],
    ["/(a)\\1/", "unsupported_regex"],
    ["/a{1,2000}/", "unsupported_regex"],
    ["level:X", "bad_level"],
    ["-level:I,nope", "bad_level"],
    ["pid:abc", "bad_number"],
    ["tag:", "no_value"],
    ['msg:""', "no_value"],
  ])("tells what is wrong with %s", async (query, kind) => {
    expect(await parseLogQuery(query)).toMatchObject({ ok: false, error: { kind, term: query } });
  });

  it("never throws and never loops, whatever is typed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (query) => {
        const parsed = await parseLogQuery(query);
        if (parsed.ok) expect(typeof parsed.value(cart)).toBe("boolean");
        else expect(parsed.error.term.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it("splits a query into its terms", () => {
    const split = (query: string) => termsOf(query).map(({ source, field, value }) => [source, field, value]);
    expect(split('a" -"b c"d tag:"e f" - -MSG:g')).toEqual([
      ['a"', "text", 'a"'],
      ['-"b c"', "text", "b c"],
      ["d", "text", "d"],
      ['tag:"e f"', "tag", "e f"],
      ["-", "text", "-"],
      ["-MSG:g", "msg", "g"],
    ]);
    expect(split(String.raw`/a\/ b/ /v1/x /c d/i /e f g/ //`)).toEqual([
      [String.raw`/a\/ b/`, "regex", String.raw`a\/ b`],
      ["/v1/x", "text", "/v1/x"],
      ["/c d/i", "regex", "c d"],
      ["/e", "text", "/e"],
      ["f", "text", "f"],
      ["g/", "text", "g/"],
      ["//", "text", "//"],
    ]);
  });

  it.each(["/(a+)+$/", "/^(?:a|a)*$/i", "/a*a*a*b/", "tag:a*a*a*a*b"])("matches %s in time", async (query) => {
    const parsed = await parseLogQuery(query);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    expectLinear((size) => parsed.value(line("I", `${"a".repeat(size)}!`, `${"a".repeat(size)}!`)));
  });

  it.each(["/\\/ ", "/ ", "\\", '"', "-", "/a b"])("reads many %j in time", (unit) => {
    expectLinear((size) => termsOf(unit.repeat(size / unit.length)));
  });

  it("ranks levels from verbose to fatal", () => {
    const levels = (["V", "D", "I", "W", "E", "F"] as const).filter((level) => atLeast("W")(line(level, "t", "m")));
    expect(levels).toEqual(["W", "E", "F"]);
  });
});
