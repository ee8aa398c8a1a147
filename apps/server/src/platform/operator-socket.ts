/**
 * Where operators' commands reach the server that runs on the same machine: HTTP over a socket in its data folder, which
 * only its own user and root can open. On Windows it is a named pipe, to which only that user and administrators can write.
 */
import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { newId } from "./ids.ts";

const NAME = "operator.sock";
/** What a socket's address has room for: 107 bytes on Linux and a few less elsewhere. */
const PATH_MAX = 103;

export const operatorSocket = (data_dir: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\udt-${createHash("sha256").update(data_dir).digest("hex").slice(0, 32)}`
    : join(data_dir, NAME);

/**
 * Calls `work` with a path to `name` in `folder` that is short enough for a socket: Linux knows each open folder by a short
 * name as well.
 * @throws Error where there is no such name
 */
async function withShortPath<T>(folder: string, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= PATH_MAX) return work(path);
  if (process.platform !== "linux") throw new Error(`The path ${path} is too long for a socket.`);
  const fd = openSync(folder, "r");
  try {
    return await work(`/proc/self/fd/${fd}/${name}`);
  } finally {
    closeSync(fd);
  }
}

/**
 * Puts the socket into `data_dir`, in place of one that a killed server left, or another server on the same folder has.
 * @param listen Listens at the path it is given.
 * @returns how to take it away, unless another server's is there by then
 */
export async function placeOperatorSocket(
  data_dir: string,
  listen: (path: string) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const socket = operatorSocket(data_dir);
  if (process.platform === "win32") {
    await listen(socket);
    return () => Promise.resolve();
  }
  const name = `${NAME}.${newId().slice(0, 8)}`;
  const made = join(data_dir, name);
  await withShortPath(data_dir, name, listen);
  await chmod(made, 0o600);
  const { ino } = await stat(made);
  await rename(made, socket);
  return async () => {
    const present = await stat(socket).catch(() => undefined);
    if (present?.ino === ino) await rm(socket, { force: true });
  };
}

/** Asks the server that runs on `data_dir`; undefined when none does. */
export function askOperatorSocket(
  data_dir: string,
  call: { path: string; body: object; signal?: AbortSignal },
): Promise<IncomingMessage | undefined> {
  const ask = (socketPath: string) =>
    new Promise<IncomingMessage | undefined>((resolve, reject) => {
      const text = JSON.stringify(call.body);
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
      const asked = request({
        socketPath,
        method: "POST",
        path: call.path,
        headers,
        ...(call.signal && { signal: call.signal }),
      });
      asked.on("response", resolve);
      asked.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(undefined);
        else if (error.code === "EACCES")
          reject(new Error(`${socketPath} may be used by the server's user and root alone.`, { cause: error }));
        else reject(error);
      });
      asked.end(text);
    });
  if (process.platform === "win32") return ask(operatorSocket(data_dir));
  return withShortPath(data_dir, NAME, ask).catch((error: NodeJS.ErrnoException) => {
    // The folder itself is not there.
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
