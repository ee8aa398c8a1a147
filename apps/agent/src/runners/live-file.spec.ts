import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, onEnd } from "../../test/harness.ts";
import { LiveFile } from "./live-file.ts";

const LINE = "x".repeat(1_023);

test("what is written faster than it is heard is told a piece at a time, and all of it", async () => {
  const path = join(await makeFolder(), "lines");
  const heard: string[] = [];
  const file = await LiveFile.open(path, (line) => heard.push(line));
  onEnd(() => file.close());
  await appendFile(path, `${LINE}\n`.repeat(10_000));
  expect(await file.read()).toBe(true);
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThan(2_000);
  while (await file.read());
  expect(heard).toHaveLength(10_000);

  await appendFile(path, `${LINE}\nhalf`);
  expect(await file.read()).toBe(false);
  expect(heard).toHaveLength(10_001);
  await appendFile(path, ` a line\n${`${LINE}\n`.repeat(5_000)}`);
  await file.readAll();
  expect(heard[10_001]).toBe("half a line");
  expect(heard).toHaveLength(15_002);
});
