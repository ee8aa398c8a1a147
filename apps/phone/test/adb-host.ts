import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

export interface AdbResult {
  stdout: Buffer;
  stderr: string;
  code: number | null;
}

/** The real adb on PATH; undefined, with a loud warning, when this machine has none. */
export function findAdb(): string | undefined {
  const found = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "adb"))
    .find((path) => existsSync(path));
  if (!found) console.warn("SKIPPED: the conformance checks need a real adb on PATH, and this machine has none.");
  return found;
}

/** A real adb with a server of its own, so that no other server or device on this machine is touched. */
export class AdbHost {
  readonly path: string;
  readonly port: number;
  readonly #serial: string;

  static async start(path: string, serial: string): Promise<AdbHost> {
    const host = new AdbHost(path, await freePort(), serial);
    await host.run(["start-server"]);
    return host;
  }

  private constructor(path: string, port: number, serial: string) {
    this.path = path;
    this.port = port;
    this.#serial = serial;
  }

  /** Runs `adb ARGS` to its end. */
  run(args: string[], input?: string | Buffer): Promise<AdbResult> {
    const child = this.spawn(args);
    if (input !== undefined) child.stdin.write(input);
    child.stdin.end();
    return collect(child);
  }

  /** Runs `adb -s SERIAL ARGS` to its end. */
  device(args: string[], input?: string | Buffer): Promise<AdbResult> {
    return this.run(["-s", this.#serial, ...args], input);
  }

  /** `adb shell` with stdout as text. */
  async shell(line: string, input?: string): Promise<{ stdout: string; stderr: string; code: number | null }> {
    const { stdout, stderr, code } = await this.device(["shell", line], input);
    return { stdout: stdout.toString(), stderr, code };
  }

  /** Starts `adb ARGS` for a caller that talks to it. */
  spawn(args: string[]): ChildProcessWithoutNullStreams {
    return spawn(this.path, ["-P", String(this.port), ...args], { env: { ...process.env, ANDROID_SERIAL: "" } });
  }

  spawnDevice(args: string[]): ChildProcessWithoutNullStreams {
    return this.spawn(["-s", this.#serial, ...args]);
  }

  async stop(): Promise<void> {
    await this.run(["kill-server"]);
  }
}

/** A process's output to its end. */
export function collect(child: ChildProcessWithoutNullStreams): Promise<AdbResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A command that ends without reading its input closes the pipe under it.
  child.stdin.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), code });
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  server.close(() => onClose());
  await closed;
  if (typeof address !== "object" || !address) throw new Error("No free port.");
  return address.port;
}
