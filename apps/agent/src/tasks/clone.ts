import { say } from "@udt/base";
import { existsSync } from "node:fs";
import { LIMITS, type ParsePayload } from "@udt/contract";
import type { Isolation, OpenWorkplace } from "../isolation/isolation.ts";
import { baseEnvironment } from "../environments/environment.ts";
import { listen } from "../runners/listen.ts";
import { GuardProxy, type GuardSpec } from "../outgoing/guard-proxy.ts";
import { placeOf } from "../outgoing/place.ts";
import { TaskFailure } from "./task-failure.ts";

export interface Cloned {
  place: OpenWorkplace;
  commit_id: string;
}

const CLONE_MS = 10 * 60_000;
/** What travels is packed; what is written is the pack and the files. */
const PACK_MAX_BYTES = 2 * LIMITS.snapshot_max_bytes;
const DISK_MAX_BYTES = 4 * LIMITS.snapshot_max_bytes;
/** Git asks it for who signs in. What it says is in its environment alone: a list of processes shows only these words. */
const HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$UDT_GIT_USERNAME" "$UDT_GIT_PASSWORD"; }; f';
const GIT_PATHS = ["/usr/bin/git", "/usr/local/bin/git", "/bin/git"];

export interface GitTarget {
  url: string;
  /** Those that the server looked up and allowed. Empty: the host as it is, which is the server's own. */
  addresses: readonly { address: string; family: 4 | 6 }[];
}

/** The repository's host and no other. */
export function wayTo({ url, addresses }: GitTarget): GuardSpec["wayTo"] {
  const { host, port } = placeOf(new URL(url));
  return (name, asked) => (name === host && asked === port ? { host: addresses[0]?.address ?? host, port } : undefined);
}

/**
 * Clones the newest commit of a branch with the system's git, in a workplace that can reach the repository's host and nothing
 * else. The caller closes the workplace.
 * @throws TaskFailure
 */
export async function clone(
  isolation: Isolation,
  task: ParsePayload,
  of: { folder: string; server_url: string },
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Cloned> {
  const git = GIT_PATHS.find((path) => existsSync(path));
  if (git === undefined) throw new TaskFailure("pull_failed", say("git_missing"));
  const target = { url: task.url ?? `${of.server_url}${task.path}`, addresses: task.addresses };
  const proxy = new GuardProxy({ wayTo: wayTo(target), maxBytes: PACK_MAX_BYTES });
  const place = await isolation.open({
    folder: of.folder,
    environment: await cloneEnvironment(),
    bounds: { timeMs: CLONE_MS, diskBytes: DISK_MAX_BYTES, processes: 64 },
    ports: { git: (socket) => proxy.take(socket) },
  });
  try {
    const options = Object.entries({
      "protocol.allow": "never",
      "protocol.http.allow": "always",
      "protocol.https.allow": "always",
      "http.proxy": `http://127.0.0.1:${place.ports["git"]}`,
      "http.followRedirects": "false",
      "http.lowSpeedLimit": "100",
      "http.lowSpeedTime": "60",
      "core.hooksPath": "/dev/null",
      "credential.helper": HELPER,
      "gc.auto": "0",
    }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const depth = ["--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--progress"];
    const branch = task.branch === "" ? [] : ["--branch", task.branch];
    const launched = place.launch({
      argv: [git, ...options, "clone", ...depth, ...branch, "--", target.url, place.library],
      cwd: place.library,
      env: gitEnvironment(task),
    });
    const said = listen(launched, signal, (text) => {
      const percent = /Receiving objects:\s+(\d+)%/.exec(text)?.[1];
      if (percent !== undefined) onPercent(Number(percent));
    });
    const exit = await launched.exited;
    signal.throwIfAborted();
    if (proxy.isTooLarge || exit.bound === "disk") throw tooLarge();
    if (exit.bound === "disk_full") throw new TaskFailure("pull_failed", say("process_bound_disk_full"));
    if (exit.bound === "time")
      throw new TaskFailure("pull_failed", say("clone_too_long", { minutes: CLONE_MS / 60_000 }));
    if (exit.exit_code !== 0) throw failureOf(said(), task);
    const asked = place.launch({
      argv: [git, "-C", place.library, "rev-parse", "HEAD"],
      cwd: place.library,
      env: gitEnvironment({ auth: null }),
    });
    const commit = listen(asked, signal);
    await asked.exited;
    const commit_id = commit().trim();
    if (!/^[0-9a-f]{40,64}$/.test(commit_id)) throw new TaskFailure("pull_failed", say("clone_no_commit"));
    return { place, commit_id };
  } catch (error) {
    await place.close();
    throw error;
  } finally {
    proxy.close();
  }
}

export const tooLarge = (): TaskFailure =>
  new TaskFailure("pull_failed", say("repository_too_large", { megabytes: LIMITS.snapshot_max_bytes / 1024 ** 2 }));

async function cloneEnvironment() {
  const base = await baseEnvironment();
  // An operator's own certificate authority.
  const authority = process.env["GIT_SSL_CAINFO"];
  if (authority === undefined || !existsSync(authority)) return base;
  return { ...base, readOnly: [...base.readOnly, { path: authority }], env: { GIT_SSL_CAINFO: authority } };
}

/** Nothing of the machine's settings has a say, nothing asks anybody. */
const gitEnvironment = ({ auth }: Pick<ParsePayload, "auth">): Record<string, string> => ({
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "/bin/true",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_LFS_SKIP_SMUDGE: "1",
  ...(auth && { UDT_GIT_USERNAME: auth.username, UDT_GIT_PASSWORD: auth.password }),
});

function failureOf(said: string, { auth }: ParsePayload): TaskFailure {
  const lines = said.split(/[\r\n]+/).filter((line) => /^(fatal|error|remote|warning):/.test(line));
  let message = lines.slice(-4).join("\n") || said.trim().split("\n").at(-1) || "";
  if (auth) message = message.replaceAll(auth.password, "***");
  const isRefused =
    /Authentication failed|could not read (Username|Password)|returned error: 40[13]|access denied|not authorized/i.test(
      said,
    );
  return isRefused
    ? new TaskFailure("no_pull_permission", say("clone_refused", {}, message))
    : new TaskFailure("pull_failed", say("clone_failed", {}, message));
}
