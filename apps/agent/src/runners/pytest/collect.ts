import { join } from "node:path";
import { collectBy, parserEnd } from "../collect-process.ts";
import { CollectFailure, type Collect, type CollectFault } from "../runner.ts";

const PARTS = ["udt_collect.py", "udt_keys.py"].map((name) => new URL(`./inside/${name}`, import.meta.url));
const OK = 0;
/** So many files may end pytest itself while they are read; with more of them the library is not worth reading. */
const DEADLY_MAX = 10;

/**
 * pytest's own collection, which imports the library's modules, with a part of ours that tells what it found. A module that
 * ends pytest when it is imported is left out, and the rest read again.
 */
export const collectPytest: Collect = async (place, signal, only) => {
  const words = ["--collect-only", "-q", "-p", "udt_collect", "--continue-on-collection-errors", "--color=no"];
  const places = ["--rootdir", place.library, "-o", `cache_dir=${join(place.exchange, "cache")}`];
  const deadly: CollectFault[] = [];
  for (;;) {
    const { exit, said, read, readAt } = await collectBy(
      place,
      PARTS,
      () => [
        place.programs.python,
        "-m",
        "pytest",
        ...words,
        ...places,
        ...(only === undefined ? [] : [join(place.library, only.file)]),
        ...deadly.map(({ file }) => `--ignore=${join(place.library, file)}`),
      ],
      (folder) => ({ PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" }),
      signal,
    );
    const file = await readAt();
    const end = parserEnd(exit, said);
    if (file === "") {
      const collected = await read().catch((error: unknown) => {
        throw exit.exit_code === OK ? error : new CollectFailure("parser_exited", end, { cause: error });
      });
      return { ...collected, faults: [...collected.faults, ...deadly] };
    }
    if (deadly.length === DEADLY_MAX) throw new CollectFailure("parser_exited", end);
    deadly.push({
      case_key: file,
      file,
      reason: "parser_exited",
      message: `${file} (${exit.signal ?? `exit ${exit.exit_code}`})\n${said}`.trim(),
    });
  }
};
