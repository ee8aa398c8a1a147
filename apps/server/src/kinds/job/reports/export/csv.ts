import Papa from "papaparse";
import { junitIdentity, type CaseDetail, type CaseRun, type Slot } from "@udt/contract";
import type { ReportData } from "./report-data.ts";
import { caseWhy } from "./why.ts";

const COLUMNS = [
  "case",
  "classname",
  "file",
  "function",
  "case_key",
  "state",
  "cause",
  "compared",
  "flaky",
  "attempt",
  "device_seq",
  "device",
  "serial",
  "lost_devices",
  "started_at",
  "ended_at",
  "cost_ms",
  "error",
] as const;

/** Spreadsheets run a cell that begins so; after a quote it is text. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

const FORM: Papa.UnparseConfig = {
  escapeFormulae: FORMULA,
  // Some spreadsheets part cells by these, whatever the rest of the file does.
  quotes: (value) => typeof value === "string" && /[;\t]/.test(value),
};

type Cell = string | number | boolean | null;

/** A line without its end. */
const lineOf = (cells: readonly Cell[]): string => Papa.unparse([cells], FORM);

export const cell = (value: Cell): string => lineOf([value]);

const time = (at: number | null) => (at === null ? "" : new Date(at).toISOString());
const nameOf = ({ model, serial }: { model: string; serial: string }) => `${model} (${serial})`;

/** RFC 4180, with the byte order mark that makes Excel read UTF-8. */
export async function* csvOf(data: ReportData): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(COLUMNS)}\r\n`;
  const slots = new Map(data.slots.map((slot) => [slot.device_seq, slot]));
  for await (const { list, details } of data.cases())
    yield list.map((one) => line(data, one, slots.get(one.device_seq ?? -1), details.get(one.case_run_id))).join("");
}

function line({ run }: ReportData, one: CaseRun, slot: Slot | undefined, detail: CaseDetail | undefined): string {
  const { classname, name } = junitIdentity(run.framework, one);
  const isSkipped = one.state === "success" && one.cause === "skipped";
  // The device that ran the case is one of those that its slot had.
  const device = [slot, ...(slot?.lost_devices ?? [])].find((each) => each?.device_id === one.device_id);
  const lost = slot?.lost_devices.filter(({ device_id }) => device_id !== one.device_id) ?? [];
  const cells = [
    name,
    classname,
    one.file,
    one.function,
    one.case_key,
    isSkipped ? "skipped" : one.state,
    one.cause,
    one.compared,
    one.flaky,
    one.attempt,
    one.device_seq,
    one.device_model,
    one.device_id === null ? "" : (device?.serial ?? ""),
    lost.map(nameOf).join(", "),
    time(one.started_at),
    time(one.ended_at),
    one.cost,
    // Why it was skipped is all that a skipped case says.
    caseWhy(one) || (isSkipped ? (detail?.message ?? "") : ""),
  ];
  return `${lineOf(cells)}\r\n`;
}
