import { pictureFacts } from "@udt/base";
import type { ScreenCapability, ScriptEndpoint } from "@udt/driver";
import { PICTURE_LIMITS } from "@udt/low-code";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { z } from "zod";
import { messageOf } from "../logger.ts";
import type { SearchRefusal } from "../runners/low-code/pictures/find-picture.ts";
import { type Sight, sightOf } from "../runners/low-code/pictures/picture-look.ts";
import { withSignal } from "../with-signal.ts";

/** Each may wait with a whole picture for those before it. */
const WAITING_MAX = 8;
/** A script is beside the agent: what takes longer never comes. */
const BODY_MS = 30_000;
/** Of one screen, what was found is kept for so many pictures. */
const KEPT_MAX = 100;

const side = z.coerce.number().int().min(1).max(PICTURE_LIMITS.screen_side_max);
/** What is said of a picture, as a low-code locator says it. */
const wishQuery = z
  .strictObject({
    score: z.coerce.number().min(0.5).max(1).optional(),
    scale: z.coerce.number().min(0).max(1).optional(),
    width: side.optional(),
    height: side.optional(),
  })
  .refine(({ width, height }) => (width === undefined) === (height === undefined));

const REFUSED: Record<SearchRefusal["refused"], readonly [status: number, sentence: string]> = {
  unread: [400, "the picture cannot be read"],
  even: [400, "the picture is of one colour, and could be anywhere"],
  time: [504, "looking for the picture on the screen took too long"],
  failed: [503, "the picture could not be looked for on the screen"],
};

/** What a script is answered instead. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Finds pictures on the device's screen for scripts, wherever they run, as low-code steps find theirs: a script posts a PNG and is
 * told where the screen shows it. docs/writing-tests.md tells its readers.
 */
export const picturesEndpoint = (screen: Pick<ScreenCapability, "capture">): ScriptEndpoint => ({
  name: "pictures",
  serve(onUse) {
    const pictures = new ScriptPictures(screen, onUse);
    return (socket) => pictures.serve(socket);
  },
  env: (port) => ({ UDT_PICTURES_URL: `http://127.0.0.1:${port}/` }),
});

class ScriptPictures {
  readonly #screen: Pick<ScreenCapability, "capture">;
  readonly #onUse: () => void;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #waiting = 0;
  /** A script has one turn among all that look for pictures on this machine. */
  #last: Promise<unknown> = Promise.resolve();
  #seen: { png: Buffer; sights: Map<string, Sight> } | undefined;

  constructor(screen: Pick<ScreenCapability, "capture">, onUse: () => void) {
    this.#screen = screen;
    this.#onUse = onUse;
  }

  serve(socket: Socket): void {
    this.#server.emit("connection", socket);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort(new Error("the script has gone")));
    this.#onUse();
    const tell = (status: number, body: object) => {
      if (gone.signal.aborted) return;
      // What is still on its way of a refused one is not read.
      if (!request.complete) response.setHeader("connection", "close");
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    try {
      if (this.#waiting >= WAITING_MAX) throw new Refusal(429, `more than ${WAITING_MAX} pictures at once`);
      this.#waiting++;
      try {
        const { width, height, meant, near } = await this.#find(request, gone.signal);
        tell(200, { width, height, found: meant, near });
      } finally {
        this.#waiting--;
      }
    } catch (error) {
      tell(error instanceof Refusal ? error.status : 503, { error: messageOf(error) });
    }
  }

  async #find(request: IncomingMessage, signal: AbortSignal): Promise<Sight> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://udt");
    if (pathname !== "/") throw new Refusal(404, "there is nothing but /");
    if (request.method !== "POST") throw new Refusal(405, "a picture is posted");
    // A page in a browser cannot say so without asking first, which nobody answers.
    if (request.headers["content-type"] !== "image/png") throw new Refusal(415, "the content-type is to be image/png");
    const wish = wishQuery.safeParse(Object.fromEntries(searchParams));
    if (!wish.success) throw new Refusal(400, wishFault(wish.error));
    const picture = await withSignal(bodyOf(request), AbortSignal.any([signal, AbortSignal.timeout(BODY_MS)]));
    const fault = pictureFault(picture);
    if (fault !== undefined) throw new Refusal(400, fault);
    const before = this.#last;
    const looked = before.then(() => this.#look(picture, wish.data, signal));
    this.#last = looked.catch(() => undefined);
    return looked;
  }

  async #look(
    picture: Buffer,
    { score, scale, width, height }: z.output<typeof wishQuery>,
    signal: AbortSignal,
  ): Promise<Sight> {
    signal.throwIfAborted();
    const png = Buffer.from(await this.#screen.capture(signal));
    if (!this.#seen?.png.equals(png)) this.#seen = { png, sights: new Map() };
    const { sights } = this.#seen;
    const screen = width !== undefined && height !== undefined ? { width, height } : undefined;
    const key = JSON.stringify([createHash("sha256").update(picture).digest("hex"), score, scale, screen]);
    const known = sights.get(key);
    if (known) return known;
    const sight = await sightOf(png, picture, { score, scale, screen }, signal);
    if ("refused" in sight) throw new Refusal(...REFUSED[sight.refused]);
    if (sights.size >= KEPT_MAX) sights.clear();
    sights.set(key, sight);
    return sight;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > PICTURE_LIMITS.bytes_max)
      throw new Refusal(413, `a picture has ${PICTURE_LIMITS.bytes_max / 1024 ** 2} MB at most`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function pictureFault(picture: Buffer): string | undefined {
  const facts = pictureFacts(picture);
  if (facts?.content_type !== "image/png") return "this is no PNG picture";
  const { side_min, side_max } = PICTURE_LIMITS;
  const { width, height } = facts;
  const fits = Math.min(width, height) >= side_min && Math.max(width, height) <= side_max;
  return fits ? undefined : `the picture is ${width}×${height}: a side has ${side_min} to ${side_max} pixels`;
}

const RULES = `score is 0.5 to 1, scale 0 to 1, width and height are those of the screen that it was cut out of, both or neither`;
const wishFault = ({ issues }: z.ZodError): string => {
  const [issue] = issues;
  const names = issue?.code === "unrecognized_keys" ? issue.keys : (issue?.path ?? []);
  return `${names.map(String).join(", ") || "width, height"}: ${RULES}`;
};
