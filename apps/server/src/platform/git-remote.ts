/**
 * A repository elsewhere, as the system's git speaks to it: over http alone, at addresses that were checked before, following
 * nobody to another place, and with a secret that neither a list of processes nor what git says shows.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { askGit, endGit, GitFailure, readGit, startGit, type GitCall } from "./git.ts";
import type { CheckedTarget } from "./outbound.ts";

export interface GitRemote {
  target: CheckedTarget;
  /** Who signs in; nobody where none is needed. */
  auth: { username: string; password: string } | undefined;
}

/** What git comes to at a repository elsewhere, when it does not come to what was wanted. */
export class RemoteFailure extends Error {
  /** `moved`: the branch is not what it was any more; `declined`: its host wants no such push; `too_long`, `too_large`: it was ended here. */
  readonly kind: "no_access" | "moved" | "declined" | "too_long" | "too_large" | "failed";
  constructor(kind: RemoteFailure["kind"], evidence: string) {
    super(evidence);
    this.kind = kind;
  }
}

/** Older ones dial whatever a name leads to by then: https://git-scm.com/docs/git-config#Documentation/git-config.txt-httpcurloptResolve */
const NEEDED_VERSION = [2, 37] as const;
/** It is read from the environment of git alone. */
const HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$UDT_GIT_USERNAME" "$UDT_GIT_PASSWORD"; }; f';
/** So long a fetch may take, and a push. */
export const FETCH_MAX_MS = 10 * 60_000;
const LOOK_MS = 500;
/** What is slower than so many bytes per second, for so many seconds, is ended: it takes the place of others. */
const FETCH_PACE: [string, string][] = [
  ["http.lowSpeedLimit", "4096"],
  ["http.lowSpeedTime", "30"],
];
/** A host may check for long what was pushed. */
const PUSH_PACE: [string, string][] = [
  ["http.lowSpeedLimit", "100"],
  ["http.lowSpeedTime", "60"],
];
/** Hosts list every tag that there ever was. */
const LIST_MAX_BYTES = 32 * 1024 ** 2;
const WORDS_MAX_LINES = 8;
/** Faults of old commits that harm nobody: who has them cannot get rid of them. */
const HARMLESS = ["zeroPaddedFilemode", "missingSpaceBeforeDate", "badTimezone", "badEmail", "missingEmail"];

/** Whether this machine's git can be held to addresses. @throws GitFailure */
export async function canBeHeld(): Promise<boolean> {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(await askGit(["version"], {})) ?? [];
  const [neededMajor, neededMinor] = NEEDED_VERSION;
  return Number(major) > neededMajor || (Number(major) === neededMajor && Number(minor) >= neededMinor);
}
export const neededGit = NEEDED_VERSION.join(".");

