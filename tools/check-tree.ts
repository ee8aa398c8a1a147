/** Facts that a reader of the tree would stumble on: oversized files, focused or skipped tests, escapes from the types, dead links in docs. */
import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { TEST_KINDS } from "@udt/contract";

const LINES_MAX = 500;

export function checkTree(root: string): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));
  const problems: string[] = [];
  for (const file of files) {
    if (/\.(ts|tsx|mjs)$/.test(file)) problems.push(...checkSource(file, readFileSync(join(root, file), "utf8")));
    if (file.endsWith(".md")) problems.push(...checkLinks(root, file));
  }
  return problems;
}

function checkSource(file: string, source: string): string[] {
  const problems: string[] = [];
  const lines = source.split("\n").length;
  if (lines > LINES_MAX) problems.push(`${file}: ${lines} lines, at most ${LINES_MAX}`);
  if (/\b(it|test|describe)\.(only|todo|skip)\b/.test(source))
    problems.push(`${file}: a focused, empty or skipped test`);
  if (/@ts-(ignore|nocheck|expect-error)|\bas any\b/.test(source))
    problems.push(`${file}: an escape from the type system`);
  // Every list of the console looks and behaves the same.
  if (/^apps\/console\/src\/(?!lib\/list\/)/.test(file) && /<table\b/.test(source))
    problems.push(`${file}: a table of its own, not one of lib/list`);
  // Every dialog gives the focus back.
  if (/^apps\/console\/src\/(?!lib\/form\/dialog\.tsx)/.test(file) && /<Modal\b/.test(source))
    problems.push(`${file}: a dialog of its own, not the one of lib/form`);
  if (isOfCore(file))
    problems.push(...kindsNamed(source).map((kind) => `${file}: the core names a kind of test: ${kind}`));
  return problems;
}

/** What every kind of test lives on, in server and agent. */
const isOfCore = (file: string): boolean =>
  /^apps\/(server\/src\/core|agent\/src\/sessions)\//.test(file) && !file.endsWith(".spec.ts");

/** The logger's word for its lowest level is nobody's kind. */
function kindsNamed(source: string): string[] {
  const words = source.matchAll(/(log\()?"([a-z]+)"/g);
  return [...words].flatMap(([, isLevel, word]) =>
    isLevel === undefined && TEST_KINDS.some((kind) => kind === word) ? [`"${word}"`] : [],
  );
}

function checkLinks(root: string, file: string): string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(/\]\(([^()#\s]+)(?:#[^()\s]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), target)))
    .map((target) => `${file}: link to ${target}, which does not exist`);
}
