import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePortRun } from "@udt/testkit";

export interface Said {
  code: number;
  out: string;
  err: string;
}

/** adb as on a user's own computer: a server and a key of its own. */
export interface UsersAdb {
  run(...words: string[]): Promise<Said>;
  /** The device that the address leads to, told as `adb devices` does; undefined when adb knows none. */
  stateOf(address: string): Promise<string | undefined>;
  /** Its output until `enough` says so. */
  follow(words: string[], enough: (out: string) => boolean): Promise<string>;
  folder: string;
  stop(): Promise<void>;
}

export async function usersAdb(): Promise<UsersAdb> {
  const folder = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), "udt-adb-"));
  const port = await freePortRun(1);
  const env = { PATH: process.env["PATH"]!, HOME: folder, ANDROID_ADB_SERVER_PORT: String(port), USER: "grace" };
  const program = process.env["UDT_ADB"] ?? "adb";
  const run = (...words: string[]): Promise<Said> =>
    new Promise((resolve) => {
      execFile(program, words, { env, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 }, (error, out, err) =>
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
      );
    });
  await run("start-server");
  const stop = async () => {
    await run("kill-server");
    rmSync(folder, { recursive: true, force: true });
  };
  onTestFinished(stop);
  return {
    run,
    folder,
    stop,
    async stateOf(address) {
      const { out } = await run("devices");
      return out
        .split("\n")
        .find((line) => line.startsWith(`${address}\t`))
        ?.split("\t")[1];
    },
    follow: (words, enough) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, words, { env });
        let out = "";
        child.stdout.on("data", (part: Buffer) => {
          out += part.toString();
          if (enough(out)) child.kill();
        });
        child.on("error", reject);
        child.on("close", () => resolve(out));
      }),
  };
}
