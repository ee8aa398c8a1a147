import type { DriverCapability } from "@udt/contract";
import { CONFORMANCE_GROUPS, GROUP_NAMES, whyNot, type ConformanceGroup } from "@udt/driver/conformance-groups";
import type { Reporter, TestCase } from "vitest/node";
import type { Plan } from "./wish.ts";

/** Why an Android phone is without something. */
const WITHOUT: Partial<Record<DriverCapability, string>> = {
  fold: "the phone names no folding states (`cmd device_state print-states`)",
  audio: "sound takes Android 11 or newer",
  cameraImage: "only a virtual phone lets pictures be put before its cameras",
};

interface Row {
  group: string;
  verdict: "passed" | "failed" | "skipped";
  tests: number;
  why: string;
}

/** Collects what became of each group. */
export class Verdicts implements Reporter {
  readonly #cases = new Map<string, { passed: number; failed: string[]; skipped: string[] }>();
  /** What failed outside of any group: that the phone could not be opened, or not cleaned. */
  readonly #failures: string[] = [];
  readonly #onCase: (line: string) => void;

  constructor(onCase: (line: string) => void) {
    this.#onCase = onCase;
  }

  onTestCaseResult(test: TestCase): void {
    const { parent } = test;
    // One that stands beside the groups is about the phone as a whole.
    const name = parent.type === "suite" && parent.parent.type === "suite" ? parent.name : "capabilities";
    const row = this.#cases.get(name) ?? { passed: 0, failed: [], skipped: [] };
    this.#cases.set(name, row);
    const result = test.result();
    if (result.state === "passed") row.passed++;
    else if (result.state === "failed") row.failed.push(result.errors[0]?.message ?? "no reason told");
    else row.skipped.push((result.state === "skipped" && result.note) || "nothing told");
    this.#onCase(`${result.state === "passed" ? "✓" : result.state === "failed" ? "✗" : "–"} ${name}: ${test.name}`);
  }

  onTestRunEnd(modules: Parameters<NonNullable<Reporter["onTestRunEnd"]>>[0]): void {
    for (const module of modules) {
      for (const error of module.errors()) this.#failures.push(error.message);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) this.#failures.push(error.message);
      }
    }
  }

  get failures(): readonly string[] {
    return this.#failures;
  }

  rows({ has, ungiven, only }: Plan): Row[] {
    return ["capabilities" as const, ...GROUP_NAMES]
      .filter((group) => !only || group === "capabilities" || only.includes(group))
      .map((group): Row => {
        const why = group === "capabilities" ? undefined : whyNot(group, has, ungiven);
        if (why) {
          const reason = "without" in why ? (WITHOUT[why.without] ?? `the phone has no ${why.without}`) : why.because;
          return { group, verdict: "skipped", tests: 0, why: reason };
        }
        const { passed = 0, failed = [], skipped = [] } = this.#cases.get(group) ?? {};
        if (failed[0] !== undefined)
          return { group, verdict: "failed", tests: passed + failed.length, why: firstLine(failed[0]) };
        if (passed === 0)
          return { group, verdict: skipped.length > 0 ? "skipped" : "failed", tests: 0, why: skipped[0] ?? "not run" };
        return { group, verdict: "passed", tests: passed, why: skipped[0] ?? "" };
      });
  }
}

const firstLine = (text: string): string => (text.split("\n")[0] ?? "").slice(0, 200);

/** The table that people read. */
export function tableOf(rows: readonly Row[]): string {
  const needsOf = (group: string): string => {
    const known: Readonly<Record<string, ConformanceGroup>> = CONFORMANCE_GROUPS;
    return known[group]?.needs.join(" ") || "–";
  };
  const cells = rows.map(({ group, verdict, tests, why }) => [group, needsOf(group), verdict, String(tests), why]);
  const head = ["group", "needs", "verdict", "tests", "why"];
  const widths = head.map((_, at) => Math.max(...[head, ...cells].map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
