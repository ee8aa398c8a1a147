import type { Role } from "./role-env.ts";

/**
 * How much a role may keep of what it no longer uses. The server waits more than it works, and both V8 and the C library
 * hold on to the most that they ever needed: V8 lets the space of its youngest objects grow to 128 MB and takes none of it
 * back from a process that rests, and compiles and inlines as if speed were all; the C library gives each thread an arena,
 * in which compiling the embedded database leaves holes, and raises by each large piece that is freed the size from which
 * pieces are given back at once, unless it is told one (https://man7.org/linux/man-pages/man3/mallopt.3.html). Both are
 * read when a process starts, so they are told by who starts it.
 */
export interface RoleMemory {
  /** For Node, before the script. */
  execArgv: readonly string[];
  env: Readonly<Record<string, string>>;
}

const SERVER: RoleMemory = {
  execArgv: ["--max-semi-space-size=8", "--optimize-for-size"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" },
};
const UNBOUND: RoleMemory = { execArgv: [], env: {} };

/** What a process of this role is started with. */
export const memoryOf = (role: Role): RoleMemory => (role === "server" ? SERVER : UNBOUND);

/**
 * Starts this process's program anew in its place when it was started without its bounds, as by hand. Where a process
 * cannot be replaced (Windows), it runs as it is.
 */
export function keepServerSmall(): void {
  const isBound = SERVER.execArgv.every((flag) => process.execArgv.includes(flag));
  // A forked one could not keep its channel; who forks it knows the bounds.
  if (isBound || process.send || process.platform === "win32") return;
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...SERVER.execArgv, ...process.argv.slice(1)],
    { ...SERVER.env, ...definedOf(process.env) },
  );
}

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
