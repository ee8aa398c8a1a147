import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, it } from "vitest";
import { until } from "@udt/testkit";

const folder = mkdtempSync(join(tmpdir(), "udt-supervisor-"));
let supervisor: ChildProcess;
let output = "";
afterEach(async () => {
  const ended = once(supervisor, "exit");
  supervisor.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** A supervisor of one virtual phone that asks every second: a phone that loads its code on a slow machine is silent for some. */
function supervise(): void {
  const script = join(folder, "supervise.mjs");
  const address = pathToFileURL(join(import.meta.dirname, "supervisor.ts")).href;
  writeFileSync(
    script,
    `import { Supervisor } from ${JSON.stringify(address)};
    const supervisor = new Supervisor({ askEveryMs: 1_000 });
    supervisor.stopOnSignals();
    supervisor.run("phone", ["--count", "1", "--port", "0"], process.env);
    await supervisor.message("phones_ready");
    console.log("ready");`,
  );
  supervisor = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [supervisor.stdout!, supervisor.stderr!])
    stream.on("data", (piece: Buffer) => (output += piece.toString()));
}

const childOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]) || undefined;

it("starts a role anew that lives and does not answer", { timeout: 120_000 }, async () => {
  supervise();
  await until("the phone", () => output.includes("ready") || undefined, 60_000);
  const first = childOf(supervisor.pid!)!;
  process.kill(first, "SIGSTOP");
  await until(
    "another process",
    () => {
      const pid = childOf(supervisor.pid!);
      return pid === first ? undefined : pid;
    },
    60_000,
  );
  // What it says reaches us by a pipe, maybe after what /proc says.
  const words = /udt: the phone has not answered for [\d.]+ s; ending it\n.*the phone ended \(SIGKILL\)/s;
  await until("its words", () => words.test(output) || undefined, 60_000);
});