function callOf({ target, auth }: GitRemote): { env: Record<string, string>; settings: [string, string][] } {
  const { protocol, hostname, port } = target.url;
  const addresses = target.addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  const dialled = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}:${addresses.join(",")}`;
  // An address leads nowhere else, and curl takes none of IPv6 for a name.
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  const authority = process.env["GIT_SSL_CAINFO"];
  return {
    env: {
      GIT_ASKPASS: "/bin/true",
      ...(authority !== undefined && { GIT_SSL_CAINFO: authority }),
      ...(auth && { UDT_GIT_USERNAME: auth.username, UDT_GIT_PASSWORD: auth.password }),
    },
    settings: [
      ["protocol.http.allow", "always"],
      ["protocol.https.allow", "always"],
      // Nor are the alternates followed that a host of plain files may name.
      ["http.followRedirects", "false"],
      ["http.proxy", ""],
      ...(isAddress ? [] : [["http.curloptResolve", dialled] as [string, string]]),
      ["credential.helper", ""],
      ...(auth ? [["credential.helper", HELPER] as [string, string]] : []),
    ],
  };
}

/**
 * Brings the branches and tags of a bare repository to what they are elsewhere: first those go that are no more, then all others
 * come, or none.
 * @param maxBytes So much the folder may hold
 * @throws RemoteFailure, and what aborted it
 */
export async function fetchMirror(
  folder: string,
  remote: GitRemote,
  { maxBytes, onPercent, signal }: { maxBytes: number; onPercent(percent: number): void; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  // Git cannot make `feature/x` in the transaction in which `feature` goes.
  await deleteGone(folder, await refsThere(remote, signal));
  const { env, settings } = callOf(remote);
  const rules = HARMLESS.map((fault): [string, string] => [`fetch.fsck.${fault}`, "ignore"]);
  const words = [
    "fetch",
    "--progress",
    "--atomic",
    "--prune",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
  ];
  const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
  const { child, exited } = startGit([...words, "--no-recurse-submodules", remote.target.url.href, ...refs], {
    folder,
    env,
    settings: [...settings, ...FETCH_PACE, ["fetch.fsckObjects", "true"], ["fetch.unpackLimit", "1"], ...rules],
    timeoutMs: FETCH_MAX_MS,
    has_helpers: true,
    signal,
  });
  const begun = performance.now();
  let isTooLarge = false;
  child.stderr?.on("data", (said: string) => {
    const percent = [...said.matchAll(/Receiving objects: +(\d+)%/g)].at(-1)?.[1];
    if (percent !== undefined) onPercent(Number(percent));
  });
  // Git bounds what it is sent, and not what it fetches.
  const measure = async () => {
    isTooLarge ||= (await sizeOf(folder)) > maxBytes;
    if (isTooLarge) await endGit(child);
  };
  const look = setInterval(() => void measure(), LOOK_MS);
  try {
    const { code, said } = await exited;
    await measure();
    if (code === 0 && !isTooLarge) return;
    signal.throwIfAborted();
    if (isTooLarge) throw new RemoteFailure("too_large", "");
    if (performance.now() - begun >= FETCH_MAX_MS) throw new RemoteFailure("too_long", "");
    throw failureOf(said, remote);
  } finally {
    clearInterval(look);
    await removeUnfinished(folder);
  }
}

/** The branches and tags that there are elsewhere. @throws RemoteFailure, and what aborted it */
async function refsThere(remote: GitRemote, signal: AbortSignal): Promise<Set<string>> {
  const words = ["ls-remote", "--refs", "--heads", "--tags", remote.target.url.href];
  const { env, settings } = callOf(remote);
  const call = {
    env,
    settings: [...settings, ...FETCH_PACE],
    signal,
    maxBytes: LIST_MAX_BYTES,
    has_helpers: true,
    timeoutMs: FETCH_MAX_MS,
  };
  const { bytes, isCut } = await readGit(words, call).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof GitFailure ? failureOf(error.message, remote) : error;
  });
  signal.throwIfAborted();
  if (isCut) throw new RemoteFailure("failed", "");
  const lines = bytes.toString("utf8").split("\n");
  return new Set(lines.map((line) => line.slice(line.indexOf("\t") + 1)));
}

/** Deletes the branches and tags that are not among these. */
async function deleteGone(folder: string, there: ReadonlySet<string>): Promise<void> {
  const here = await askGit(["for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags"], { folder });
  const gone = here.split("\n").filter((ref) => ref !== "" && !there.has(ref));
  if (gone.length === 0) return;
  const input = gone.map((ref) => `delete ${ref}\0\0`).join("");
  await askGit(["update-ref", "-z", "--stdin"], { folder, input });
}

/**
 * Brings one branch elsewhere from one commit to another; from or to nothing it is made, or deleted. Where it is not what it was,
 * nothing is done.
 * @param call By which git finds the commits
 * @throws RemoteFailure
 */
export async function pushBranch(
  call: GitCall,
  remote: GitRemote,
  { ref, from, to }: { ref: string; from: string | undefined; to: string | undefined },
): Promise<void> {
  const { env, settings } = callOf(remote);
  const lease = `--force-with-lease=${ref}:${from ?? ""}`;
  const words = ["push", "--porcelain", lease, "--no-follow-tags", "--recurse-submodules=no", "--no-signed"];
  const { child, exited } = startGit([...words, remote.target.url.href, `${to ?? ""}:${ref}`], {
    ...call,
    env: { ...call.env, ...env },
    settings: [...(call.settings ?? []), ...settings, ...PUSH_PACE],
    timeoutMs: FETCH_MAX_MS,
    has_helpers: true,
  });
  const [told, { code, said }] = await Promise.all([text(child.stdout), exited]);
  if (code === 0) return;
  // https://git-scm.com/docs/git-push#_output
  const [, remotely, why = ""] =
    /^!\t[^\t]*\t\[(remote )?(?:rejected|failure|no match)\] \(([^\n]*)\)$/m.exec(told) ?? [];
  if (remotely === undefined && why === "") throw failureOf(said, remote);
  const isMoved = /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref|incorrect old value/;
  throw new RemoteFailure(isMoved.test(why) ? "moved" : "declined", wordsOf(`${said}\n${why}`, remote));
}

function failureOf(said: string, remote: GitRemote): RemoteFailure {
  const isRefused = /Authentication failed|could not read (Username|Password)|returned error: 40[13]|access denied/i;
  return new RemoteFailure(isRefused.test(said) ? "no_access" : "failed", wordsOf(said, remote));
}

/** What git and the host said, without what is told of progress, and without the secret. */
function wordsOf(said: string, { auth }: GitRemote): string {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^remote:\s*$|^(remote: )?[A-Z][a-z]+ (objects|deltas):|^To http/.test(line));
  const words = lines.slice(-WORDS_MAX_LINES).join("\n");
  return auth ? secretsOf(auth).reduce((masked, secret) => masked.replaceAll(secret, "***"), words) : words;
}

/** A secret as a host may say it back: as it is, in an address, and in the header that carries it. */
function secretsOf({ username, password }: { username: string; password: string }): string[] {
  const header = Buffer.from(`${username}:${password}`);
  const alone = Buffer.from(password);
  const forms = [header, alone].flatMap((secret) => [secret.toString("base64"), secret.toString("base64url")]);
  return [...forms, encodeURIComponent(password), password].filter((secret) => secret !== "");
}

/** In bytes, of all files that are there by now. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(join(folder, "objects"), { recursive: true }).catch(() => []);
  let size = 0;
  for (const name of names) {
    const one = await stat(join(folder, "objects", name)).catch(() => undefined);
    if (one?.isFile()) size += one.size;
  }
  return size;
}

/** What a fetch leaves that is ended: only one writes at a time. */
async function removeUnfinished(folder: string): Promise<void> {
  const packs = join(folder, "objects", "pack");
  const names = await readdir(packs).catch(() => []);
  for (const name of names) if (name.startsWith("tmp_")) await rm(join(packs, name), { force: true });
}
