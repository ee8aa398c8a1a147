import { expect, test } from "vitest";
import type { LogEntry } from "../index.ts";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

export function describeLog(target: () => ConformanceTarget): void {
  const writeLog = (tag: string, message: string) => given(target(), "writeLog")(tag, message);

  test("gives the newest lines and then follows", async () => {
    const log = capability(target(), "log");
    await writeLog("conformance", "before");
    const leaving = new AbortController();
    const seen: LogEntry[] = [];
    for await (const entries of log.follow(50, leaving.signal)) {
      seen.push(...entries);
      const messages = seen.filter(({ tag }) => tag === "conformance").map(({ message }) => message);
      if (messages.includes("before") && !messages.includes("after: é")) await writeLog("conformance", "after: é");
      if (messages.includes("after: é")) leaving.abort();
    }
    const own = seen.filter(({ tag }) => tag === "conformance");
    expect(own.map(({ message }) => message)).toEqual(["before", "after: é"]);
    for (const entry of own) {
      expect(Math.abs(entry.time - Date.now())).toBeLessThan(24 * 3600_000);
      expect(entry.level).toBe("I");
    }
  });

  test("forgets when told to", async () => {
    const log = capability(target(), "log");
    await writeLog("conformance", "old");
    await log.clear(soon());
    await writeLog("conformance", "new");
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const entries of log.follow(1000, leaving.signal)) {
      seen.push(...entries.filter(({ tag }) => tag === "conformance").map(({ message }) => message));
      if (seen.includes("new")) leaving.abort();
    }
    expect(seen).toEqual(["new"]);
  });
}
