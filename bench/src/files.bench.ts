import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ENDPOINTS, fillPath, XHR_HEADER } from "@udt/contract";
import { freePortRun, type Udt } from "@udt/testkit";
import { cpuSeconds } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { endSession, processesOf, PROJECT, startMeasuredUdt, startSession } from "./lib/udt.ts";

const FILE_BYTES = 64 * 1024 ** 2;
/** By turns, so that what else the machine does falls on both alike. */
const TIMES = 7;
/** Of plain adb's speed. */
const WANTED = 0.8;

const run = promisify(execFile);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

type Way = "push" | "pull";
const WAYS: readonly Way[] = ["push", "pull"];

/** What each process works for a transfer: where the time goes that is not waited for. */
function workOf(udt: Udt) {
  const { roles, pids } = processesOf(udt);
  const worked = { push: pids.map(() => 0), pull: pids.map(() => 0) };
  return {
    async during(way: Way, work: () => Promise<number>): Promise<number> {
      const before = pids.map(cpuSeconds);
      const took = await work();
      pids.forEach((pid, index) => (worked[way][index]! += cpuSeconds(pid) - before[index]!));
      return took;
    },
    told: (way: Way) =>
      `CPU for a ${way} through the API: ${roles.map((role, index) => `${role} ${Math.round((worked[way][index]! * 1000) / TIMES)} ms`).join(", ")}`,
  };
}

/** Pushes and pulls by `curl` through the API, as scripts do. */
async function byApi(udt: Udt, params: { test_id: string; device_id: string }) {
  const cookie = await sessionCookie(udt);
  const headers = Object.entries({ ...XHR_HEADER, cookie, "content-type": "application/octet-stream" });
  const curl = (path: string, ...words: string[]) => {
    const query = new URLSearchParams({ ...PROJECT, path, replace: "1" });
    const url = `${udt.url}${fillPath(ENDPOINTS.fileUpload.path, params)}?${query.toString()}`;
    return run("curl", ["-sSf", ...headers.flatMap(([name, value]) => ["-H", `${name}: ${value}`]), ...words, url]);
  };
  return {
    push: (file: string, path: string) => curl(path, "-T", file),
    pull: (path: string, file: string) => curl(path, "-o", file),
  };
}

export default {
  title: "64 MiB to a virtual phone and back through the API; floor: adb push and pull on the same phone",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-files-"));
    const [local, back] = [join(folder, "local.bin"), join(folder, "back.bin")];
    writeFileSync(local, randomBytes(FILE_BYTES));
    const port = await freePortRun(1);
    const udt = await startMeasuredUdt(1);
    const adb = (...words: string[]) => run(process.env["UDT_ADB"] ?? "adb", ["-P", String(port), ...words]);
    try {
      const client = await udt.signIn();
      const [device] = await udt.idleDevices(1);
      const { device_id } = device!;
      const test_id = await startSession(client, device_id);
      const api = await byApi(udt, { test_id, device_id });
      const address = udt.phoneAddresses[0]!;
      await adb("connect", address);
      const paths = { api: "/data/local/tmp/by api.bin", adb: "/data/local/tmp/by-adb.bin" };
      const took: Record<Way, { api: number[]; adb: number[] }> = {
        push: { api: [], adb: [] },
        pull: { api: [], adb: [] },
      };
      const cpu = workOf(udt);
      for (let time = 0; time < TIMES; time++) {
        took.push.adb.push(await timed(() => adb("-s", address, "push", local, paths.adb)));
        took.push.api.push(await cpu.during("push", () => timed(() => api.push(local, paths.api))));
        took.pull.adb.push(await timed(() => adb("-s", address, "pull", paths.adb, back)));
        took.pull.api.push(await cpu.during("pull", () => timed(() => api.pull(paths.api, back))));
      }
      await endSession(client, test_id, device_id);
      const rows = WAYS.map((way): Row => {
        const floor = median(took[way].adb);
        return { what: `${way} of 64 MiB`, unit: "ms", value: median(took[way].api), budget: floor / WANTED, floor };
      });
      return { rows, notes: [`medians of ${TIMES}, by turns with adb`, ...WAYS.map(cpu.told)] };
    } finally {
      await adb("kill-server").catch(() => undefined);
      await udt.stop();
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Benchmark;
