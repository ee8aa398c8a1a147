import type { CaseRun } from "@udt/contract";
import type { ReportData } from "./report-data.ts";

const COLUMNS = [
  "case",
  "file",
  "function",
  "state",
  "cause",
  "compared",
  "flaky",
  "attempt",
  "device_seq",
  "device",
  "started_at",
  "ended_at",
  "cost_ms",
  "error",
] as const;

/** Spreadsheets run a cell that begins so; after a quote it is text. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

export function cell(value: string | number | boolean | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const time = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** RFC 4180, with the byte order mark that makes Excel read UTF-8. */
export async function* csvOf(data: ReportData): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(",")}\r\n`;
  for await (const { list } of data.cases()) yield list.map(line).join("");
}

function line(one: CaseRun): string {
  const cells = [
    one.name,
    one.file,
    one.function,
    one.state,
    one.cause,
    one.compared,
    one.flaky,
    one.attempt,
    one.device_seq,
    one.device_model,
    time(one.started_at),
    time(one.ended_at),
    one.cost,
    one.error,
  ];
  return `${cells.map(cell).join(",")}\r\n`;
}
