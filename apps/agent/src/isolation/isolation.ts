/**
 * Programs that users wrote run here, away from the agent: without its environment and files, without other ports than
 * those they are given, within bounds, and never longer than they are wanted. docs/operations.md tells what each mode guarantees.
 */
import { type Said, say } from "@udt/base";
import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { giveTrees } from "../give-trees.ts";
import { removeTree } from "../remove-tree.ts";
import type { LaunchSpec, Launched, Workplace } from "./workplace.ts";
import { type Bounds, DEFAULT_BOUNDS } from "./bounds.ts";
import { type ContainerImage, launchInContainer } from "./container.ts";
import { type LaunchedApart, launchInNamespaces, probeNamespaces, takeUid } from "./namespaces.ts";
import { launchPlainly, openPorts } from "./plain.ts";
import { filterHere } from "./seccomp.ts";

/** What a library's programs find beside their own files. */
export interface Environment {
  programs: Workplace["programs"];
  /** Folders that they read: interpreters, installed packages. Shown where they are, and below the library if it is said where. */
  readOnly: readonly { path: string; inLibrary?: string }[];
  /** Put in front of `PATH`. */
  path: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface WorkplaceSpec {
  /** Becomes the workplace's own: it is emptied, and removed in the end. */
  folder: string;
  environment: Environment;
  bounds?: Partial<Bounds>;
  /** Folders that its programs may write to besides, and that outlive it. */
  writable?: readonly string[];
  /**
   * What its programs can reach: nothing but these, each a TCP port on their 127.0.0.1, whose connections come to the agent.
   * {@link OpenWorkplace.ports} has the numbers.
   */
  ports?: Readonly<Record<string, (socket: Socket) => void>>;
}

export interface OpenWorkplace extends Workplace {
  readonly ports: Readonly<Record<string, number>>;
  /**
   * Opens a port of one's own choice where its programs run now and will run; not where they share the agent's network.
   *
   * @throws Error when it is taken there, or cannot be opened
   * @returns closes it
   */
  openPort(port: number, onConnection: (socket: Socket) => void): Promise<() => void>;
  /** Kills what still runs and removes the folder. */
  close(): Promise<void>;
}

export interface Isolation {
  /**
   * `container`: in an image, which has the programs. `none`: programs run as the agent's own user beside it; only bounds
   * and the end of the whole tree hold.
   */
  readonly mode: "namespaces" | "container" | "none";
  /** Why nothing can be isolated, or what is left open; null when all of it holds. */
  readonly reason: Said | null;
  open(spec: WorkplaceSpec): Promise<OpenWorkplace>;
}

let detected: Promise<Isolation> | undefined;

/** What this machine can do, found out once by doing it. */
export function detectIsolation(): Promise<Isolation> {
  detected ??= probeNamespaces().then((reason) =>
    reason === null
      ? isolationOf("namespaces", filterHere() ? null : say("isolation_unfiltered"))
      : isolationOf("none", reason),
  );
  return detected;
}

/** The mode as it is asked for, whether this machine can do it or not. */
export function isolationOf(mode: Exclude<Isolation["mode"], "container">, reason: Said | null = null): Isolation {
  return { mode, reason, open: (spec) => openWorkplace(mode, spec) };
}

export function isolationIn(image: ContainerImage): Isolation {
  return { mode: "container", reason: null, open: (spec) => openWorkplace(image, spec) };
}

/** Inside a network of their own, ports are the same for everybody; the first is where adb expects its server. */
const FIRST_PORT = 5037;

async function openWorkplace(
  mode: "namespaces" | "none" | ContainerImage,
  spec: WorkplaceSpec,
): Promise<OpenWorkplace> {
  const { folder, library, results, pictures, exchange, temporary, root } = await emptyFolders(
    spec.folder,
    typeof mode === "object",
  );
  const bounds = { ...DEFAULT_BOUNDS, ...spec.bounds };
  const wanted = Object.entries(spec.ports ?? {});
  const opened = mode === "none" ? await openPorts(wanted) : undefined;
  const endpoints = wanted.map(([name, onConnection], index) => ({ name, port: FIRST_PORT + index, onConnection }));
  const ports = opened?.ports ?? Object.fromEntries(endpoints.map(({ name, port }) => [name, port]));
  const shown = spec.environment.readOnly.flatMap(({ path, inLibrary }) => [
    { path },
    ...(inLibrary === undefined ? [] : [{ path, at: join(library, inLibrary) }]),
  ]);
  const identity = mode === "none" ? undefined : takeUid();
  const running = new Set<Launched>();
  const apart = new Map<Launched, { openPort: LaunchedApart["openPort"]; known: ReadonlySet<number> }>();
  /** Ports that were opened later, each with who takes its connections. */
  const late = new Map<number, (socket: Socket) => void>();
  const takerOf = (port: number) => (socket: Socket) => (late.get(port) ?? (() => socket.destroy()))(socket);
  let isClosed = false;

  return {
    library,
    results,
    pictures,
    exchange,
    programs: spec.environment.programs,
    ports,
    launch(launch: LaunchSpec): Launched {
      if (isClosed) throw new Error("the workplace is closed");
      const env = environmentOf(launch, spec.environment, temporary, typeof mode === "object");
      const place = {
        root,
        folder,
        temporary,
        writable: [library, results, exchange, temporary, ...(spec.writable ?? [])],
        bounds,
        argv: launch.argv,
        cwd: launch.cwd,
        env,
      };
      const inside = {
        ...place,
        uid: identity?.uid,
        ports: [...endpoints, ...[...late.keys()].map((port) => ({ port, onConnection: takerOf(port) }))],
        // What the agent put into the folders becomes the programs' own, so that they may change it.
        beforeStart: () => (identity ? giveTrees(place.writable, identity.uid) : Promise.resolve()),
      };
      if (mode === "none") {
        const launched = launchPlainly({ ...place, links: shown.filter(({ at }) => at) });
        running.add(launched);
        void launched.exited.then(() => running.delete(launched));
        return launched;
      }
      const launched =
        mode === "namespaces"
          ? launchInNamespaces({ ...inside, readOnly: shown, node: spec.environment.programs.node })
          : launchInContainer({ ...inside, ...mode });
      running.add(launched);
      apart.set(launched, { openPort: launched.openPort, known: new Set(inside.ports.map(({ port }) => port)) });
      void launched.exited.finally(() => {
        running.delete(launched);
        apart.delete(launched);
      });
      return launched;
    },
    async openPort(port, onConnection) {
      if (mode === "none") throw new Error("programs share the agent's network");
      const fresh = [...apart.values()].filter(({ known }) => !known.has(port));
      const closes = await Promise.all(fresh.map(({ openPort }) => openPort(port, takerOf(port))));
      late.set(port, onConnection);
      return () => {
        late.delete(port);
        for (const close of closes) close();
      };
    },
    async close() {
      isClosed = true;
      const ends = [...running].map((launched) => {
        launched.kill();
        launched.output.resume();
        return launched.exited;
      });
      await Promise.all(ends);
      await opened?.close();
      identity?.free();
      await removeTree(folder);
    },
  };
}

/** The workplace's own folders, empty, all of them below `at`. */
async function emptyFolders(at: string, isContainer: boolean) {
  await removeTree(at);
  await mkdir(at, { recursive: true, mode: 0o700 });
  const folder = await realpath(at);
  const library = join(folder, "library");
  const results = join(folder, "results");
  const pictures = join(folder, "pictures");
  const exchange = join(folder, "exchange");
  const temporary = join(folder, "tmp");
  const root = join(folder, "root");
  for (const path of [library, results, pictures, exchange, temporary, root]) await mkdir(path);
  // Where a workplace lies below /tmp, an engine would make the way to it there as root: an agent that is not could not remove it.
  if (isContainer && folder.startsWith("/tmp/"))
    for (const path of [library, results, exchange, temporary])
      await mkdir(join(temporary, path.slice("/tmp/".length)), { recursive: true });
  return { folder, library, results, pictures, exchange, temporary, root };
}

function environmentOf(
  launch: LaunchSpec,
  environment: Environment,
  temporary: string,
  isImage: boolean,
): Record<string, string> {
  const env = { ...environment.env, ...launch.env };
  // The programs that make the isolation read it too; a loader's variables would let it be undone.
  const evil = Object.keys(env).find((name) => /^(LD_|PERL)|^(PATH|HOME|TMPDIR|NODE_CHANNEL_\w+)$/.test(name));
  if (evil !== undefined) throw new Error(`${evil} is set by the isolation`);
  // An image has its own.
  const path = { PATH: [...environment.path, "/usr/local/bin", "/usr/bin", "/bin"].join(":") };
  return {
    ...(!isImage && { LANG: "C.UTF-8" }),
    ...env,
    ...(!isImage && path),
    HOME: temporary,
    TMPDIR: temporary,
  };
}

/** Whether a path is in the folders of the system's own that each workplace shows, and so need not be named. */
export const isOfSystem = (path: string): boolean => /^\/(usr|bin|lib\w*|sbin|etc\/ssl|etc\/pki)(\/|$)/.test(path);

/** A short stable name for a folder in a cache. */
export const cacheName = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
