/**
 * Git's own protocol over http, whichever repositories a server has: https://git-scm.com/docs/gitprotocol-http. System git
 * speaks it; what is here is the http around it.
 */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { say, UdtError, type Said } from "@udt/contract";
import { atMost } from "./blobs/blobs.ts";
import { startGit, type GitCall } from "./git.ts";
import { callerLeft } from "./http/caller-left.ts";
import { Turns } from "./turns.ts";

export type GitService = "git-upload-pack" | "git-receive-pack";

/** A reader names what it has and wants: of a long history that is some megabytes. */
const WISH_MAX_BYTES = 8 * 1024 ** 2;
/** So many are handed out at once, to one asker of them, and wait for that. */
const TURNS = { at_once: 16, at_once_each: 8, waiting_each: 16, waiting_max: 64 };
/** Who takes nothing for so long keeps their turn from others no longer. Git sends something each five seconds, whatever it does. */
const STALLED_MS = 2 * 60_000;

export interface HandOutCall extends Pick<GitCall, "folder" | "settings"> {
  /** Whose turn it takes. */
  asker: string;
}

/** Takes the bodies that git sends as the streams that they are. */
export function takeGitBodies(app: FastifyInstance): void {
  for (const service of ["upload", "receive"])
    app.addContentTypeParser(`application/x-git-${service}-pack-request`, (_request, payload, done) =>
      done(null, payload),
    );
}

/** Which version of its protocol git is to speak: https://git-scm.com/docs/protocol-v2#_http_transport */
export function protocolOf({ headers }: FastifyRequest): Record<string, string> {
  const asked = headers["git-protocol"];
  return typeof asked === "string" && /^version=[012]$/.test(asked) ? { GIT_PROTOCOL: asked } : {};
}

/** A line of git's protocol, which begins with its length: https://git-scm.com/docs/gitprotocol-common */
export const packetLine = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
};
/** Ends a list of such lines. */
export const FLUSH = Buffer.from("0000");

/** The body of a request as git wrote it. @throws UdtError invalid_body */
export function gitBodyOf({ body, headers }: FastifyRequest): Readable {
  const coding = headers["content-encoding"] ?? "identity";
  if (!(body instanceof Readable) || !["identity", "gzip"].includes(coding))
    throw new UdtError("invalid_body", { reason: say("content_type") });
  if (coding === "identity") return body;
  const plain = createGunzip();
  body.on("error", (error) => plain.destroy(error));
  return body.pipe(plain);
}

/** Hands repositories out, to few at once: what there is to do for one asker does not keep all others waiting. */
export class GitHandOut {
  readonly #timeoutMs: number;
  readonly #stalledMs: number;
  readonly #turns = new Turns(TURNS, () => new UdtError("unavailable"));
  /** @param timeoutMs So long one answer may take. @param stalledMs And so long nothing of it may be taken. */
  constructor(timeoutMs: number, stalledMs = STALLED_MS) {
    this.#timeoutMs = timeoutMs;
    this.#stalledMs = stalledMs;
  }

  /** What a repository has, for who reads it or is about to write. @throws UdtError unavailable */
  advertise(
    request: FastifyRequest,
    reply: FastifyReply,
    service: GitService,
    call: HandOutCall,
  ): Promise<FastifyReply> {
    const words = [service.slice(4), "--stateless-rpc", "--advertise-refs"];
    const begin = Buffer.concat([packetLine(`# service=${service}\n`), FLUSH]);
    return this.#answer(request, reply, `${service}-advertisement`, { words, call, begin });
  }

  /**
   * What was asked for. All of it is read before git is started, so that what makes no sense is refused.
   * @throws UdtError invalid_body, body_too_large, unavailable
   */
  async uploadPack(request: FastifyRequest, reply: FastifyReply, call: HandOutCall): Promise<FastifyReply> {
    const input = await wishOf(gitBodyOf(request));
    return this.#answer(request, reply, "git-upload-pack-result", {
      words: ["upload-pack", "--stateless-rpc", "--strict"],
      call,
      input,
    });
  }

  #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: string,
    { words, call, begin, input }: { words: string[]; call: HandOutCall; begin?: Buffer; input?: Buffer },
  ): Promise<FastifyReply> {
    const { folder = "", settings = [], asker } = call;
    const signal = callerLeft(reply);
    const answered = Promise.withResolvers<FastifyReply>();
    const hand = async () => {
      const { child, exited } = startGit(
        [...words, folder],
        { settings, env: protocolOf(request), timeoutMs: this.#timeoutMs, signal },
        "pipe",
      );
      // A reader that hangs up early leaves nobody to write to.
      child.stdin?.on("error", () => undefined).end(input);
      if (begin) child.stdout.unshift(begin);
      reply.raw.setTimeout(this.#stalledMs, () => reply.raw.destroy());
      answered.resolve(reply.type(`application/x-${kind}`).header("cache-control", "no-store").send(child.stdout));
      await exited.catch(() => undefined);
    };
    this.#turns.during(asker, hand, signal).catch(answered.reject);
    return answered.promise;
  }
}

/** @throws UdtError invalid_body, body_too_large */
async function wishOf(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of atMost(WISH_MAX_BYTES, body)) pieces.push(piece);
  } catch (error) {
    if (error instanceof UdtError) throw error;
    throw new UdtError("invalid_body", { reason: unreadable(error) }, { cause: error });
  }
  const wish = Buffer.concat(pieces);
  if (wish.length === 0) throw new UdtError("invalid_body", { reason: say("content_unreadable") });
  return wish;
}

/** Why a body that is packed cannot be read. */
export const unreadable = (error: unknown): Said =>
  say("content_unreadable", {}, error instanceof Error ? error.message : String(error));
