import { posix } from "node:path";
import { FileError, errorText } from "../../system/file-errors.ts";
import type { InstallSession } from "../../system/install-sessions.ts";
import type { InstallOptions, PackageResult } from "../../system/packages.ts";
import { parseOptions } from "../options.ts";
import { type ProgramContext, aborted, failWith, print, readerOf } from "../program.ts";

/**
 * The options that take a value; `--instant`, `--full` and the like take none.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/pm/PackageManagerShellCommand.java
 */
const VALUED = [
  "-i",
  "-S",
  "-p",
  "--abi",
  "--dexopt-compiler-filter",
  "--install-location",
  "--install-reason",
  "--originating-uri",
  "--package-source",
  "--pkg",
  "--referrer",
  "--staged-ready-timeout",
  "--user",
];
/** From this API level on `pm install` replaces unless `-R` is given; before, it refused unless `-r` was. */
const SDK_REPLACES_BY_DEFAULT = 28;
const MISSING_SIZE = "Error: must specify a size with -S when reading from stdin";

function optionsOf(context: ProgramContext, flags: ReadonlySet<string>): InstallOptions {
  const replaces = context.phone.system.profile.sdk >= SDK_REPLACES_BY_DEFAULT ? !flags.has("-R") : flags.has("-r");
  return { refuseReplacing: !replaces, allowDowngrade: flags.has("-d"), grantPermissions: flags.has("-g") };
}

/** `install [options] [-S SIZE] [PATH|-]`: from a file in the phone, or SIZE bytes from stdin. */
async function install(context: ProgramContext, args: string[]): Promise<number> {
  const { flags, values, operands } = parseOptions(args, VALUED);
  const path = operands[0];
  const chunks =
    path !== undefined && path !== "-" ? readPath(context, path) : await readStdin(context, values.get("-S"));
  if (typeof chunks === "string") return failWith(context, chunks);
  return put(context, chunks, optionsOf(context, flags));
}

/** One that is stuck ends with who waits for it. */
async function put(context: ProgramContext, chunks: readonly Uint8Array[], options: InstallOptions): Promise<number> {
  const { packages, faults } = context.phone.system;
  if (faults.stuck_installer) {
    await aborted(context.signal);
    return 1;
  }
  return report(context, await packages.install(chunks, options));
}

async function installCreate(context: ProgramContext, args: string[]): Promise<number> {
  const session = context.phone.system.installs.create(optionsOf(context, parseOptions(args, VALUED).flags));
  if (!session) return failWith(context, "Error: Too many active sessions for UID 2000");
  return print(context, `Success: created install session [${session.id}]\n`);
}

/** `install-write [-S SIZE] SESSION NAME [PATH|-]`. */
async function installWrite(context: ProgramContext, args: string[]): Promise<number> {
  const { values, operands } = parseOptions(args, VALUED);
  const [id, name, path] = operands;
  const session = sessionOf(context, id);
  if (!session || !name)
    return failWith(context, `Error: java.lang.SecurityException: Caller has no access to session ${id ?? ""}`, 255);
  const chunks =
    path !== undefined && path !== "-" ? readPath(context, path) : await readStdin(context, values.get("-S"));
  if (typeof chunks === "string") return failWith(context, chunks);
  session.apks.set(name, chunks);
  return print(context, `Success: streamed ${chunks.reduce((sum, chunk) => sum + chunk.length, 0)} bytes\n`);
}

async function installCommit(context: ProgramContext, args: string[]): Promise<number> {
  const session = sessionOf(context, parseOptions(args, VALUED).operands[0]);
  if (!session) return failWith(context, "Error: java.lang.SecurityException: Caller has no access to session", 255);
  context.phone.system.installs.remove(session.id);
  const [first, ...splits] = session.apks.values();
  if (!first) return report(context, failure("INSTALL_FAILED_INVALID_APK", "No packages staged"));
  if (splits.length > 0)
    return report(context, failure("INSTALL_FAILED_MISSING_SPLIT", "Split APKs cannot be installed on this phone"));
  return put(context, first, session.options);
}

async function installAbandon(context: ProgramContext, args: string[]): Promise<number> {
  const isKnown = context.phone.system.installs.remove(Number(args[0]));
  return isKnown
    ? print(context, "Success\n")
    : failWith(context, "Error: java.lang.SecurityException: Caller has no access to session", 255);
}

function sessionOf(context: ProgramContext, id: string | undefined): InstallSession | undefined {
  return context.phone.system.installs.find(Number(id));
}

/** The file's chunks, or what to say instead. */
function readPath(context: ProgramContext, path: string): Uint8Array[] | string {
  const absolute = posix.resolve(context.cwd, path);
  try {
    return [...context.phone.system.files.chunks(absolute, readerOf(context.phone))];
  } catch (error) {
    const detail = error instanceof FileError ? `${error.text}` : errorText(error);
    return `Error: Failed to open APK file: ${absolute}: ${detail}`;
  }
}

/** Exactly `size` bytes of stdin, bounded by what the phone has room for. */
async function readStdin(context: ProgramContext, size: string | undefined): Promise<Uint8Array[] | string> {
  if (size === undefined || !/^\d+$/.test(size)) return MISSING_SIZE;
  const total = Number(size);
  const fits = total <= context.phone.system.files.freeBytes;
  const chunks: Uint8Array[] = [];
  for (let left = total; left > 0;) {
    const part = await context.stdin.some(left);
    if (!part) return `Error: failed to write; only ${total - left} of ${total} bytes came`;
    left -= part.length;
    if (fits) chunks.push(part);
  }
  return fits
    ? chunks
    : "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to allocate because there is not enough space]";
}

async function report(context: ProgramContext, result: PackageResult): Promise<number> {
  if (result.ok) return print(context, "Success\n");
  const { code, message } = result.failure;
  await context.stdout(`Failure [${message ? `${code}: ${message}` : code}]\n`);
  return 1;
}

function failure(code: string, message: string): PackageResult {
  return { ok: false, failure: { code, message } };
}

export const installCommands = {
  install,
  "install-create": installCreate,
  "install-write": installWrite,
  "install-commit": installCommit,
  "install-abandon": installAbandon,
};
