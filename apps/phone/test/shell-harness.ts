import type { PhoneProfile } from "../src/types.ts";
import { defaultProfile } from "../src/profiles.ts";
import { Shell } from "../src/shell/executor.ts";
import { InputQueue } from "../src/shell/input-queue.ts";
import { EMPTY_SOURCE, type ShellPhone } from "../src/shell/program.ts";
import { layCommands } from "../src/shell/command-files.ts";
import { System } from "../src/system/system.ts";
import { fakeParts, fakeScreen } from "./fake-parts.ts";

export interface LineResult {
  stdout: string;
  stderr: string;
  code: number;
}

/** A phone without a port, whose screen only remembers what it was told, and a shell in it. */
export function startShell(profile: PhoneProfile = defaultProfile(1)) {
  const parts = fakeParts();
  const system = new System({
    profile,
    clock: { now: () => Date.now() },
    packages: parts.builtinPackages(profile),
    readApk: parts.readApk,
    storageBytes: 50_000_000,
  });
  layCommands(system.files);
  const screen = fakeScreen();
  const drops: number[] = [];
  const phone: ShellPhone = {
    system,
    screen,
    scrcpy: (args, io) => parts.startScrcpyServer({ system, screen }, args, io),
    drop: (refuseMs) => void drops.push(refuseMs),
  };
  const shell = new Shell(phone);
  const run = async (line: string, input = "", signal = new AbortController().signal): Promise<LineResult> => {
    const stdin = new InputQueue();
    await stdin.push(Buffer.from(input));
    stdin.end();
    const stdout: Uint8Array[] = [];
    let stderr = "";
    const code = await shell.run(line, {
      stdin,
      stdout: async (output) => void stdout.push(typeof output === "string" ? Buffer.from(output) : output),
      stderr: async (output) => {
        stderr += output;
      },
      signal,
    });
    return { stdout: Buffer.concat(stdout).toString(), stderr, code };
  };
  return { run, system, screen, phone, drops };
}

/** What a line writes to stdout, byte for byte. */
export async function runBytes({ phone }: { phone: ShellPhone }, line: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await new Shell(phone).run(line, {
    stdin: EMPTY_SOURCE,
    stdout: async (output) => void parts.push(Buffer.from(output)),
    stderr: async () => undefined,
    signal: new AbortController().signal,
  });
  return Buffer.concat(parts);
}
