/**
 * Checks the table of tables (tools/tables.json): a table of the database belongs to a layer of the server, or to a kind of
 * tests, and is named there alone and in the layers above it (tools/layers.json); by its schema, or in SQL that is written out.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { productFiles } from "./product-files.ts";

const SERVER = "apps/server/src/";
const SCHEMAS = `${SERVER}platform/database`;

export function checkTables(root: string): string[] {
  const problems: string[] = [];
  const tables = tablesOf(root);
  const layers = (JSON.parse(textOf(root, "layers.json")) as Record<string, Table>)["apps/server/src"] ?? {};
  const homes = new Map(
    Object.entries(JSON.parse(textOf(root, "tables.json")) as Table).flatMap(([home, own]) =>
      own.map((table) => [table, home]),
    ),
  );
  for (const table of tables.values())
    if (!homes.has(table)) problems.push(`${table}: belongs to nobody in the table of tables`);
  for (const file of productFiles(root).filter((name) => name.startsWith(SERVER))) {
    const place = file.slice(SERVER.length);
    const layer = place.slice(0, Math.max(place.indexOf("/"), 0));
    // What keeps the database, and what composes the server, knows all of it.
    if (layer === "" || layer === "platform" || layer === "compose") continue;
    const source = readFileSync(join(root, file), "utf8");
    for (const table of new Set([...importedTables(source), ...writtenTables(source, tables)])) {
      const home = homes.get(table);
      if (home !== undefined && !mayName(place, home, layers[layer]))
        problems.push(`${file}: table ${table} is of ${home}`);
    }
  }
  return problems;
}

function mayName(place: string, home: string, below: readonly string[] = []): boolean {
  // What a kind keeps is nobody else's.
  return place.startsWith(`${home}/`) || below.includes(home);
}

type Table = Record<string, string[]>;
const textOf = (root: string, name: string) => readFileSync(join(root, "tools", name), "utf8");

/** What tables are called in SQL, and in code. */
function tablesOf(root: string): Map<string, string> {
  const folder = join(root, SCHEMAS);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".schema.ts")) : [];
  const found = files.flatMap((name) => [
    ...readFileSync(join(folder, name), "utf8").matchAll(/\bconst (\w+) = pg(?:Table|View)\(\s*"(\w+)"/g),
  ]);
  return new Map(found.map(([, name = "", table = ""]) => [table, name]));
}

const importedTables = (source: string): string[] =>
  [...source.matchAll(/\{([^{}]*)\} from "[^"{}]*\.schema\.ts"/g)].flatMap(([, names = ""]) =>
    names.split(",").map(
      (name) =>
        name
          .trim()
          .replace(/^type /, "")
          .split(" ")[0] ?? "",
    ),
  );

/** Leaves out what only reads like SQL: comments, imports, and sentences. */
const writtenTables = (source: string, tables: ReadonlyMap<string, string>): string[] =>
  source
    .split("\n")
    .filter((line) => !/^\s*(?:\/?\*|\/\/|import\b)/.test(line))
    .flatMap((line) => [...line.replace(/"[^" ]* [^"]*"/g, "").matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)])
    .flatMap(([, table = ""]) => tables.get(table) ?? []);
