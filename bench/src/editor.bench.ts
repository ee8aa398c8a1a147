import type { Client } from "@udt/client";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import type { Benchmark } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const FILES = 2_000;
const FILE_BYTES = 4 * 1024;
const OPENINGS = 10;
const BUDGET_MS = 2_000;
const PATH = "tests/made/case-0.test.ts";
const TYPED = "typed_by_somebody";

/** A repository of the template's files, and of so many more beside them. */
async function repository(client: Client, name: string, files: number): Promise<string> {
  const query = PROJECT;
  const { repo_id } = await client.call(ENDPOINTS.scriptCreate, { query, body: { name, template: "typescript" } });
  const at = { params: { repo_id }, query };
  let { commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptTree, at);
  for (let from = 0; from < files; from += LIMITS.script_save_max) {
    const changes = Array.from({ length: Math.min(LIMITS.script_save_max, files - from) }, (_, index) => ({
      change: "write" as const,
      path: `tests/made/case-${from + index}.test.ts`,
      text: `// ${from + index}\n`.padEnd(FILE_BYTES, "const word = 1;\n"),
    }));
    const body = { base_commit_id, changes, message: "Fill" };
    ({ commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptSave, { ...at, body }));
  }
  return repo_id;
}

/** Milliseconds from the navigation's begin until what is typed then stands in the file. */
async function opening(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(".edit-code .view-lines").getByText("const word").first().click();
  await page.keyboard.insertText(TYPED);
  await page.locator(".edit-code .view-lines").getByText(TYPED).waitFor();
  return page.evaluate(() => performance.now());
}

export default {
  title: `the script editor opened in a repository of ${FILES} files, to the first word that is typed; floor: the same with one file`,
  async run() {
    const udt = await startMeasuredUdt(0);
    try {
      const client = await udt.signIn();
      const repos = [await repository(client, "Many", FILES), await repository(client, "One", 1)];
      const { context, page } = await signedInPage(udt);
      try {
        // Nothing of it is saved.
        page.on("dialog", (dialog) => void dialog.accept());
        const took: number[][] = repos.map(() => []);
        // By turns, so that what else the machine does falls on both alike; the first brings the scripts into the browser.
        for (let turn = 0; turn <= OPENINGS; turn++)
          for (const [index, repo_id] of repos.entries()) {
            const ms = await opening(page, `${udt.url}/demo/script-edit/${repo_id}?path=${PATH}`);
            if (turn > 0) took[index]?.push(ms);
          }
        const [many = [], one = []] = took;
        const row = (what: string, share: number) =>
          ({
            what,
            unit: "ms",
            value: percentile(many, share),
            floor: percentile(one, share),
            budget: BUDGET_MS,
          }) as const;
        return { rows: [row("open to typing, p50", 0.5), row("open to typing, p95", 0.95)] };
      } finally {
        await context.close();
      }
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
