import { collectBy } from "../collect-process.ts";
import { CollectFailure, type Collect } from "../runner.ts";

const PART = new URL("./inside/udt_collect.py", import.meta.url);
/** https://docs.pytest.org/en/stable/reference/exit-codes.html */
const OK = 0;
const NO_TESTS = 5;

/** pytest's own collection, which imports the library's modules, with a part of ours that tells what it found. */
export const collectPytest: Collect = async (place, signal) => {
  const words = ["--collect-only", "-q", "-p", "udt_collect", "-p", "no:cacheprovider", "--color=no"];
  const { exit, said, read } = await collectBy(
    place,
    PART,
    () => [place.programs.python, "-m", "pytest", ...words, "--rootdir", place.library],
    { PYTHONPATH: `${place.exchange}/collect`, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
    signal,
  );
  if (exit.exit_code === NO_TESTS) return [];
  if (exit.exit_code !== OK) {
    const how = exit.signal === null ? `pytest ended with ${exit.exit_code}` : `pytest was ended by ${exit.signal}`;
    throw new CollectFailure("parser_exited", `${how}\n${said}`.trim());
  }
  return read();
};
