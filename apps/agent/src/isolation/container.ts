/**
 * Isolation by a container engine, for programs in an image of their user's. Nothing of a launch but generic words reaches
 * the engine: the program, its words and its environment go to it over a socket of the agent's.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, lchown, mkdir, open, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Exit } from "./workplace.ts";
import { launchBounded } from "./bounded.ts";
import { type ContainerEngine, ENGINES, findEngine } from "./container-engine.ts";
import type { Bounds } from "./bounds.ts";
import { openPortIn } from "./late-ports.ts";
import type { LaunchedApart } from "./namespaces.ts";
import { ownNode } from "./own-node.ts";

/** What a workplace's programs run in. */
export interface ContainerImage {
  engine: ContainerEngine;
  /** The engine's own id of it: a tag may be moved while it is used. */
  image_id: string;
  /** Folders for which it asks the engine for a place on the disk. They get one in memory, which is bounded. */
  volumes: readonly string[];
  /** The agent's folder of everything that is its own; by it an agent finds what it left behind when it was killed. */
  owner: string;
}

export interface ContainerSpec extends ContainerImage {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  /** The workplace's, for what this puts there. */
  folder: string;
  /** Shown as `/tmp` besides. */
  temporary: string;
  writable: readonly string[];
  uid: number | undefined;
  bounds: Bounds;
  ports: readonly { port: number; onConnection: (socket: Socket) => void }[];
  beforeStart(): Promise<void>;
}

const LABEL = "org.udt.owner";
const INSIDE = fileURLToPath(new URL("inside/container.mts", import.meta.url));
/** Where our own part is found in the container. */
const OWN = "/.udt";
/** What a tree may take beyond its bound before the kernel ends a process of it: before that the watch ends all, and says why. */
const MEMORY_SLACK = 1.25;
/** Threads of our own part. */
const OWN_PIDS = 16;
/** When the engine has not ended a container by then, its client is given up. */
const KILL_PATIENCE_MS = 20_000;

/** Process 1: it waits, so that it takes care of processes that lost their parent; nobody inside can end it. */
const FIRST = `exec 4>&2 2>/dev/null; "$@" 2>&4 4>&-; exit $?`;

export function launchInContainer(spec: ContainerSpec): LaunchedApart {
  const { engine } = spec;
  const name = `udt-${randomUUID()}`;
  const link = new Link(join(spec.folder, `link-${name}`), spec);
  let pid: number | undefined;
  const late: Server[] = [];
  let killing: { since: number; call: Promise<unknown> | undefined } | undefined;

  const launched = launchBounded({
    bounds: spec.bounds,
    writable: spec.writable,
    pidOf: () => pid,
    async start() {
      await spec.beforeStart();
      await link.open(() => {
        void firstProcess(engine, name).then((first) => (pid = first));
      });
      const child = spawn(engine.name, await words(spec, name, link.folder), {
        cwd: "/",
        env: engine.env,
        stdio: ["ignore", "pipe", "pipe"],
        // Signals from a terminal are the agent's to answer.
        detached: true,
      });
      await once(child, "spawn");
      return child;
    },
    killTree(child: ChildProcess) {
      killing ??= { since: Date.now(), call: undefined };
      const now = killing;
      // Without it our part inside ends by itself, also when the engine is slow.
      link.cut();
      now.call ??= engine
        .run(["kill", name])
        .catch(() => undefined)
        .finally(() => (now.call = undefined));
      if (Date.now() - now.since > KILL_PATIENCE_MS) child.kill("SIGKILL");
    },
  });
  const exited = launched.exited.then(async (exit): Promise<Exit> => {
    for (const server of late) server.close();
    await link.close();
    const isShort =
      exit.bound === null && exit.exit_code !== 0 && (link.isOutOfMemory || (await wasOutOfMemory(engine, name)));
    await engine.run(["rm", "--force", "--volumes", name]).catch(() => undefined);
    return isShort ? { ...exit, bound: "memory" } : exit;
  });
  return {
    ...launched,
    exited,
    async openPort(port, onConnection) {
      const server = await openPortIn(pid, port);
      late.push(server);
      server.on("connection", onConnection);
      return () => server.close();
    },
  };
}

