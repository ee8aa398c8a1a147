/**
 * PGlite in its own thread, because a query blocks the thread it runs on. The main thread speaks PostgreSQL's wire
 * protocol to it: each message is the bytes that one connection wrote at once, each answer what the database said.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { portToParent } from "../worker-port.ts";
import { endOfBackend } from "./backend-end.ts";
import { answerOf } from "./pglite-answer.ts";
import { isMade } from "./pglite-folder.ts";
import type { FromWorker, ToWorker } from "./pglite-stream.ts";

const { folder } = workerData as { folder: string };
const port = portToParent();
const say = (message: FromWorker) => port.postMessage(message);

/** All of it is resident from the start on. The system keeps the files' pages too, so that more gains nothing. */
const SHARED_BUFFERS = "32MB";

/**
 * Making a database takes a second one in memory and an archive of its files: 250 MB outside of V8's heap, which a
 * thread that then rests would never come to collect.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

let database: PGlite;
const isNew = !isMade(folder);
try {
  database = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
  });
  if (isNew) collectGarbage();
} catch (error) {
  say({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  throw error;
}

/** `Q`, length, text: a simple query. */
function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(text.length + 4, 1);
  return new Uint8Array(Buffer.concat([head, text]));
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case "bytes": {
      const bytes = await answerOf(database, message.bytes);
      const end = endOfBackend(bytes);
      say(end ? { type: "broken", ...end } : { type: "bytes", connection: message.connection, bytes });
      return;
    }
    case "end":
      // There is one backend for all connections in turn: what one left behind must not reach the next.
      await answerOf(database, simpleQuery("ROLLBACK"));
      await answerOf(database, simpleQuery("DISCARD ALL"));
      return;
    case "close":
      // What it cannot write down any more it finds in its log when it starts again.
      await database.close().catch(() => undefined);
      say({ type: "closed" });
      port.close();
  }
}

let queue = Promise.resolve();
port.on("message", (message: ToWorker) => {
  queue = queue
    .then(() => handle(message))
    .catch((error: unknown) => {
      say({ type: "broken", reason: error instanceof Error ? error.message : String(error), code: "" });
    });
});
say({ type: "ready" });
