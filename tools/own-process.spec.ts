import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownProcess } from "./own-process.ts";

it("names the server's specs that replace what others use, and no other", () => {
  const root = mkdtempSync(join(tmpdir(), "udt-own-"));
  const put = (path: string, source: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), source);
  };
  try {
    put("apps/server/src/a/mocks.spec.ts", 'vi.mock("./clock.ts", () => ({}));');
    put("apps/server/test/resets.spec.ts", "beforeEach(() => vi.resetModules());");
    put("apps/server/src/a/asks.spec.ts", "const answer = vi.fn();");
    put("apps/server/src/a/mocks.ts", 'vi.mock("./clock.ts");');
    put("apps/agent/src/mocks.spec.ts", 'vi.mock("./clock.ts");');
    expect(ownProcess(root)).toEqual(["apps/server/src/a/mocks.spec.ts", "apps/server/test/resets.spec.ts"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
