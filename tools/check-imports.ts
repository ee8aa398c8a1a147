/**
 * Checks the import table (tools/imports.json) over every source file, type imports included: which workspace may know
 * which; a folder that is not listed fails; a console feature never imports another feature; a server module reaches
 * another only through its service; specs may import anything.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const table = JSON.parse(readFileSync(new URL("imports.json", import.meta.url), "utf8")) as Record<string, string[]>;
const specifier = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\bimport\.meta\.resolve\(\s*)["']([^"']+)["']/g;

export function checkImports(root: string): string[] {
  const problems: string[] = [];
  const workspaces = ["packages", "apps"].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(root, top, entry.name, "package.json")))
      .map((entry) => `${top}/${entry.name}`),
  );
  for (const workspace of [...workspaces, "bench", "e2e", "tools"]) {
    const allowed = table[workspace];
    if (!allowed) problems.push(`${workspace}: not in the import table`);
    else for (const file of sources(join(root, workspace))) problems.push(...checkFile(root, workspace, allowed, file));
  }
  return problems;
}

function* sources(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (["node_modules", "dist", "migrations", "results"].includes(entry.name)) continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mjs)$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name)) yield path;
  }
}

function checkFile(root: string, workspace: string, allowed: string[], file: string): string[] {
  const problems: string[] = [];
  const name = relative(root, file);
  for (const [, target = ""] of readFileSync(file, "utf8").matchAll(specifier)) {
    const own = /^@udt\/([a-z]+)/.exec(target)?.[1];
    if (own && !allowed.includes("*") && !allowed.includes(own)) problems.push(`${name}: may not import @udt/${own}`);
    if (!target.startsWith(".")) continue;
    const resolved = relative(root, resolve(dirname(file), target));
    if (!resolved.startsWith(workspace + sep)) problems.push(`${name}: reaches outside its workspace: ${target}`);
    problems.push(...crossing(name, resolved));
  }
  return problems;
}

function crossing(from: string, to: string): string[] {
  const part = (path: string, pattern: RegExp) => pattern.exec(path)?.[1];
  const feature = /^apps\/console\/src\/features\/([^/]+)\//;
  const fromFeature = part(from, feature);
  const toFeature = part(to, feature);
  if (toFeature && fromFeature && fromFeature !== toFeature)
    return [`${from}: a feature may not import feature ${toFeature}`];
  if (toFeature && from.startsWith("apps/console/src/lib/"))
    return [`${from}: lib may not import feature ${toFeature}`];
  const module = /^apps\/server\/src\/modules\/([^/]+)\//;
  const fromModule = part(from, module);
  const toModule = part(to, module);
  if (toModule && fromModule && fromModule !== toModule && !to.endsWith(".service.ts")) {
    return [`${from}: reaches module ${toModule} past its service: ${to}`];
  }
  return [];
}
