import { say } from "@udt/base";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CollectFailure, type Collect } from "../runner.ts";

const SCRIPT = "runTest.sh";
const LIST = "cases.txt";
const LIST_MAX_BYTES = 8 * 1024 ** 2;

/**
 * `cases.txt` names the cases, one a line, `#` before a remark; without it `runTest.sh` itself is the one case. A library
 * without the script is empty.
 */
export const collectShell: Collect = async (place) => {
  const script = await lstat(join(place.library, SCRIPT)).catch(() => undefined);
  if (!script?.isFile()) return { cases: [], faults: [] };
  const list = await lstat(join(place.library, LIST)).catch(() => undefined);
  const whole = { case_key: SCRIPT, name: SCRIPT, file: SCRIPT, function: "" };
  if (!list?.isFile()) return { cases: [whole], faults: [] };
  if (list.size > LIST_MAX_BYTES)
    throw new CollectFailure("abnormal_result", say("library_list_too_large", { file: LIST }));
  const names = (await readFile(join(place.library, LIST), "utf8"))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (names.length === 0) return { cases: [whole], faults: [] };
  const cases = names.map((name) => ({ case_key: `${SCRIPT}::${name}`, name, file: SCRIPT, function: name }));
  return { cases, faults: [] };
};
