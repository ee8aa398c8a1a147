/**
 * `npm test`: every check, then the tests, one closing line; of journeys those whose turn it is (`turns.ts`), and with
 * `--whole` all of them. `npm test -- <vitest filters>` runs only the tests they name;
 * `npm test -- --changed [commit]` every check, and the tests that import what has changed since then, or is not committed.
 * The checks run first because they are quick; all of them run even when one fails, so that one round shows everything.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkCircles } from "./check-circles.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { checkImports } from "./check-imports.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkRatchets } from "./check-ratchets.ts";
import { checkTables } from "./check-tables.ts";
import { checkTree } from "./check-tree.ts";
import { slowTests, type FileTimes } from "./slow-tests.ts";
import { ensureSystemTools } from "./system-tools.ts";
import { leftOut, TURN_OF_JOURNEYS, turnOf } from "./turns.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const isWhole = process.argv.includes("--whole");
const filters = process.argv.slice(2).filter((filter) => filter !== "--whole");
// A change may be such that no test knows it.
const isOfChange = filters.some((filter) => filter.startsWith("--changed"));
const failures: string[] = [];

function command(title: string, file: string, args: string[]): boolean {
  const started = performance.now();
  const done = spawnSync(file, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  const passed = done.status === 0;
  console.log(`${passed ? "ok  " : "FAIL"} ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!passed) failures.push(title);
  return passed;
}

function facts(title: string, problems: string[]): void {
  for (const problem of problems) console.error(`  ${problem}`);
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${title}`);
  if (problems.length > 0) failures.push(title);
}

if (filters.length === 0 || isOfChange) {
  command("format", bin("oxfmt"), ["--check", "."]);
  command("lint", bin("oxlint"), ["--deny-warnings"]);
  command("types", bin("tsc"), ["-p", "tsconfig.json"]);
  command("types of the console", bin("tsc"), ["-p", "apps/console/tsconfig.json"]);
  facts("import table", checkImports(root));
  facts("tables", checkTables(root));
  facts("tree", checkTree(root));
  facts("patterns", checkPatterns(root));
  facts("dependencies", checkDependencies(root));
  facts("circles", checkCircles(root));
  facts("ratchets", checkRatchets(root));
}

const tools = ensureSystemTools();
const turn = filters.length === 0 && !isWhole ? turnOf(root) : undefined;
if (turn !== undefined)
  console.log(`${leftOut(root, turn).length} journeys have another turn; npm test -- --whole runs them too`);
const scratch = mkdtempSync(join(tmpdir(), "udt-test-"));
const report = join(scratch, "report.json");
// What Node has compiled for one of the tests' many processes it need not compile for the next.
const env = {
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/tests"),
  ...process.env,
  ...tools,
  ...(turn === undefined ? {} : { [TURN_OF_JOURNEYS]: String(turn) }),
};
const tests = spawnSync(
  bin("vitest"),
  [
    "run",
    ...(isOfChange ? ["--passWithNoTests"] : []),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...filters,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env,
    shell: process.platform === "win32",
  },
);
let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
try {
  const read = JSON.parse(readFileSync(report, "utf8")) as typeof counts & FileTimes;
  counts = read;
  if (filters.length === 0) for (const slow of slowTests(root, read)) console.log(`slow ${slow}`);
} catch (error) {
  failures.push(`tests left no report: ${String(error)}`);
}
rmSync(scratch, { recursive: true, force: true });
if (tests.status !== 0) failures.push("tests");
for (const failure of failures) console.error(`failed: ${failure}`);
console.log(
  `${counts.numPassedTests} passed, ${counts.numFailedTests + (failures.length > 0 && counts.numFailedTests === 0 ? 1 : 0)} failed, ${counts.numPendingTests} skipped`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
