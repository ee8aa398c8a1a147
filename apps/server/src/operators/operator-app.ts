/** What a running server does for the operators' commands on its machine. Who reaches the socket is an operator. */
import Fastify, { type FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { UiLanguage } from "@udt/contract";
import type { UsersService } from "../people/users/users.service.ts";
import { operatorSocket, placeOperatorSocket } from "../platform/operator-socket.ts";
import type { Database } from "../platform/database/database.ts";
import type { ServerSettings } from "../platform/settings.ts";
import { makeBackup } from "./backup.ts";
import { OperatorRefusal } from "./refusal.ts";
import { HEAD_HEADER } from "./open-backup.ts";
import { resetPassword } from "./reset-password.ts";

const resetBody = z.object({ email: z.string() });
const backupBody = z.object({ with_secret_key: z.boolean() });

export interface OperatorNeeds {
  settings: ServerSettings;
  database: Database;
  log: FastifyBaseLogger;
  users: UsersService;
  mail: { reset(email: string, language: UiLanguage): void };
  /** Of a mail to who never read the console. */
  language: UiLanguage;
}

/**
 * Listens in the data folder. A server that cannot (a path that is too long, a file system without sockets) starts all the
 * same: then the commands need it stopped, which its log says.
 * @returns how to stop, after the calls under way
 */
export async function listenToOperators({
  settings,
  database,
  log,
  users,
  mail,
  language,
}: OperatorNeeds): Promise<() => Promise<void>> {
  const app = Fastify({ requestTimeout: 0, forceCloseConnections: "idle" });
  app.setErrorHandler((error, _request, reply) => {
    const isRefusal = error instanceof OperatorRefusal;
    if (!isRefusal) log.error({ err: error }, "operator's command");
    const sentence = isRefusal ? error.message : "The server could not do it; its log says why.";
    return reply.code(isRefusal ? 409 : 500).send({ sentence });
  });
  app.post("/user/reset", async ({ body }) => {
    const { language: theirs, ...done } = await resetPassword(users, resetBody.parse(body).email);
    mail.reset(done.email, theirs ?? language);
    return done;
  });
  app.post("/backup", async ({ body }, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const { head, bytes } = await makeBackup(settings, database, backupBody.parse(body), gone.signal);
    if (gone.signal.aborted) bytes.destroy();
    return reply.header(HEAD_HEADER, JSON.stringify(head)).type("application/x-tar").send(bytes);
  });
  try {
    const remove = await placeOperatorSocket(settings.data_dir, (path) => app.listen({ path }));
    return async () => {
      await remove();
      await app.close();
    };
  } catch (error) {
    await app.close();
    log.warn(
      { err: error },
      `operators' commands need this server stopped: ${operatorSocket(settings.data_dir)} cannot be listened at`,
    );
    return () => Promise.resolve();
  }
}
