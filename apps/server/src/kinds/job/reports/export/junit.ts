import type { CaseRun, JunitCase, Run, Slot } from "@udt/contract";
import { has, seconds, testcase, toldCases } from "./junit-case.ts";
import type { JunitCounts, ReportData } from "./report-data.ts";
import { whyForPrograms } from "./why.ts";
import { attributesOf, element, xmlText } from "./xml.ts";

const NOTHING: JunitCounts = { tests: 0, failures: 0, errors: 0, skipped: 0, cost: 0 };

/**
 * JUnit XML as the run's framework writes it, with what the platform knows besides as further attributes. Where each device
 * ran every case there is for each what its framework would have written on it, one after the other.
 */
export async function* junitOf(data: ReportData): AsyncGenerator<string> {
  const { run, slots } = data;
  const { test } = run;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributesOf({
    ...(run.framework === "pytest" ? { name: "pytest tests", job: run.job_name } : { name: run.job_name }),
    id: test.test_id,
    run_number: run.run_number,
    library: run.library_name,
    commit: run.commit_id,
    app: run.app_name,
    app_version: run.app_version,
    execution: run.execution,
    verdict: run.verdict ?? undefined,
  })}>\n`;
  yield* run.framework === "node_test" ? nested(data) : flat(data, slots);
  yield verdictSuite(run);
  yield "</testsuites>\n";
}

/**
 * What a run came to by more than its cases, as a case beside theirs: tools that read the file fail a build by nothing else.
 * What its verdict does not cover counts as skipped.
 */
function verdictSuite(run: Run): string {
  const { verdict_reason, verdict_note } = run;
  const said = verdict_reason ?? verdict_note;
  if (said === null) return "";
  const note = verdict_note === null ? "" : whyForPrograms(verdict_note);
  const about = { message: whyForPrograms(said), type: said.code };
  const inside =
    verdict_reason === null
      ? element("skipped", about)
      : element("failure", about, xmlText(about.message)) +
        (note === "" ? "" : element("system-out", {}, xmlText(note)));
  const counts = {
    tests: 1,
    failures: 0,
    errors: 0,
    skipped: 0,
    [verdict_reason === null ? "skipped" : "failures"]: 1,
  };
  const place = { classname: "udt", name: "verdict of the run", time: seconds(0) };
  return `${suiteHead(run, "udt", { ...counts, cost: 0 }, {})}${element("testcase", place, inside)}\n</testsuite>\n`;
}

/** The devices are what a test ran on. */
const hostOf = ({ test }: Run) => test.devices.map(({ serial }) => serial).join(", ") || test.test_id;
const timestamp = ({ test }: Run) => new Date(test.started_at ?? test.created_at).toISOString().slice(0, 19);

/** One suite with all cases, or one for each device that ran them all. */
async function* flat(data: ReportData, slots: readonly Slot[]): AsyncGenerator<string> {
  const { run } = data;
  const counts = await data.countsByDevice();
  const isApart = run.config.mode === "sequential" && slots.length > 1;
  const all = [...counts.values()].reduce(add, NOTHING);
  let open: number | null | undefined;
  for await (const { list, details, reported } of data.casesByDevice()) {
    for (const one of list) {
      const told = toldCases(run.framework, one, details.get(one.case_run_id), reported.get(one.case_run_id));
      if (open === undefined || (isApart && open !== one.device_seq)) {
        if (open !== undefined) yield "</testsuite>\n";
        const slot = isApart ? slots.find(({ device_seq }) => device_seq === one.device_seq) : undefined;
        yield suiteHead(
          run,
          told[0]?.suites[0] ?? run.job_name,
          isApart ? (counts.get(one.device_seq) ?? NOTHING) : all,
          {
            device: slot?.model,
            serial: slot?.serial,
            device_seq: slot?.device_seq,
          },
        );
        open = one.device_seq;
      }
      yield told.map((each) => testcase(each, one)).join("");
    }
  }
  if (open === undefined) yield suiteHead(run, run.job_name, NOTHING, {});
  yield "</testsuite>\n";
}

const add = (a: JunitCounts, b: JunitCounts): JunitCounts => ({
  tests: a.tests + b.tests,
  failures: a.failures + b.failures,
  errors: a.errors + b.errors,
  skipped: a.skipped + b.skipped,
  cost: a.cost + b.cost,
});

function suiteHead(
  run: Run,
  name: string,
  { cost, ...counts }: JunitCounts,
  added: Parameters<typeof attributesOf>[0],
): string {
  const head = { name, ...counts, time: seconds(cost), timestamp: timestamp(run), hostname: hostOf(run) };
  return `<testsuite${attributesOf({ ...head, ...added })}>\n`;
}

/** A suite of node:test, as far as it has been read. */
interface Suite {
  name: string;
  inside: (Suite | { told: JunitCase; one: CaseRun })[];
}

/** node:test's suites within suites. One of the outermost is put together at a time. */
async function* nested(data: ReportData): AsyncGenerator<string> {
  let held: { place: string; suite: Suite } | undefined;
  for await (const { list, details, reported } of data.casesByDevice()) {
    for (const one of list) {
      const cases = toldCases(data.run.framework, one, details.get(one.case_run_id), reported.get(one.case_run_id));
      for (const told of cases) {
        const [first, ...inner] = told.suites;
        const at =
          first === undefined ? undefined : { first, place: JSON.stringify([one.device_seq, one.file, first]) };
        if (held && held.place !== at?.place) {
          yield written(held.suite, data.run).text;
          held = undefined;
        }
        if (at === undefined) yield testcase(told, one);
        else {
          held ??= { place: at.place, suite: { name: at.first, inside: [] } };
          putInto(held.suite, inner, { told, one });
        }
      }
    }
  }
  if (held) yield written(held.suite, data.run).text;
}

function putInto(suite: Suite, names: readonly string[], found: { told: JunitCase; one: CaseRun }): void {
  const [first, ...inner] = names;
  if (first === undefined) return void suite.inside.push(found);
  const last = suite.inside.at(-1);
  const isOpen = last !== undefined && "inside" in last && last.name === first;
  const next: Suite = isOpen ? last : { name: first, inside: [] };
  if (!isOpen) suite.inside.push(next);
  putInto(next, inner, found);
}

/** As node:test counts: a suite that holds a failure is one failure of the suite around it. */
function written(suite: Suite, run: Run): { text: string; time: number; failed: boolean } {
  const parts = suite.inside.map((one) => {
    if ("inside" in one) return { ...written(one, run), skipped: false };
    const { told } = one;
    const time = Number(told.attributes["time"] ?? 0);
    return {
      text: testcase(told, one.one),
      time,
      failed: has(told, "failure", "error"),
      skipped: has(told, "skipped"),
    };
  });
  const time = parts.reduce((sum, part) => sum + part.time, 0);
  const failures = parts.filter(({ failed }) => failed).length;
  const head = {
    name: suite.name,
    time: time.toFixed(6),
    disabled: 0,
    errors: 0,
    tests: parts.length,
    failures,
    skipped: parts.filter(({ skipped }) => skipped).length,
    timestamp: timestamp(run),
    hostname: hostOf(run),
  };
  const text = `<testsuite${attributesOf(head)}>\n${parts.map((part) => part.text).join("")}</testsuite>\n`;
  return { text, time, failed: failures > 0 };
}
