/** What node:test says of a failure, in words for a report. */
import { inspect } from "node:util";

/** A test, suite or file, as the events of `run()` tell of it. */
export interface Told {
  name: string;
  nesting: number;
  file?: string;
  /** The file that was run; of the file itself there is none. */
  entryFile?: string;
  testId?: number;
  parentId?: number;
  line?: number;
  skip?: boolean | string;
  todo?: boolean | string;
  details?: { passed?: boolean; error?: unknown; type?: string };
}

/** Of one message so much is kept: a line of the events file has its bound, and a character may take six bytes of it. */
export const MESSAGE_MAX = 32 * 1024;
const LINE_MAX = 1_000;

interface TestFailure {
  code?: string;
  cause?: unknown;
  failureType?: string;
}
export const failureTypeOf = ({ details }: Told): string | undefined =>
  (details?.error as TestFailure | undefined)?.failureType;

/** The test's own error, below the wrappings of node:test. */
function rootOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as TestFailure;
  return code === "ERR_TEST_FAILURE" && cause !== undefined ? cause : error;
}

export function messageOf(error: unknown): string {
  const root = rootOf(error);
  const text = root instanceof Error ? (root.stack ?? root.message) : typeof root === "string" ? root : inspect(root);
  return text.slice(0, MESSAGE_MAX);
}

export function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line;
}

/** One line; assertions put what differs below their first. */
export function errorOf(error: unknown): string {
  const root = rootOf(error);
  if (!(root instanceof Error)) return firstLine(messageOf(error)).slice(0, LINE_MAX);
  const [first = "", second = ""] = root.message.split("\n").filter((line) => line.trim() !== "");
  const text = first.endsWith(":") ? `${first} ${second}` : first;
  return (root.name === "AssertionError" ? text : `${root.name}: ${text}`).slice(0, LINE_MAX);
}

/** The innermost line of the library that the stack names; where the test is written when there is none. */
export function locationOf(error: unknown, test: Told): { file: string; line: number } | undefined {
  const root = rootOf(error);
  const stack = root instanceof Error ? (root.stack ?? "") : "";
  for (const place of stack.split(/[\s()]+/)) {
    const [, path, line] = /^(?:file:\/\/)?(\/[^:]+):(\d+):\d+/.exec(place) ?? [];
    if (path === undefined) continue;
    const file = decodeURI(path);
    if (file.startsWith(`${process.cwd()}/`) && !file.includes("/node_modules/"))
      return { file: file.slice(process.cwd().length + 1), line: Number(line) };
  }
  const file = test.file ?? "";
  if (!file.startsWith(`${process.cwd()}/`) || test.line === undefined) return undefined;
  return { file: file.slice(process.cwd().length + 1), line: test.line };
}
