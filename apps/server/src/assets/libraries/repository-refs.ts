/**
 * Asks a git repository for its branches as git does first of all, without git: one request.
 * @see https://git-scm.com/docs/gitprotocol-http#_discovering_references
 */
import { say, UdtError, type Said } from "@udt/contract";
import { OutboundError, type Outbound } from "../../platform/outbound.ts";

export interface Refs {
  /** Empty when the repository does not say. */
  default_branch: string;
  branches: { name: string; commit_id: string }[];
}
export interface BasicAuth {
  username: string;
  password: string;
}

const TIMEOUT_MS = 15_000;
/** Hosts list every pull request that there ever was. */
const MAX_BYTES = 32 * 1024 ** 2;
const HEADS = "refs/heads/";

/**
 * @param service For whom it is asked: who reads, or who is about to push
 * @throws UdtError repository_auth_required, repository_check_failed
 */
export async function readRefs(
  outbound: Outbound,
  url: string,
  auth: BasicAuth | undefined,
  service: "git-upload-pack" | "git-receive-pack" = "git-upload-pack",
): Promise<Refs> {
  const failed = (reason: Said, cause?: unknown) =>
    new UdtError("repository_check_failed", { reason }, cause === undefined ? undefined : { cause });
  let answer;
  try {
    answer = await outbound.request(`${url}/info/refs?service=${service}`, {
      method: "GET",
      headers: {
        // Hosts tell git from a browser by it: https://github.com/git/git/blob/v2.39.5/http.c#L1141
        "user-agent": "git/2.39 (udt)",
        accept: "*/*",
        ...(auth && {
          authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString("base64")}`,
        }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    if (error instanceof OutboundError) throw failed(error.said, error);
    throw error;
  }
  const { status } = answer;
  // Some hosts say that a repository does not exist to whoever may not see it: those who sign in then learn the truth.
  if (status === 401 || status === 403) throw new UdtError("repository_auth_required");
  if (status >= 300 && status < 400) throw failed(movedTo(answer.headers.location));
  if (status === 404) throw failed(say("repository_unknown"));
  if (status !== 200) throw failed(say("repository_status", { status }));
  if (answer.headers["content-type"] !== `application/x-${service}-advertisement`)
    throw failed(say("repository_not_git"));
  const refs = parseRefs(answer.body);
  if (!refs) throw failed(say("repository_nonsense"));
  return refs;
}

function movedTo(location: string | undefined): Said {
  const target = location?.replace(/\/info\/refs.*$/s, "") ?? "";
  const isPlain = URL.canParse(target) && new URL(target).password === "" && target.length < 300;
  return isPlain ? say("repository_moved_to", { url: target }) : say("repository_moved");
}

/** @see https://git-scm.com/docs/gitprotocol-pack#_reference_discovery */
export function parseRefs(body: Buffer): Refs | undefined {
  const branches: Refs["branches"] = [];
  let default_branch = "";
  let isFirst = true;
  let at = 0;
  while (at < body.length) {
    const length = Number.parseInt(body.toString("latin1", at, at + 4), 16);
    if (Number.isNaN(length) || (length !== 0 && length < 4) || at + length > body.length) return undefined;
    // 0000 ends a section.
    if (length === 0) {
      at += 4;
      continue;
    }
    const line = body.toString("utf8", at + 4, at + length).replace(/\n$/, "");
    at += length;
    if (line.startsWith("# service=")) continue;
    const [ref = "", capabilities = ""] = line.split("\0");
    if (isFirst) default_branch = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(capabilities)?.[1] ?? "";
    isFirst = false;
    const [, commit_id, name] = /^([0-9a-f]{40}(?:[0-9a-f]{24})?) (.+)$/.exec(ref) ?? [];
    if (commit_id === undefined || name === undefined) return undefined;
    if (name.startsWith(HEADS)) branches.push({ name: name.slice(HEADS.length), commit_id });
  }
  return isFirst ? undefined : { default_branch, branches };
}

/** @throws UdtError repository_check_failed, repository_branch_missing */
export function assertBranch(refs: Refs, branch: string): void {
  const wanted = branch || refs.default_branch;
  if (refs.branches.length === 0) throw new UdtError("repository_check_failed", { reason: say("repository_empty") });
  // A host that does not say its default leaves it to git.
  if (wanted !== "" && !refs.branches.some(({ name }) => name === wanted))
    throw new UdtError("repository_branch_missing", { branch: wanted });
}
