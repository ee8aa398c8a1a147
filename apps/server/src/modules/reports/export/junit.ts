import type { CaseDetail, CaseRun } from "@udt/contract";
import type { ReportData } from "./report-data.ts";

/** Characters that XML 1.0 cannot carry, not even escaped. https://www.w3.org/TR/xml/#charsets */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, "\uFFFD")
    .replace(/[&<>"]/g, (one) => ENTITIES[one]!);
/** In an attribute white space must be written out, or it is read as a space. */
const attribute = (text: string): string => xml(text).replace(/[\t\r\n]/g, (one) => `&#${one.charCodeAt(0)};`);
const seconds = (ms: number | null): string => ((ms ?? 0) / 1000).toFixed(3);

/** The common form of JUnit XML: one suite a run. https://github.com/testmoapp/junitxml */
export async function* junitOf(data: ReportData): AsyncGenerator<string> {
  const { run } = data;
  const { totals, test } = run;
  const skipped = totals.total - totals.failed - (totals.success - totals.skipped);
  const took = test.started_at === null || test.ended_at === null ? null : test.ended_at - test.started_at;
  const counts = `tests="${totals.total}" failures="${totals.failed}" errors="0" skipped="${skipped}" time="${seconds(took)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${attribute(run.job_name)}" ${counts}>\n`;
  const started = new Date(test.started_at ?? test.created_at).toISOString().slice(0, 19);
  yield `<testsuite name="${attribute(run.job_name)}" ${counts} timestamp="${started}" id="${test.test_id}">\n`;
  yield properties({
    framework: run.framework,
    library: run.library_name,
    commit: run.commit_id,
    app: run.app_name,
    app_version: run.app_version,
    execution: run.execution,
    verdict: run.verdict ?? "",
  });
  for await (const { list, details } of data.cases())
    yield list.map((one) => caseOf(one, details.get(one.case_run_id))).join("");
  yield "</testsuite>\n</testsuites>\n";
}

function properties(values: Record<string, string>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `<property name="${name}" value="${attribute(value)}"/>\n`,
  );
  return `<properties>\n${lines.join("")}</properties>\n`;
}

function caseOf(one: CaseRun, detail: CaseDetail | undefined): string {
  const head = `<testcase classname="${attribute(one.file || one.case_key)}" name="${attribute(one.name)}" time="${seconds(one.cost)}"`;
  const device =
    one.device_model === "" ? "" : properties({ device: one.device_model, device_seq: String(one.device_seq ?? "") });
  const outcome = outcomeOf(one, detail);
  return device + outcome === "" ? `${head}/>\n` : `${head}>${device}${outcome}</testcase>\n`;
}

function outcomeOf(one: CaseRun, detail: CaseDetail | undefined): string {
  if (one.state === "failed") {
    const message = detail?.message || one.error;
    return `<failure message="${attribute(one.error)}" type="${one.cause}">${xml(message)}</failure>`;
  }
  if (one.state === "success") return one.cause === "skipped" ? "<skipped/>" : "";
  const reason = one.cause === "none" ? one.state : `${one.state}: ${one.cause}`;
  return `<skipped message="${attribute(reason)}"/>`;
}
