import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const child = fileURLToPath(new URL("ending-child.ts", import.meta.url));

it.runIf(process.platform === "linux")("a soak that is told to end leaves nothing behind", async () => {
  const soak = fork(child, { execArgv: [] });
  const exited = once(soak, "exit");
  const [{ pid, dataDir }] = (await once(soak, "message")) as [{ pid: number; dataDir: string }];
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  soak.kill("SIGTERM");
  expect(await exited).toEqual([143, null]);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(existsSync(dataDir)).toBe(false);
});
