/**
 * Runs in a container, below its process 1: opens the ports that lead to the agent, then starts the program that the agent
 * names. It ends with the program, and when the agent goes; with it ends the container.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";

interface Order {
  argv: [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  ports: number[];
}

/** What a shell says of a program that cannot be started. */
const NOT_STARTED = 127;
const SIGNAL_BASE = 128;

/** When memory runs short, what the program started goes first, so that somebody is left to tell. */
const VICTIM_FIRST = `echo 500 >/proc/self/oom_score_adj; exec "$0" "$@"`;

const fail = (words: string): never => {
  console.error(`cannot be started: ${words}`);
  process.exit(NOT_STARTED);
};
const [, , link = fail("no way to the agent is named")] = process.argv;

/** Whether the kernel has ended a process of the container for want of memory: both versions of control groups tell. */
function wasOutOfMemory(): boolean {
  return ["/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"].some((file) => {
    try {
      return /^oom_kill [1-9]/m.test(readFileSync(file, "latin1"));
    } catch {
      return false;
    }
  });
}

function relay(outer: Socket, port: number): void {
  const inner = connect({ path: `${link}/${port}`, allowHalfOpen: true });
  pipeline(outer, inner, () => undefined);
  pipeline(inner, outer, () => undefined);
}

const control = connect(`${link}/control`);
control.on("error", () => process.exit(NOT_STARTED));
control.on("close", () => process.exit(NOT_STARTED));
const [line] = (await once(createInterface({ input: control }), "line")) as [string];
const { argv, cwd, env, ports } = JSON.parse(line) as Order;

for (const port of ports) {
  const server: Server = createServer({ allowHalfOpen: true }, (outer) => relay(outer, port));
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: Error) => fail(error.message));
}

const child = spawn("/bin/sh", ["-c", VICTIM_FIRST, ...argv], {
  cwd,
  env: { ...process.env, ...env },
  stdio: ["ignore", "inherit", "inherit"],
});
child.on("error", (error) => fail(error.message));
child.on("exit", (code, signal) => {
  const end = () => process.exit(signal === null ? code : SIGNAL_BASE + constants.signals[signal]);
  if (wasOutOfMemory()) control.end("out of memory\n", end);
  else end();
});
