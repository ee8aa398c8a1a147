import { junitIdentity, shownCaseState, type CaseDetail, type CaseRun, type Slot } from "@udt/contract";
import { csvHeader, csvLine } from "../../../../platform/csv.ts";
import type { ReportData } from "./report-data.ts";
import { caseWhy, whyForPrograms } from "./why.ts";

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
  "run_number",
  "verdict",
  "verdict_reason",
  "verdict_note",
] as const;

const time = (at: number | null) => (at === null ? "" : new Date(at).toISOString());
const nameOf = ({ model, serial }: { model: string; serial: string }) => `${model} (${serial})`;

export async function* csvOf(data: ReportData): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  const slots = new Map(data.slots.map((slot) => [slot.device_seq, slot]));
  for await (const { list, details } of data.cases())
    yield list.map((one) => line(data, one, slots.get(one.device_seq ?? -1), details.get(one.case_run_id))).join("");
}

function line({ run }: ReportData, one: CaseRun, slot: Slot | undefined, detail: CaseDetail | undefined): string {
  const { classname, name } = junitIdentity(run.framework, one);
  const state = shownCaseState(one);
  const isSkipped = state === "skipped";
  // The device that ran the case is one of those that its slot had.
  const device = [slot, ...(slot?.lost_devices ?? [])].find((each) => each?.device_id === one.device_id);
  const lost = slot?.lost_devices.filter(({ device_id }) => device_id !== one.device_id) ?? [];
  const cells = [
    name,
    classname,
    one.file,
    one.function,
    one.case_key,
    state,
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
    run.run_number,
    // Of the run, as its number is: a table of cases has no other place for it.
    run.verdict,
    run.verdict_reason && whyForPrograms(run.verdict_reason),
    run.verdict_note && whyForPrograms(run.verdict_note),
  ];
  return `${csvLine(cells)}\r\n`;
}
