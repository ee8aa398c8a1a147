import { logicalLines, type LogicalLine } from "./logical-lines.ts";
import {
  around,
  fixturesFor,
  meaning,
  memberOf,
  membersOf,
  moduleOf,
  pathOfModule,
  signatureOf,
  type Meant,
  type PythonFiles,
} from "./modules.ts";
import { partsOf, type PythonName } from "./outline.ts";
import { PYTEST_FIXTURES, PYTEST_NAMES, pytestMembers } from "./pytest-names.ts";
import { BUILTINS, KEYWORDS } from "./words.ts";

export interface PythonItem {
  label: string;
  kind: PythonName["kind"] | "module" | "word" | "environment" | "parameter";
  /** How it is called. */
  detail: string;
  told: string;
  /** What has to be imported for it: the module. */
  from?: string;
}

/** Where a caret is. */
export interface Caret {
  files: PythonFiles;
  path: string;
  /** The file's text as far as the caret, and the caret's line. */
  before: string;
  line: number;
}

/** A sign that no text has. */
const CARET = "\u{10ffff}";

const ENVIRONMENT = /\bos\.(?:environ(?:\.get\(|\[)|getenv\()\s*["']\w*$/;
const FROM_NAMES = /^from\s+([.\w]+)\s+import\b/;
const MODULE = /^(?:from|import)\s+[.\w]*$/;
const MEMBER = /(?<![\w.)\]"'])([A-Za-z_]\w*(?:\.\w+)*)\.\w*$/;
const BEHIND_DOT = /\.\w*$/;
const PARAMETERS = /^(?:async\s+)?def\s+(\w+)\s*\(/;

/** What may come next, the closest first. @param variables names of the environment */
export function completePython(caret: Caret, variables: readonly { name: string; told: string }[]): PythonItem[] {
  const { files, path, line } = caret;
  const here = lineAt(caret);
  if (!here) return [];
  const { code } = here;
  if (ENVIRONMENT.test(code))
    return variables.map(({ name, told }) => ({ label: name, kind: "environment", detail: "", told }));
  if (here.isOpen) return [];
  const isThere = (at: string) => files.has(at);
  if (MODULE.test(code)) return modulesOf(files, path);
  const from = FROM_NAMES.exec(code)?.[1];
  if (from !== undefined) {
    const module = pathOfModule(from, path, isThere);
    const within = [...files.keys()].filter((at) => moduleOf(at).startsWith(`${from}.`) && !at.endsWith("__init__.py"));
    const ofOthers = from === "pytest" ? PYTEST_NAMES : [];
    const names = module === undefined ? ofOthers : membersOf(files, { path: module, name: undefined });
    return [
      ...names.map((name) => itemOf(name)),
      ...within.map((at) => moduleItem(moduleOf(at).slice(from.length + 1))),
    ];
  }
  if (BEHIND_DOT.test(code)) {
    const dotted = MEMBER.exec(code)?.[1];
    const meant = dotted === undefined ? undefined : meaning(files, path, dotted, line);
    const members = meant ? membersOf(files, meant) : pytestMembers(dotted ?? "", files.get(path)?.imports ?? []);
    return members.map((name) => itemOf(name));
  }
  const declared = PARAMETERS.exec(code);
  if (declared && isWithinBrackets(here, declared[0].length))
    return [...fixturesFor(files, path).flatMap(({ name }) => name ?? []), ...PYTEST_FIXTURES].map((name) =>
      itemOf(name),
    );
  return namesFor(caret, here.indent);
}

/** What stands before the caret of its statement; undefined within a comment. */
function lineAt({ before }: Caret): LogicalLine | undefined {
  const last = logicalLines(before + CARET).at(-1);
  if (!last?.code.endsWith(CARET)) return undefined;
  return { ...last, code: last.code.slice(0, -CARET.length) };
}

/** The bracket that opens there has not been closed. */
function isWithinBrackets({ code, strings }: LogicalLine, from: number): boolean {
  const length = partsOf(code, strings, from).join(",").length;
  return from + length >= code.length;
}

const itemOf = (name: PythonName, from?: string): PythonItem => ({
  label: name.name,
  kind: name.kind,
  detail: signatureOf(name),
  told: name.told,
  ...(from !== undefined && { from }),
});
const moduleItem = (label: string): PythonItem => ({ label, kind: "module", detail: "", told: "" });

const modulesOf = (files: PythonFiles, path: string): PythonItem[] =>
  [...files.keys()].filter((at) => at !== path && isImported(at)).map((at) => moduleItem(moduleOf(at)));

/** Of others: tests and what pytest reads by itself are imported by nobody. */
const isImported = (path: string): boolean =>
  !/(?:^|\/)(?:test_[^/]*|conftest|[^/]*_test)\.py$/.test(path) && moduleOf(path) !== "";

/** All names that a line may use, then those that it may import, then Python's own words. */
function namesFor({ files, path, line }: Caret, indent: number): PythonItem[] {
  const outline = files.get(path);
  const found = new Map<string, PythonItem>();
  const add = (item: PythonItem) => found.has(item.label) || found.set(item.label, item);
  for (const { kind, names, parameters } of around(outline?.names ?? [], line, indent).toReversed()) {
    if (kind !== "function") continue;
    for (const label of parameters.map(nameOfParameter))
      if (label) add({ label, kind: "parameter", detail: "", told: "" });
    for (const name of names) add(itemOf(name));
  }
  for (const name of outline?.names ?? []) add(itemOf(name));
  for (const { as, name } of outline?.imports ?? []) {
    const meant = memberOf(files, { path, name: undefined }, as);
    if (as !== "*")
      add(
        meant?.name ? { ...itemOf(meant.name), label: as } : { ...moduleItem(as), kind: name ? "variable" : "module" },
      );
  }
  for (const [at, other] of files)
    if (at !== path && isImported(at))
      for (const name of other.names)
        if (!name.name.startsWith("_") && name.kind !== "variable") add(itemOf(name, moduleOf(at)));
  for (const label of [...KEYWORDS, ...BUILTINS]) add({ label, kind: "word", detail: "", told: "" });
  return [...found.values()];
}

const nameOfParameter = (text: string): string => /^\*{0,2}(\w+)/.exec(text)?.[1] ?? "";

/** The call that a caret is in: what is called, and which of its arguments stands there. */
export function callAt(caret: Caret): { called: PythonName; argument: number } | undefined {
  const { files, path, line } = caret;
  const here = lineAt(caret);
  if (!here) return undefined;
  const { code, strings } = here;
  for (const opening of [...code.matchAll(/(?<![\w.])([A-Za-z_][\w.]*)\(/g)].toReversed()) {
    const begin = opening.index + opening[0].length;
    if (strings.some(({ from, to }) => from < begin && begin <= to) || !isWithinBrackets(here, begin)) continue;
    if (/^(?:async\s+)?def\b/.test(code) && code.indexOf("(") === begin - 1) return undefined;
    const called = meaning(files, path, opening[1] ?? "", line)?.name;
    const made = called?.kind === "class" ? called.names.find(({ name }) => name === "__init__") : called;
    if (made?.kind !== "function") return undefined;
    return { called: made, argument: partsOf(code, strings, begin).length - 1 };
  }
  return undefined;
}

/** What a dotted name means, as it is called, and what is told of it. */
export function toldOfName(files: PythonFiles, path: string, dotted: string, line: number): Meant | undefined {
  const fixture = fixturesFor(files, path).find(({ name }) => name?.name === dotted);
  return meaning(files, path, dotted, line) ?? fixture;
}
