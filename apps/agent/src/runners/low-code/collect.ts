import { say } from "@udt/base";
import { faultsText } from "@udt/low-code";
import { opendir } from "node:fs/promises";
import { join, relative } from "node:path";
import { COLLECT_MS } from "../collect-process.ts";
import { CollectFailure, type Collect, type CollectedCase, type CollectFault } from "../runner.ts";
import { readSteps } from "./library.ts";

const FILES_MAX = 20_000;

/** Reads each YAML file that says that it is of this format. Nothing of the library is run. */
export const collectLowCode: Collect = async (place, signal, only) => {
  const cases: CollectedCase[] = [];
  const faults: CollectFault[] = [];
  const until = Date.now() + COLLECT_MS;
  for (const file of only === undefined ? await yamlFiles(place.library) : [only.file]) {
    signal.throwIfAborted();
    if (Date.now() > until)
      throw new CollectFailure("parser_exited", say("parser_too_long", { minutes: COLLECT_MS / 60_000 }));
    const read = await readSteps(place.library, file, only?.lines);
    if (read === undefined) continue;
    if ("faults" in read) {
      const message = `${file}: ${faultsText(read.faults)}`;
      const said = read.faults.map((fault) => fault.said);
      faults.push({ case_key: file, file, reason: "abnormal_result", message, said });
    } else for (const [case_key, { label }] of read.cases) cases.push({ case_key, name: label, file, function: label });
  }
  return { cases, faults };
};

async function yamlFiles(library: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") await walk(path);
      else if (entry.isFile() && /\.ya?ml$/.test(entry.name)) found.push(relative(library, path));
      if (found.length > FILES_MAX) throw new CollectFailure("abnormal_result", say("library_too_many_files"));
    }
  };
  await walk(library);
  return found.sort();
}
