import { cpus, loadavg, totalmem } from "node:os";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One measured figure. Lower is better wherever there is a budget. */
export interface Row {
  what: string;
  unit: "ms" | "%" | "MB" | "KB" | "fps" | "×" | "Mbit/s" | "MB/s" | "/s" | "";
  value: number;
  /** The most that the value may be. */
  budget?: number;
  /** The least that the value may be, for rates. */
  at_least?: number;
  /** The same on this machine in this run with nothing of UDT in between. */
  floor?: number;
}

export interface Benchmark {
  title: string;
  run(): Promise<{ rows: Row[]; notes?: string[] }>;
}

const resultsDir = fileURLToPath(new URL("../../results/", import.meta.url));

/** How far a row is from its budget: `met`, `MISSED by ×1.40`, or empty where there is no budget. */
export function verdictOf(row: Row): string {
  const miss =
    row.budget !== undefined
      ? row.value / row.budget
      : row.at_least !== undefined
        ? row.at_least / row.value
        : undefined;
  if (miss === undefined) return "";
  return miss <= 1 ? "met" : `MISSED by ×${miss.toFixed(2)}`;
}

const ratioOf = (row: Row): number | undefined =>
  row.floor === undefined || row.floor === 0 ? undefined : row.value / row.floor;

export function printTable(rows: readonly Row[]): void {
  const text = (value: number | undefined, unit = "") =>
    value === undefined ? "" : `${Number(value.toPrecision(4))}${unit && ` ${unit}`}`;
  const cells = [
    ["what", "budget", "floor", "value", "ratio", "verdict"],
    ...rows.map((row) => [
      row.what,
      row.at_least === undefined ? text(row.budget, row.unit) : `≥ ${text(row.at_least, row.unit)}`,
      text(row.floor, row.unit),
      text(row.value, row.unit),
      ratioOf(row) === undefined ? "" : `×${ratioOf(row)!.toFixed(2)}`,
      verdictOf(row),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  for (const line of cells)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}

/** Writes `bench/results/<name>.json`: figures, and what is needed to compare them with another machine's. */
export function writeResult(
  name: string,
  title: string,
  rows: readonly Row[],
  notes: string[],
  loadBefore: number,
): void {
  const result = {
    benchmark: name,
    title,
    date: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memory_mb: Math.round(totalmem() / 2 ** 20),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      load_average_before: loadBefore,
      load_average_after: loadavg()[0],
    },
    rows: rows.map((row) => ({ ...row, ratio: ratioOf(row) ?? null, verdict: verdictOf(row) })),
    notes,
  };
  mkdirSync(resultsDir, { recursive: true });
  writeFileSync(`${resultsDir}${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
}
