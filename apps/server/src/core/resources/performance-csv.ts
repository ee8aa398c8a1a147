import { NET_OF, SERIES, SERIES_NAMES } from "@udt/contract";
import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { csvHeader, csvLine, type Cell } from "../../platform/csv.ts";

const COLUMNS = [
  "time",
  "timestamp (ms)",
  ...SERIES_NAMES.map((name) => `${name} (${SERIES[name].unit})`),
  "net_of",
  "is_simulated",
];
/** Rows that are written at once. */
const STEP = 500;

/** A recording of performance as a table, written while it is read. A line that is no sample is left out. */
export async function* performanceCsv(recording: Readable): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  let rows: string[] = [];
  for await (const line of createInterface({ input: recording, crlfDelay: Infinity })) {
    const cells = cellsOf(line);
    if (cells) rows.push(`${csvLine(cells)}\r\n`);
    if (rows.length < STEP) continue;
    yield rows.join("");
    rows = [];
  }
  yield rows.join("");
}

/** What comes from agents is taken for what it should be, or not at all. */
function cellsOf(line: string): Cell[] | undefined {
  const sample = objectOf(line);
  const timestamp = sample?.["timestamp"];
  if (sample === undefined || typeof timestamp !== "number" || !Number.isFinite(new Date(timestamp).getTime()))
    return undefined;
  return [
    new Date(timestamp).toISOString(),
    timestamp,
    ...SERIES_NAMES.map((name) => {
      const value = sample[name];
      return typeof value === "number" ? value : null;
    }),
    NET_OF.find((one) => one === sample["net_of"]) ?? null,
    sample["is_simulated"] === true,
  ];
}

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
