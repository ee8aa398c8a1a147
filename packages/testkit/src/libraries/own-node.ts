/** What Node's own test runner says of a library: its events, read as the cases that they are, its totals, its file. */
import { join, relative, resolve } from "node:path";
import type { JunitCase } from "@udt/contract";
import { readXml } from "../xml-tree.ts";
import { casesOf, ownRun, type Verdict } from "./own-reports.ts";

interface Event {
  type: string;
  name: string;
  nesting: number;
  file: string;
  kind: string;
  skip?: unknown;
  todo?: unknown;
  failure?: string;
}
/** An event with what is around it. */
interface Placed {
  event: Event;
  path: string;
  isInTest: boolean;
}

const REPORTER = `export default async function* (events) {
  for await (const { type, data } of events) {
    const { name, nesting, file, skip, todo, details = {}, counts } = data;
    if (type === "test:pass" || type === "test:fail") {
      const failure = details.error?.failureType;
      yield JSON.stringify({ type, name, nesting, file, kind: details.type, skip, todo, failure }) + "\\n";
    } else if (type === "test:summary" && !file) yield JSON.stringify({ counts }) + "\\n";
  }
}`;
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const [EVENTS, JUNIT] = ["events.jsonl", "own.xml"] as const;
const CANCELLED = "cancelledByParent";
// oxlint-disable-next-line no-control-regex -- Node writes into XML what may not stand in it.
const NOT_XML = /[\0-\x08\x0B\x0C\x0E-\x1F]/g;
const toXml = (text: string) => text.replace(NOT_XML, "\uFFFD").replaceAll("]]>", "]]&gt;");

export interface OwnCase {
  name: string;
  /** A suite that failed by itself, which Node counts as no test; its file names it only where nothing is in it. */
  isSuite: boolean;
  verdict: Verdict;
}
export type Totals = Record<"tests" | "passed" | "failed" | "skipped" | "todo", number>;

export interface OwnNode {
  /** Its cases, and each suite and file that failed by itself. */
  own: OwnCase[];
  /** As Node counts its tests, and as the events do that it tells of them. */
  counts: Totals;
  counted: Totals;
  junit: JunitCase[];
}

export async function ownNode(library: string, attempt: number): Promise<OwnNode> {
  const argvOf = (folder: string) => {
    const reporters = [dataUrl(REPORTER), "junit"].map((one) => `--test-reporter=${one}`);
    const places = [EVENTS, JUNIT].map((name) => `--test-reporter-destination=${join(folder, name)}`);
    return [process.execPath, "--test", ...reporters, ...places] as const;
  };
  const [events, xml] = await ownRun(library, attempt, argvOf, [EVENTS, JUNIT]);
  const lines = events!.trim().split("\n");
  const { counts } = JSON.parse(lines.pop()!) as { counts: Totals & { cancelled: number } };
  const all = lines.map((line) => JSON.parse(line) as Event);
  const { tests, passed, failed, cancelled, skipped, todo } = counts;
  return {
    own: ownCases(all, library),
    counts: { tests, passed, failed: failed + cancelled, skipped, todo },
    counted: countedOf(all),
    junit: casesOf(readXml(toXml(xml!))),
  };
}

function countedOf(all: readonly Event[]): Totals {
  const tests = all.filter(({ kind }) => kind !== "suite");
  const told = tests.filter(({ skip, todo }) => skip === undefined && todo === undefined);
  return {
    tests: tests.length,
    passed: told.filter(({ type }) => type === "test:pass").length,
    failed: told.filter(({ type }) => type === "test:fail").length,
    skipped: tests.filter(({ skip }) => skip !== undefined).length,
    todo: tests.filter(({ skip, todo }) => skip === undefined && todo !== undefined).length,
  };
}

/** What is around a test is told after it. */
function ownCases(all: readonly Event[], library: string): OwnCase[] {
  let open: Placed[] = [];
  return all.flatMap((event) => {
    const inside = open
      .filter((one) => one.event.nesting > event.nesting)
      .map(({ event: within, path, isInTest }) => ({
        event: { ...within, nesting: event.nesting },
        path: `${event.name} > ${path}`,
        isInTest: isInTest || event.kind !== "suite",
      }));
    open = open.filter((one) => one.event.nesting <= event.nesting);
    open.push(...inside, { event, path: event.name, isInTest: false });
    if (event.nesting > 0) return [];
    return open.splice(0).flatMap((one, _at, whole) => ownCase(one, whole, library));
  });
}

function ownCase({ event, path, isInTest }: Placed, list: readonly Placed[], library: string): OwnCase[] {
  const file = relative(library, event.file);
  const isLeftOut = event.skip !== undefined || event.todo !== undefined;
  const verdict = isLeftOut ? "skipped" : event.type === "test:pass" ? "passed" : "failed";
  if (isInTest) return [];
  const name = resolve(library, event.name) === event.file ? file : `${file}: ${path}`;
  const one: OwnCase = { name, isSuite: event.kind === "suite" && event.skip === undefined, verdict };
  if (event.kind !== "suite" || event.skip !== undefined) return [one];
  if (verdict !== "failed" || event.failure === CANCELLED) return [];
  const within = list.filter((other) => other.path.startsWith(`${path} > `));
  const isSaid = within.some((other) =>
    event.failure === "subtestsFailed"
      ? other.event.type === "test:fail" && other.event.skip === undefined && other.event.todo === undefined
      : other.event.failure === CANCELLED,
  );
  return isSaid ? [] : [one];
}
