import { SaidError, saidOf, say } from "@udt/base";
import {
  type FileEntry,
  filesToAgent,
  type FilesToAgent,
  filesToServer,
  folderOf,
  isFolder,
  pathIn,
} from "@udt/contract";
import { FileRefusal, type FilesCapability } from "@udt/driver";
import { randomUUID } from "node:crypto";
import { messageOf, type Logger } from "../logger.ts";
import { archiveOf } from "./file-archive.ts";
import { demandFree, firstMissing, lookFor } from "./file-commands.ts";
import { incomingBytes } from "./incoming-bytes.ts";
import { Refusal, refusalOfFile } from "./lease.ts";
import type { MadeFiles } from "./made-files.ts";
import { closeSocket, drained, readMessages, sendMessage, type StreamEnd } from "./stream-socket.ts";

/** Bytes that wait for the server before the device is held up. */
const WAITING_BYTES = 1024 * 1024;
const REMOVE_TIMEOUT_MS = 10_000;
/** Others wait for it who name something. */
const NAMING_TIMEOUT_MS = 30_000;

export interface FilesRoom {
  files: FilesCapability;
  made: MadeFiles;
  log: Logger;
  signal: AbortSignal;
}

interface Call extends Omit<FilesRoom, "log"> {
  socket: StreamEnd;
  incoming: ReadableStream<Uint8Array>;
}

/** The `files` stream: one call, and its answer. */
export async function serveFiles(socket: StreamEnd, room: FilesRoom): Promise<void> {
  const closing = new AbortController();
  const signal = AbortSignal.any([room.signal, closing.signal]);
  const incoming = incomingBytes(socket);
  const asked = Promise.withResolvers<FilesToAgent>();
  socket.once("close", () => {
    const why = new SaidError(say("called_off"));
    closing.abort(why);
    incoming.fail(why);
    asked.reject(why);
  });
  readMessages(
    socket,
    filesToAgent,
    (message) => (message.type === "written" ? incoming.end() : asked.resolve(message)),
    incoming.add,
  );
  try {
    const call = { socket, incoming: incoming.bytes, files: room.files, made: room.made, signal };
    const entry = await perform(await asked.promise, call);
    sendMessage(socket, filesToServer, { type: "done", entry });
  } catch (error) {
    if (signal.aborted) return;
    const { code, args } = refusalOf(error);
    room.log("info", "files refused", { code, error: messageOf(error) });
    sendMessage(socket, filesToServer, { type: "refused", code, args });
  } finally {
    closeSocket(socket, 1000, "");
    // What waits to be read would keep the closing from being seen.
    socket.resume();
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof FileRefusal) return refusalOfFile(error);
  const reason = saidOf(error, (raw) => say("device_refused", {}, raw));
  return new Refusal("device_command_failed", { reason }, { cause: error });
}

async function perform(message: FilesToAgent, call: Call): Promise<FileEntry | null> {
  const { files, signal, socket } = call;
  switch (message.type) {
    case "list":
      for await (const entries of files.list(message.path, signal))
        sendMessage(socket, filesToServer, { type: "entries", entries });
      return null;
    case "read":
      await read(message, call);
      return null;
    case "archive": {
      const entry = await files.stat(message.path, signal);
      if (!isFolder(entry)) throw new FileRefusal("file_not_folder", message.path, "Not a directory");
      sendMessage(socket, filesToServer, { type: "found", entry });
      await send(socket, archiveOf(files, message.path, signal));
      return null;
    }
    case "write":
      return write(message, call);
    case "written":
      return null;
  }
}

async function read(
  { path, max_bytes }: Extract<FilesToAgent, { type: "read" }>,
  { files, signal, socket }: Call,
): Promise<void> {
  const entry = await files.stat(path, signal);
  if (isFolder(entry)) throw new FileRefusal("file_is_folder", path, "Is a directory");
  // Reading from a pipe or an instrument waits for who may never write.
  if (entry.kind === "other" || entry.leads_to === "other")
    throw new FileRefusal("file_denied", path, "Not a regular file");
  const reader = await files.reader(signal);
  try {
    const bytes = reader.read(path)[Symbol.asyncIterator]();
    // The device says with the first bytes whether they may be read at all.
    const first = await bytes.next();
    sendMessage(socket, filesToServer, { type: "found", entry });
    // A file that grows while it is read is read as far as it went; what lies in /proc has no size, and is read to its end.
    const most = Math.min(max_bytes ?? Infinity, entry.size_bytes || Infinity);
    await send(socket, upTo(most, first, bytes));
  } finally {
    reader.dispose();
  }
}

async function* upTo(
  most: number,
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let left = most;
  for (let next = first; !next.done && left > 0; next = await rest.next()) {
    yield next.value.subarray(0, left);
    left -= next.value.length;
  }
}

async function send(socket: StreamEnd, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of bytes) {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(part);
    if (socket.bufferedAmount > WAITING_BYTES) await drained(socket, WAITING_BYTES / 2);
  }
}

/** Under another name beside it until all is there, so that nobody takes a part for the whole. */
async function write(
  { path, replace }: Extract<FilesToAgent, { type: "write" }>,
  { files, made, signal, socket, incoming }: Call,
): Promise<FileEntry> {
  const found = await lookFor(files, path, signal);
  if (found && isFolder(found)) throw new FileRefusal("file_is_folder", path, "Is a directory");
  if (found && !replace) throw new FileRefusal("file_exists", path, "File exists");
  const part = pathIn(folderOf(path), `.udt-${randomUUID()}`);
  const missing = await firstMissing(files, path, signal);
  await made.add(...(missing === path ? [part, path] : [missing]));
  sendMessage(socket, filesToServer, { type: "ready" });
  try {
    await files.write(part, incoming, signal);
    await made.naming(async () => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(NAMING_TIMEOUT_MS)]);
      // Somebody may have given the name away while the bytes came.
      if (!replace) await demandFree(files, path, soon);
      await files.rename(part, path, soon);
    });
  } catch (error) {
    await files.remove(part, AbortSignal.timeout(REMOVE_TIMEOUT_MS)).catch(() => undefined);
    if (error instanceof FileRefusal) throw new FileRefusal(error.fault, path, error.said.evidence, { cause: error });
    throw error;
  }
  return files.stat(path, signal);
}