async function words(spec: ContainerSpec, name: string, link: string): Promise<string[]> {
  const { bounds, uid } = spec;
  const node = await ownNode();
  const memory = Math.ceil(bounds.memoryBytes * MEMORY_SLACK);
  const processors = Math.max(1, Math.floor(availableParallelism() / 2));
  const limits = {
    nofile: 4096,
    core: 0,
    fsize: bounds.diskBytes,
    cpu: Math.ceil(bounds.timeMs / 1000),
    // Counted for a user id over the whole machine: only where the id is the workplace's own.
    ...(uid !== undefined && { nproc: bounds.processes + OWN_PIDS }),
  };
  return [
    // To remove one that runs is to end it at once.
    [
      "run",
      "--stop-timeout=0",
      `--name=${name}`,
      `--label=${LABEL}=${spec.owner}`,
      "--pull=never",
      "--sig-proxy=false",
    ],
    ["--log-driver=none", "--no-healthcheck", "--hostname=udt", "--network=none", "--ipc=private"],
    ["--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", `--user=${userOf(uid)}`],
    [`--memory=${memory}`, `--memory-swap=${memory}`, `--cpus=${processors}`, "--shm-size=64m"],
    [`--pids-limit=${bounds.processes + OWN_PIDS}`],
    Object.entries(limits).map(([limit, value]) => `--ulimit=${limit}=${value}:${value}`),
    // Podman would hand the agent's proxies on, with their passwords.
    spec.engine.name === "podman" ? ["--http-proxy=false"] : [],
    spec.volumes.map((path) => `--tmpfs=${path}:size=64m`),
    bind(spec.temporary, "/tmp"),
    spec.writable.flatMap((path) => bind(path, path)),
    bind(link, `${OWN}/link`, "readonly"),
    bind(INSIDE, `${OWN}/inside.mts`, "readonly"),
    node.files.flatMap((file) => bind(file.path, `${OWN}/node/${file.name}`, "readonly")),
    ["--workdir=/tmp", "--entrypoint=/bin/sh", spec.image_id, "-c", FIRST, "sh"],
    [`${OWN}/node/${node.loader}`, "--library-path", `${OWN}/node`, `${OWN}/node/${node.node}`],
    ["--no-warnings", `${OWN}/inside.mts`, `${OWN}/link`],
  ].flat();
}

/** As whom its programs run: the workplace's own user id, else the agent's. */
function userOf(uid: number | undefined): string {
  if (uid !== undefined) return `${uid}:${uid}`;
  if (!process.getuid || !process.getgid) throw new Error("this system has no user ids");
  return `${process.getuid()}:${process.getgid()}`;
}

const bind = (source: string, target: string, ...more: string[]): string[] => [
  `--mount=${["type=bind", `source=${source}`, `target=${target}`, ...more].join(",")}`,
];

/** Sockets by which a container reaches the agent, in a folder that is shown to it. */
class Link {
  readonly folder: string;
  /** Our part inside says nothing else. */
  isOutOfMemory = false;
  readonly #spec: ContainerSpec;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(folder: string, spec: ContainerSpec) {
    this.folder = folder;
    this.#spec = spec;
  }

  /** The first who asks is our part inside: the program starts only when it has its order. */
  async open(onUp: () => void): Promise<void> {
    const { argv, cwd, env, ports, uid } = this.#spec;
    await mkdir(this.folder, { mode: 0o755 });
    const order = JSON.stringify({ argv, cwd, env, ports: ports.map(({ port }) => port) });
    const handle = await open(this.folder);
    try {
      // A socket's whole path may have 107 bytes; by the open folder it is short wherever that lies.
      const listen = async (name: string, onConnection: (socket: Socket, server: Server) => void) => {
        const server = createServer((socket) => {
          socket.on("error", () => socket.destroy());
          this.#sockets.add(socket);
          socket.on("close", () => this.#sockets.delete(socket));
          onConnection(socket, server);
        });
        this.#servers.push(server);
        server.listen(`/proc/self/fd/${handle.fd}/${name}`);
        await once(server, "listening");
        await chmod(join(this.folder, name), 0o600);
        if (uid !== undefined) await lchown(join(this.folder, name), uid, uid);
      };
      await listen("control", (socket, server) => {
        server.close();
        socket.write(`${order}\n`);
        socket.on("data", () => (this.isOutOfMemory = true));
        onUp();
      });
      for (const { port, onConnection } of ports) await listen(String(port), onConnection);
    } finally {
      await handle.close();
    }
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  async close(): Promise<void> {
    this.cut();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function firstProcess(engine: ContainerEngine, name: string): Promise<number | undefined> {
  const said = await engine.run(["inspect", "--format={{.State.Pid}}", name]).catch(() => "");
  return Number(said.trim()) || undefined;
}

async function wasOutOfMemory(engine: ContainerEngine, name: string): Promise<boolean> {
  const said = await engine.run(["inspect", "--format={{.State.OOMKilled}}", name]).catch(() => "");
  return said.trim() === "true";
}

/** Ends and removes what an agent that was killed left behind. Resolves with how many there were. */
export async function sweepContainers(owner: string): Promise<number> {
  let count = 0;
  for (const each of ENGINES) {
    const { engine } = await findEngine([each]);
    if (engine === null) continue;
    const filter = `label=${LABEL}=${owner}`;
    const left = (await engine.run(["ps", "--all", "--quiet", "--filter", filter]).catch(() => "")).split(/\s+/);
    const names = left.filter((name) => name !== "");
    if (names.length === 0) continue;
    await engine.run(["rm", "--force", "--volumes", ...names]);
    count += names.length;
  }
  return count;
}
