import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildApk } from "@udt/appfile/testing";
import { LIMITS } from "@udt/contract";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { cpuSeconds } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { startMeasuredUdt } from "./lib/udt.ts";

/** Room for what is not padding. */
const PADDING_BYTES = LIMITS.app_size_max_bytes - 64 * 1024;
const WAIT_MS = 600_000;

interface Marks {
  /** Milliseconds of the page's clock at which each step showed first, by its number, and the end. */
  [step: string]: number;
}
declare global {
  interface Window {
    udtMarks?: Marks;
  }
}

/** `curl` sends the file to a process that only writes it down. Milliseconds. */
async function byCurl(file: string, folder: string): Promise<number> {
  const receiver = fork(fileURLToPath(new URL("./upload/receiver.ts", import.meta.url)), [join(folder, "floor")]);
  try {
    const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
    const url = `http://127.0.0.1:${port}/`;
    const { stdout } = await promisify(execFile)("curl", ["-sSf", "-T", file, "-w", "%{time_total}", url]);
    return Number(stdout) * 1000;
  } finally {
    receiver.kill();
    rmSync(join(folder, "floor"), { force: true });
  }
}

/** Uploads in the applications' page, and tells when each step began. */
async function inPage(page: Page, file: string): Promise<Marks> {
  await page.evaluate(() => {
    const marks: Marks = {};
    window.udtMarks = marks;
    const look = () => {
      const row = document.querySelector<HTMLElement>(".uploads-row");
      const step =
        row?.dataset["upload"] === "running" ? /(\d)\/\d/.exec(row.textContent ?? "")?.[1] : row?.dataset["upload"];
      if (step !== undefined) marks[step] ??= performance.now();
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator('[data-upload]:not([data-upload="running"])').waitFor({ timeout: WAIT_MS });
  const marks = await page.evaluate(() => window.udtMarks!);
  if (marks["done"] === undefined) throw new Error(await page.locator(".uploads-row").innerText());
  return marks;
}

export default {
  title: "a package of 1 GB from the page to an app; floor: curl to a process that only writes the file",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-upload-"));
    const file = join(folder, "large.apk");
    writeFileSync(file, buildApk({ packageName: "dev.udt.large", paddingBytes: PADDING_BYTES }));
    const udt = await startMeasuredUdt(1);
    try {
      const { context, page } = await signedInPage(udt);
      await page.goto(`${udt.url}/demo/management/application`);
      await page.locator("input[type=file]").waitFor({ state: "attached" });
      const floors = [await byCurl(file, folder)];
      const cpuBefore = cpuSeconds(udt.server.pid);
      const marks = await inPage(page, file);
      const cpu = (cpuSeconds(udt.server.pid) - cpuBefore) * 1000;
      floors.push(await byCurl(file, folder));
      await context.close();
      const floor = Math.min(...floors);
      const between = (from: string, to: string) => (marks[to] ?? Number.NaN) - (marks[from] ?? Number.NaN);
      const rows: Row[] = [
        { what: "all of it, from the choice of the file to the app", unit: "ms", value: between("1", "done"), floor },
        { what: "MD5 in the page's worker", unit: "ms", value: between("1", "2") },
        { what: "chunks", unit: "ms", value: between("3", "4"), floor },
        { what: "joining, checking and reading the package", unit: "ms", value: between("4", "5") },
        { what: "server CPU time for all of it", unit: "ms", value: cpu },
      ];
      return { rows, notes: [`${statSync(file).size} bytes in chunks of ${LIMITS.chunk_size_bytes}`] };
    } finally {
      await udt.stop();
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Benchmark;
