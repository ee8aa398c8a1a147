import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const database = join(import.meta.dirname, "../database");
const isOfFile = (line: string) => /^ {4}\w*blob\w*: |^ {4}\w+: jsonb\(\)\.\$type<\{ blob_key/.test(line);

it("a backup takes the files of every column that names one", () => {
  const lines = readdirSync(database)
    .filter((name) => name.endsWith(".schema.ts"))
    .flatMap((name) => readFileSync(join(database, name), "utf8").split("\n"));
  const columns = new Set(lines.filter(isOfFile).map((line) => line.trim().split(":")[0]!));
  expect([...columns].toSorted()).toEqual(["blob_key", "head_image_blob", "icon", "icon_blob", "snapshot"]);
  const query = readFileSync(join(import.meta.dirname, "rows.ts"), "utf8").split("function namedBlobs")[1]!;
  for (const column of columns) expect(query.split(/\W+/), column).toContain(column);
  // Each table with a column of that name is asked; the one for files that nobody owns is not.
  expect(query.match(/select blob_key from/g)).toHaveLength(
    lines.filter((line) => /^ {4}blob_key: /.test(line)).length,
  );
});
