#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { keepServerSmall } from "./role-memory.ts";

// A third of a role's start is compiling what was compiled last time. Kept with the packages, where nobody else writes.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/node", import.meta.url)));

const usage = `udt: Unified Device Testing

  udt start                            server, one agent and the demo's virtual phones in one process tree
  udt server                           the server alone
  udt agent --server URL --token T     an agent for the phones plugged into this computer
  udt run --job J [--wait]             starts a job, and with --wait ends by its result; udt run --help
  udt device COMMAND                   drives a device from a script or by hand; udt device --help
  udt memory COMMAND                   a process's memory from files of its platform's tools; udt memory --help
  udt phone [--count N] [--port P]     virtual phones alone; adb connect 127.0.0.1:P
  udt backup FILE                      all that the server keeps, in one file; udt backup --help
  udt restore FILE                     a server of what a backup holds; udt restore --help
  udt migrate                          from the embedded database to PostgreSQL; udt migrate --help
  udt user reset EMAIL                 a new password for somebody who has lost theirs
  udt forget-secrets                   when the secret key is lost for good; udt forget-secrets --help

Settings are UDT_* environment variables; docs/operations.md lists them.`;

const [command = "help", ...args] = process.argv.slice(2);
switch (command) {
  case "start":
    await (await import("./start.ts")).start();
    break;
  case "agent":
    // Under a supervisor already, or under its own: one that hangs is started anew.
    if (process.send) await (await import("./roles.ts")).runRole("agent", args);
    else (await import("./supervisor.ts")).superviseAlone("agent", args);
    break;
  case "server":
  case "phone":
    if (command === "server") keepServerSmall();
    await (await import("./roles.ts")).runRole(command, args);
    break;
  case "run": {
    const { run, RUN_USAGE } = await import("./run.ts");
    if (args.includes("--help")) console.log(RUN_USAGE);
    else process.exitCode = await run(args, process.env, (line) => console.log(line));
    break;
  }
  case "device": {
    const { device } = await import("./device.ts");
    process.exitCode = await device(args, process.env, { out: console.log, error: console.error });
    break;
  }
  case "memory": {
    const { memory } = await import("./memory.ts");
    process.exitCode = await memory(args, { out: console.log, error: console.error });
    break;
  }
  case "backup":
  case "restore":
  case "migrate":
  case "user":
  case "forget-secrets":
    await (await import("./operators.ts")).runOperators(command, args);
    break;
  case "help":
  case "--help":
  case "-h":
    console.log(usage);
    break;
  default:
    console.error(`udt: unknown command ${command}\n\n${usage}`);
    process.exitCode = 2;
}
