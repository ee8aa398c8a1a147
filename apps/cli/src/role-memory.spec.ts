import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const main = join(import.meta.dirname, "main.ts");
/** Runs before the program and, once the process has its bounds, tells of them in its place. */
const witness = `data:text/javascript,${encodeURIComponent(`
  if (process.execArgv.some((flag) => flag.startsWith("--max-semi-space-size"))) {
    console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), arenas: process.env.MALLOC_ARENA_MAX, keeps: process.env.MALLOC_TRIM_THRESHOLD_ }));
    process.exit(0);
  }
`)}`;

it.skipIf(process.platform === "win32")(
  "a server that is started by hand has its bounds, as the same process",
  async () => {
    const run = promisify(execFile)(process.execPath, ["--import", witness, main, "server", "--kept"], {
      // Would the bounds be missing, the server says so of its port and ends.
      env: { PATH: process.env["PATH"] ?? "", UDT_PORT: "none" },
    });
    const { stdout } = await run;
    expect(JSON.parse(stdout)).toEqual({
      pid: run.child.pid,
      args: ["server", "--kept"],
      arenas: "2",
      keeps: "131072",
    });
  },
);
