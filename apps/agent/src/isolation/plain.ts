/** Where nothing can be isolated: the program runs as the agent's user, bounded, and its whole tree ends with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { Launched } from "./workplace.ts";
import { launchBounded } from "./bounded.ts";
import type { Bounds } from "./bounds.ts";

interface PlainSpec {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  writable: readonly string[];
  bounds: Bounds;
  /** What is to be found at a second place as well. */
  links: readonly { path: string; at?: string }[];
}

const PRLIMIT = "/usr/bin/prlimit";
/** Every process of a tree has it in its environment, however it cut itself loose. */
const MARK = "UDT_LAUNCH";

export function launchPlainly(spec: PlainSpec): Launched {
  const mark = randomUUID();
  const { bounds } = spec;
  const [program, ...words]: readonly [string, ...string[]] = existsSync(PRLIMIT)
    ? [PRLIMIT, `--data=${bounds.memoryBytes}`, `--fsize=${bounds.diskBytes}`, "--core=0", ...spec.argv]
    : spec.argv;
  return launchBounded({
    bounds,
    writable: spec.writable,
    async start() {
      for (const { path, at } of spec.links) {
        if (at !== undefined && !existsSync(at)) await symlink(path, at);
      }
      const child = spawn(program, words, {
        cwd: spec.cwd,
        env: { ...spec.env, [MARK]: mark },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      // What outlives its first process is ended with it, and so are the pipes that it keeps open.
      child.on("exit", () => killMarked(mark));
      await once(child, "spawn");
      return child;
    },
    killTree(child) {
      killGroup(child);
      killMarked(mark);
    },
  });
}

/** Ends a process that was started detached, and all that it started and that stayed in its group. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    // Windows has no groups.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has gone.
  }
}

function killMarked(mark: string): void {
  if (process.platform !== "linux") return;
  const sought = `${MARK}=${mark}`;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readFileSync(`/proc/${entry}/environ`, "latin1").includes(sought)) process.kill(Number(entry), "SIGKILL");
    } catch {
      // It has gone, or is somebody else's.
    }
  }
}

/** The ports of a workplace that has no network of its own: free ones, on the loopback. */
export async function openPorts(
  endpoints: readonly (readonly [string, (socket: Socket) => void])[],
): Promise<{ ports: Record<string, number>; close(): Promise<void> }> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const ports: Record<string, number> = {};
  for (const [name, onConnection] of endpoints) {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      onConnection(socket);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    ports[name] = (server.address() as AddressInfo).port;
  }
  return {
    ports,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
