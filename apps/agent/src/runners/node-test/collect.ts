import { say } from "@udt/base";
import { isNodeTest } from "@udt/contract";
import { randomUUID } from "node:crypto";
import { opendir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { collectBy, parserEnd } from "../collect-process.ts";
import { CollectFailure, type Collect } from "../runner.ts";

const PARTS = ["collect.mts", "collect-file.mts", "names.mts"].map(
  (name) => new URL(`./inside/${name}`, import.meta.url),
);
const FILES_MAX = 20_000;
/**
 * Imports every test file, each in a process of its own, with a `node:test` of ours in place of Node's, which notes suites and
 * tests by their names and runs none of them. So names made in loops are known, too; tests that only a running test makes
 * are a part of that test.
 */
export const collectNodeTests: Collect = async (place, signal, only) => {
  const files = only === undefined ? await testFiles(place.library) : [only.file];
  if (files.length === 0) return { cases: [], faults: [] };
  // Programs of an image may have run here: what they put in its place is not written through.
  const listed = join(place.exchange, `files-${randomUUID()}.json`);
  await writeFile(listed, JSON.stringify(files), { flag: "wx", mode: 0o644 });
  const { exit, said, read } = await collectBy(
    place,
    PARTS,
    ({ folder }) => [place.programs.node, "--no-warnings", join(folder, "collect.mts"), listed],
    () => ({}),
    signal,
  );
  if (exit.exit_code !== 0) throw new CollectFailure("parser_exited", parserEnd(exit, said));
  return read();
};

async function testFiles(library: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && entry.name !== ".git") await walk(path);
      } else if (entry.isFile() && isNodeTest(relative(library, path))) found.push(relative(library, path));
      if (found.length > FILES_MAX) throw new CollectFailure("abnormal_result", say("library_too_many_files"));
    }
  };
  await walk(library);
  return found.sort();
}
