/**
 * Folders of this server as git repositories, made and served by the system's git and read over http by anybody who reaches
 * the server: https://git-scm.com/docs/gitprotocol-http. The same content always has the same commit.
 */
import { execFile, spawn } from "node:child_process";
import { access, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { say, UdtError, type Said } from "@udt/contract";
import { atMost } from "./blobs/blobs.ts";

export interface ServedRepository {
  /** Its address is `/git/<name>.git`. */
  name: string;
  /** Becomes the only commit of its branch `main`. */
  folder: string;
}

const run = promisify(execFile);
/** A reader names what it has and wants: small, for repositories of one commit. */
const REQUEST_MAX_BYTES = 1024 ** 2;
const TIMEOUT_MS = 60_000;
const AT_ONCE_MAX = 16;
/** Nothing of the machine's or the user's settings has a say. */
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "UDT",
  GIT_AUTHOR_EMAIL: "udt@localhost",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "UDT",
  GIT_COMMITTER_EMAIL: "udt@localhost",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

export class GitRepositories {
  readonly #root: string;
  readonly #served: ReadonlyMap<string, ServedRepository>;
  /** The commit of each that was asked for; whoever asks while it is made waits for it. */
  readonly #made = new Map<string, Promise<string | undefined>>();
  #running = 0;

  /**
   * Nothing is made yet: that takes ten processes, and most starts of a server serve nobody a repository.
   * @param root A folder of the server's own, for the repositories.
   */
  constructor(root: string, served: readonly ServedRepository[]) {
    this.#root = root;
    this.#served = new Map(served.map((repository) => [repository.name, repository]));
  }

  /**
   * Makes the repository, or brings it up to date, when it is asked for the first time. Answers its commit; undefined
   * when there is no such repository, or not its folder.
   */
  async commitOf(name: string): Promise<string | undefined> {
    const repository = this.#served.get(name);
    if (!repository) return undefined;
    const made = this.#made.get(name) ?? this.#make(repository);
    this.#made.set(name, made);
    return made;
  }

  /** Resolves once none is in the making. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#made.values());
  }

  #pathOf = (name: string): string => join(this.#root, `${name}.git`);

  async #make({ name, folder }: ServedRepository): Promise<string | undefined> {
    const path = this.#pathOf(name);
    const isThere = await access(folder).then(
      () => true,
      () => false,
    );
    if (!isThere) return undefined;
    await mkdir(this.#root, { recursive: true });
    const git = async (...words: string[]): Promise<string> => {
      const env = { ...ENVIRONMENT, GIT_DIR: path, GIT_WORK_TREE: folder };
      return (await run("git", words, { env, timeout: TIMEOUT_MS })).stdout.trim();
    };
    await run("git", ["init", "--quiet", "--bare", "--initial-branch=main", path], { env: ENVIRONMENT });
    await rm(join(path, "index"), { force: true });
    await git("add", "--all", ".");
    const tree = await git("write-tree");
    const commit_id = await git("commit-tree", tree, "-m", "Examples");
    await git("update-ref", "refs/heads/main", commit_id);
    return commit_id;
  }

  /** Puts the two calls that a clone makes on `app`. */
  mount(app: FastifyInstance): void {
    app.addContentTypeParser("application/x-git-upload-pack-request", (_request, payload, done) => done(null, payload));
    app.get<{ Params: { name: string }; Querystring: { service?: string } }>(
      "/git/:name/info/refs",
      async (request, reply) => {
        const path = await this.#find(request.params.name);
        // Without the service it would be git's old protocol of plain files, and any other would write.
        if (request.query.service !== "git-upload-pack") throw new UdtError("route_not_found");
        const service = Buffer.from("001e# service=git-upload-pack\n0000");
        return this.#answer(reply, "advertisement", path, ["--advertise-refs"], request.headers["git-protocol"], {
          before: service,
        });
      },
    );
    app.post<{ Params: { name: string } }>("/git/:name/git-upload-pack", async (request, reply) => {
      const path = await this.#find(request.params.name);
      const input = await wishOf(request.body, request.headers["content-encoding"]);
      return this.#answer(reply, "result", path, [], request.headers["git-protocol"], { input });
    });
  }

  async #find(name: string): Promise<string> {
    const served = name.endsWith(".git") ? name.slice(0, -4) : "";
    const commit_id = await this.commitOf(served).catch(() => undefined);
    if (commit_id === undefined) throw new UdtError("route_not_found");
    return this.#pathOf(served);
  }

  #answer(
    reply: FastifyReply,
    kind: "advertisement" | "result",
    path: string,
    words: string[],
    protocol: string | string[] | undefined,
    { before, input }: { before?: Buffer; input?: Buffer },
  ): FastifyReply {
    if (this.#running >= AT_ONCE_MAX) throw new UdtError("unavailable");
    this.#running++;
    const isVersion = typeof protocol === "string" && /^version=[012]$/.test(protocol);
    const child = spawn("git", ["upload-pack", "--stateless-rpc", "--strict", ...words, path], {
      env: { ...ENVIRONMENT, ...(isVersion && { GIT_PROTOCOL: protocol }) },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    child.on("close", () => this.#running--);
    child.on("error", (error) => child.stdout.destroy(error));
    // A reader that hangs up early leaves nobody to write to.
    child.stdin.on("error", () => undefined);
    reply.raw.on("close", () => child.kill("SIGKILL"));
    child.stdin.end(input);
    if (before) child.stdout.unshift(before);
    return reply.type(`application/x-git-upload-pack-${kind}`).header("cache-control", "no-store").send(child.stdout);
  }
}

/**
 * What a reader says that it has and wants: all of it, so that what makes no sense is refused before git is started.
 * @throws UdtError invalid_body, body_too_large
 */
async function wishOf(body: unknown, coding = "identity"): Promise<Buffer> {
  if (!(body instanceof Readable) || !["identity", "gzip"].includes(coding))
    throw new UdtError("invalid_body", { reason: say("content_type") });
  const pieces: Buffer[] = [];
  try {
    const plain = coding === "gzip" ? unzipped(body) : body;
    for await (const piece of atMost(REQUEST_MAX_BYTES, plain)) pieces.push(piece);
  } catch (error) {
    if (error instanceof UdtError) throw error;
    throw new UdtError("invalid_body", { reason: unreadable(error) }, { cause: error });
  }
  const wish = Buffer.concat(pieces);
  if (wish.length === 0) throw new UdtError("invalid_body", { reason: say("content_unreadable") });
  return wish;
}

function unzipped(body: Readable): Readable {
  const plain = createGunzip();
  body.on("error", (error) => plain.destroy(error));
  return body.pipe(plain);
}

const unreadable = (error: unknown): Said =>
  say("content_unreadable", {}, error instanceof Error ? error.message : String(error));
