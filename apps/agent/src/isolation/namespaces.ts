/**
 * Isolation by the kernel's namespaces, through util-linux: https://man7.org/linux/man-pages/man1/unshare.1.html. An agent that is
 * root makes them as root and gives each workplace a user id of its own; any other makes a user namespace first.
 */
import { type Said, say } from "@udt/base";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, mkdir, rm } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Launched } from "./workplace.ts";
import { launchBounded } from "./bounded.ts";
import type { Bounds } from "./bounds.ts";
import { openPortIn } from "./late-ports.ts";
import { filterHere } from "./seccomp.ts";

const SETUP = fileURLToPath(new URL("namespaces-setup.sh", import.meta.url));
/** Opens the ports inside and hands them to the agent: a listening socket stays in the network that it was made in. */
const PORT_OPENER = `
import { createServer } from "node:net";
const ports = process.env.UDT_PORTS.split(",").map(Number);
for (const port of ports) {
  const server = createServer();
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  await new Promise((resolve, reject) => process.send(port, server, (error) => (error ? reject(error) : resolve())));
}
await new Promise((resolve) => process.once("message", resolve));
process.exit(0);
`;
/** User ids that belong to nobody, for services that come and go: https://systemd.io/UIDS-GIDS/ */
const UIDS = { first: 61_184, last: 65_519 };
const TOOLS_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** A program with a network of its own, in which ports can be opened while it runs. */
export interface LaunchedApart extends Launched {
  /** @throws Error when the port is taken there, or cannot be opened. @returns closes it */
  openPort(port: number, onConnection: (socket: Socket) => void): Promise<() => void>;
}

const isRoot = (): boolean => process.getuid?.() === 0;
const taken = new Set<number>();

/** A user id that no other workplace of this agent has; undefined when the agent is not root. */
export function takeUid(): { uid: number; free(): void } | undefined {
  if (!isRoot()) return undefined;
  // Two agents on one machine seldom meet: they begin at different places.
  const span = UIDS.last - UIDS.first + 1;
  for (let tried = 0; tried < span; tried++) {
    const uid = UIDS.first + ((process.pid * 37 + tried) % span);
    if (taken.has(uid)) continue;
    taken.add(uid);
    return { uid, free: () => taken.delete(uid) };
  }
  throw new Error("no user id is free");
}

export interface NamespaceSpec {
  /** An empty folder that becomes the root. */
  root: string;
  argv: readonly [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  /** Shown as `/tmp` besides. */
  temporary: string;
  writable: readonly string[];
  readOnly: readonly { path: string; at?: string }[];
  uid: number | undefined;
  bounds: Bounds;
  ports: readonly { port: number; onConnection: (socket: Socket) => void }[];
  node: string;
  beforeStart(): Promise<void>;
}

export function launchInNamespaces(spec: NamespaceSpec): LaunchedApart {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let pid: number | undefined;
  const accept = (server: Server, onConnection: ((socket: Socket) => void) | undefined) => {
    servers.push(server);
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      onConnection?.(socket);
    });
  };
  const launched = launchBounded({
    bounds: spec.bounds,
    writable: spec.writable,
    async start() {
      await spec.beforeStart();
      const child = spawnSetup(spec);
      await once(child, "spawn");
      ({ pid } = child);
      child.on("message", (port: number, server: Server) => {
        accept(server, spec.ports.find((each) => each.port === port)?.onConnection);
        if (servers.length === spec.ports.length) child.send("taken", () => undefined);
      });
      return child;
    },
    killTree,
    hasToolsStderr: true,
  });
  const exited = launched.exited.finally(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });
  return {
    ...launched,
    exited,
    async openPort(port, onConnection) {
      const server = await openPortIn(pid, port);
      accept(server, onConnection);
      return () => server.close();
    },
  };
}

function spawnSetup(spec: NamespaceSpec): ChildProcess {
  const { bounds } = spec;
  const filter = filterHere();
  const user = isRoot() ? [] : ["--user", "--map-root-user"];
  const words = [
    // The agent's own end, however sudden, is theirs.
    ["--pdeathsig", "KILL", "unshare", ...user],
    ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child=SIGKILL", "--"],
    ["sh", SETUP, spec.root, spec.uid === undefined ? "" : String(spec.uid), spec.ports.length > 0 ? "1" : "0"],
    [bounds.processes, bounds.memoryBytes, bounds.diskBytes, Math.ceil(bounds.timeMs / 1000)].map(String),
    [String(filter?.prctl ?? 0), filter?.program.toString("hex") ?? "", spec.cwd, spec.node],
    // First, because what follows may lie below it.
    ["rw", spec.temporary, "/tmp", "root"],
    spec.writable.flatMap((path) => ["rw", path, path, whose(spec, path)]),
    spec.readOnly.flatMap(({ path, at = path }) => ["ro", path, at, whose(spec, at)]),
    ["--", ...spec.argv],
  ].flat();
  const env: Record<string, string> = { ...spec.env };
  if (spec.ports.length > 0) {
    env["UDT_PORT_OPENER"] = PORT_OPENER;
    env["UDT_PORTS"] = spec.ports.map(({ port }) => port).join(",");
  }
  return spawn("/usr/bin/setpriv", words, {
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe", ...(spec.ports.length > 0 ? (["ipc"] as const) : [])],
    // Signals from a terminal are the agent's to answer.
    detached: true,
  });
}

/** Who makes the place where something is shown: what lies in folders that programs write to is theirs. */
const whose = ({ writable }: NamespaceSpec, at: string): "script" | "root" =>
  ["/tmp", ...writable].some((folder) => at.startsWith(`${folder}/`)) ? "script" : "root";

/** Process 1 inside, whose end the kernel makes the end of all others; before it is there, what would start it. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
    process.kill(Number(children.split(" ")[0] || pid), "SIGKILL");
  } catch {
    // It has gone.
  }
}

/** Null when namespaces can be had here, else why not. */
export async function probeNamespaces(): Promise<Said | null> {
  if (process.platform !== "linux") return say("isolation_platform", { platform: process.platform });
  try {
    await promisify(execFile)("/bin/sh", ["-c", "command -v setpriv unshare prlimit pivot_root chroot findmnt ip"], {
      env: { PATH: TOOLS_PATH },
    });
  } catch {
    return say("isolation_tools");
  }
  const folder = await mkdtemp(join(tmpdir(), "udt-isolation-"));
  const identity = takeUid();
  try {
    const [root, temporary] = [join(folder, "root"), join(folder, "tmp")];
    await mkdir(root);
    await mkdir(temporary);
    await chmod(temporary, 0o777);
    const launched = launchInNamespaces({
      root,
      temporary,
      argv: ["/bin/true"],
      cwd: "/",
      env: { PATH: TOOLS_PATH },
      writable: [temporary],
      readOnly: [],
      uid: identity?.uid,
      bounds: { timeMs: 20_000, memoryBytes: 2 ** 30, diskBytes: 2 ** 20, outputBytes: 10_000, processes: 32 },
      ports: [],
      node: process.execPath,
      beforeStart: () => Promise.resolve(),
    });
    let said = "";
    launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
    const { exit_code } = await launched.exited;
    return exit_code === 0 ? null : say("isolation_probe", {}, said);
  } finally {
    identity?.free();
    await rm(folder, { recursive: true, force: true });
  }
}
