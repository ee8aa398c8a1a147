import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { quickFolder } from "../../test/quick-folder.ts";
import { FLUSH, GitHandOut, packetLine, takeGitBodies } from "./git-http.ts";
import { commitFolder } from "./git.ts";

const AT_ONCE = 16;
const AT_ONCE_EACH = 8;

let place: string;
let body: Buffer;
let app: FastifyInstance;
const sockets: Socket[] = [];

beforeAll(async () => {
  place = await quickFolder("udt-git-http-");
  const folder = join(place, "files");
  await mkdir(folder);
  // More than fits into the buffers between git and a reader.
  await writeFile(join(folder, "large.bin"), randomBytes(24 * 1024 ** 2));
  const commit_id = await commitFolder(join(place, "repository.git"), {
    folder,
    env: {
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.com",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.com",
    },
    message: "Begin",
  });
  body = Buffer.concat([packetLine(`want ${commit_id} side-band-64k\n`), FLUSH, packetLine("done\n")]);
});
afterAll(() => rm(place, { recursive: true }));
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(handOut: GitHandOut): Promise<string> {
  app = fastify({ forceCloseConnections: true });
  takeGitBodies(app);
  app.post<{ Params: { asker: string } }>("/:asker", (request, reply) =>
    handOut.uploadPack(request, reply, { folder: join(place, "repository.git"), asker: request.params.asker }),
  );
  return app.listen({ host: "127.0.0.1", port: 0 });
}

/** Asks for all, and takes no more of it than its beginning. */
function stalled(url: string, asker: string): Promise<unknown> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  // Whoever is hung up on may hear of it so.
  socket.on("error", () => undefined);
  const lines = [
    `POST /${asker} HTTP/1.1`,
    "host: 127.0.0.1",
    "content-type: application/x-git-upload-pack-request",
    `content-length: ${body.length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return once(socket, "data").then(() => socket.pause());
}

const whole = async (url: string, asker: string): Promise<number> => {
  const headers = { "content-type": "application/x-git-upload-pack-request" };
  const answer = await fetch(`${url}/${asker}`, { method: "POST", headers, body: new Uint8Array(body) });
  return (await answer.arrayBuffer()).byteLength;
};

it("hands a repository to others while somebody takes nothing of theirs, however often they ask", async () => {
  const url = await serve(new GitHandOut(60_000));
  let begun = 0;
  const half = Promise.withResolvers<void>();
  for (let count = 0; count < AT_ONCE; count++)
    void stalled(url, "slow").then(() => (++begun === AT_ONCE_EACH ? half.resolve() : undefined));
  await half.promise;
  expect(await whole(url, "other")).toBeGreaterThan(24 * 1024 ** 2);
  expect(begun).toBe(AT_ONCE_EACH);
  // Who waits has their turn as soon as one of theirs is over.
  const next = Promise.withResolvers<void>();
  for (const socket of sockets.slice(AT_ONCE_EACH)) socket.once("data", () => next.resolve());
  sockets[0]?.destroy();
  await next.promise;
});

it("hangs up on who takes nothing for too long", async () => {
  const url = await serve(new GitHandOut(60_000, 300));
  const hungUp = Promise.withResolvers<void>();
  app.server.on("connection", (socket) => socket.once("close", () => hungUp.resolve()));
  await stalled(url, "slow");
  await hungUp.promise;
});
