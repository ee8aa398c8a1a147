import { describe, expect, it } from "vitest";
import { startShell } from "../../../test/shell-harness.ts";

const { run } = startShell();

async function output(line: string): Promise<string> {
  const { stdout, stderr } = await run(line);
  return stdout + stderr;
}

describe("what ends an output of echo", () => {
  it.each([
    [String.raw`echo 'a\cb'`, "a"],
    [String.raw`echo 'a\\cb'`, "a\\cb\n"],
    [String.raw`echo 'a\\\cb'`, "a\\"],
    [String.raw`echo '\c'`, ""],
    [String.raw`echo 'a\'`, "a\\\n"],
  ])("%s", async (line, wanted) => {
    expect(await output(line)).toBe(wanted);
  });
});

it.each([
  ["x=$(printf 'a\\n\\nb\\n\\n\\n'); echo \"<$x>\"", "<a\n\nb>\n"],
  ["a=(5 6); echo ${a[1]} ${#a[@]}", "6 2\n"],
  ["mktemp -u /data/local/tmp/aXXb.XXXXXXc | grep -c '^/data/local/tmp/aXXb[.][A-Za-z0-9]*c$'", "1\n"],
])("reads %s", async (line, wanted) => {
  expect(await output(line)).toBe(wanted);
});
