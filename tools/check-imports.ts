/**
 * Checks the import table (tools/imports.json) over every source file, type imports included: which workspace may know
 * which; a folder that is not listed fails; a console feature never imports another feature; the console takes no more of
 * the contract's endpoints than it uses; layers of server and agent know those below them (tools/layers.json); a server
 * module reaches another only through its service; specs may import anything.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const table = JSON.parse(readFileSync(new URL("imports.json", import.meta.url), "utf8")) as Record<string, string[]>;
const layers = JSON.parse(readFileSync(new URL("layers.json", import.meta.url), "utf8")) as Record<
  "apps/server/src" | "apps/agent/src",
  Record<string, string[]>
>;
/** What brings the schemas of every endpoint along. */
const wholeApi = /\b(?:ENDPOINTS|openapiDocument)\b/;
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
  const source = readFileSync(file, "utf8");
  const whole = wholeApi.exec(source)?.[0];
  if (whole && name.startsWith(join("apps/console/src", sep)))
    problems.push(`${name}: ${whole} brings the whole API to the page: import the group from @udt/contract/endpoints`);
  for (const [, target = ""] of source.matchAll(specifier)) {
    const own = /^@udt\/([a-z-]+)/.exec(target)?.[1];
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
  const kind = /^apps\/agent\/src\/kinds\/([^/]+)\//;
  const [fromKind, toKind] = [part(from, kind), part(to, kind)];
  if (fromKind && toKind && fromKind !== toKind) return [`${from}: kind ${fromKind} may not know kind ${toKind}`];
  if (toFeature && from.startsWith("apps/console/src/lib/"))
    return [`${from}: lib may not import feature ${toFeature}`];
  return [...crossingAgent(from, to), ...crossingServer(from, to)];
}

/** What lies beside an agent's layers is below them, or composes them. */
function crossingAgent(from: string, to: string): string[] {
  const [own, other] = [from, to].map((path) => /^apps\/agent\/src\/([^/]+)\//.exec(path)?.[1]);
  if (own === undefined) return [];
  const allowed = layers["apps/agent/src"][own];
  if (!allowed) return [`${from}: layer ${own} is not in the table of layers`];
  if (other === undefined || other === own || allowed.includes(other)) return [];
  return [`${from}: ${own} may not import ${other}: ${to}`];
}

/** A layer of the server may import those it names in the table, and a module of it another one only through its service. */
function crossingServer(from: string, to: string): string[] {
  const [a, b] = [serverPlace(from), serverPlace(to)];
  if (!a?.layer || !b?.layer) return a?.layer && b ? [`${from}: reaches up to what composes the server: ${to}`] : [];
  if (a.layer !== b.layer) {
    const allowed = layers["apps/server/src"][a.layer];
    if (!allowed) return [`${from}: layer ${a.layer} is not in the table of layers`];
    if (!allowed.includes(b.layer)) return [`${from}: ${a.layer} may not import ${b.layer}: ${to}`];
  }
  const kindOf = (place: { layer?: string; module?: string }) =>
    place.layer === "kinds" ? place.module?.split("/")[0] : undefined;
  const [own, other] = [kindOf(a), kindOf(b)];
  if (own !== undefined && other !== undefined && own !== other)
    return [`${from}: kind ${own} may not know kind ${other}`];
  // What lies beside a layer's modules joins them.
  const isOwn = a.layer === b.layer && (a.module === b.module || a.module === undefined);
  if (b.module !== undefined && !isOwn && !to.endsWith(".service.ts"))
    return [`${from}: reaches module ${b.module} past its service: ${to}`];
  return [];
}

/** Where in the server a file is; without a layer for what composes it. Only the layers of modules have modules. */
function serverPlace(path: string): { layer?: string; module?: string } | undefined {
  const parts = /^apps\/server\/src\/(?:([a-z]+)\/)?(?:([a-z-]+)\/)?(?:([a-z-]+)\/)?/.exec(path);
  if (!parts) return undefined;
  const [, layer, first, second] = parts;
  if (layer === undefined || layer === "compose") return {};
  if (layer === "platform" || layer === "operators") return { layer };
  // The modules of a kind lie one folder deeper.
  const module =
    layer === "kinds" && first !== undefined ? [first, ...(second === undefined ? [] : [second])].join("/") : first;
  return { layer, ...(module !== undefined && { module }) };
}
