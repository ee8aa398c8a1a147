/**
 * `npm run bench [-- names…]`: every benchmark, or those named, one after another. A missed budget is said loudly and is
 * no failure; a benchmark that breaks ends the run's exit code in 1.
 */
import { readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { printTable, verdictOf, writeResult, type Benchmark } from "./lib/report.ts";

const known = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(1);
}

const missed: string[] = [];
const broken: string[] = [];
for (const name of wanted.length > 0 ? wanted : known) {
  const { default: benchmark } = (await import(`./${name}.bench.ts`)) as { default: Benchmark };
  const load = loadavg()[0]!;
  console.log(`\n${name}: ${benchmark.title} (load average ${load.toFixed(2)})`);
  try {
    const { rows, notes = [] } = await benchmark.run();
    printTable(rows);
    for (const note of notes) console.log(`  ${note}`);
    writeResult(name, benchmark.title, rows, notes, load);
    for (const row of rows)
      if (verdictOf(row).startsWith("MISSED")) missed.push(`${name}: ${row.what} ${verdictOf(row)}`);
  } catch (error) {
    console.error(error);
    broken.push(name);
  }
}

if (missed.length > 0) console.log(`\nBUDGETS MISSED:\n${missed.map((line) => `  ${line}`).join("\n")}`);
if (broken.length > 0) console.error(`\nBENCHMARKS THAT BROKE: ${broken.join(", ")}`);
// A library's thread must not keep a finished run alive.
process.exit(broken.length > 0 ? 1 : 0);
