import { posix } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { writeHprof } from "@udt/memory/hprof";
import { FileError, errorText } from "../../system/file-errors.ts";
import { appHeap } from "../../system/heap/app-heap.ts";
import { viewsOf } from "../../system/heap/view-tree.ts";
import { joined } from "../../system/joined.ts";
import type { AppLoad } from "../../system/load/app-load.ts";
import { listProcesses } from "../../system/processes.ts";
import { wallTime } from "../../system/time-zone.ts";
import { parseOptions } from "../options.ts";
import { type ProgramContext, failWith } from "../program.ts";

/** Android's exit code of a command that threw. */
const THROWN = 255;
/** How much is written before others of the process get their turn. */
const TURN_BYTES = 1024 * 1024;

const thrown = (context: ProgramContext, exception: string): Promise<number> =>
  failWith(context, `\nException occurred while executing 'dumpheap':\njava.lang.${exception}`, THROWN);

/** What an app's heap has in it at this moment. */
function heapOf({ phone }: ProgramContext, load: AppLoad) {
  const { screen, system } = phone;
  const { package_name } = load;
  const focused = screen.focused();
  const isInFront = focused.package_name === package_name;
  // Laying its views out may draw them anew: all else is told of after that.
  const views = isInFront ? viewsOf(screen.dump(), package_name) : [];
  const { main_activity = `${package_name}.MainActivity` } = system.packages.find(package_name) ?? {};
  return appHeap({
    package_name,
    activity: isInFront ? focused.activity : main_activity,
    view_count: load.views,
    views,
    held: new Map(load.held),
    garbage_bytes: load.garbage_bytes,
    alloc_kb: load.memory().dalvik.alloc,
    taken_at: system.clock.now(),
  });
}

/** Writes the dump piece by piece. @returns what went wrong */
async function writeDump(context: ProgramContext, path: string, load: AppLoad): Promise<string | undefined> {
  const { files } = context.phone.system;
  const writer = files.writer(path);
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    writer.append(joined(pieces));
    pieces = [];
    bytes = 0;
  };
  try {
    for (const piece of writeHprof(heapOf(context, load))) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes < TURN_BYTES) continue;
      flush();
      await nextTurn();
      context.signal.throwIfAborted();
    }
    flush();
    writer.finish(context.phone.system.clock.now(), 0o600);
    return undefined;
  } catch (error) {
    files.remove(path);
    if (error instanceof FileError) return error.text;
    throw error;
  }
}

/**
 * `am dumpheap [--user ID] [-g] PROCESS [FILE]`: the Java heap of an app that is debuggable, as a file; with `-g` the collector
 * runs before. The native heap (`-n`) would need a malloc that keeps stacks, which this phone has none of.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/am/ActivityManagerShellCommand.java
 */
export async function dumpHeap(context: ProgramContext, args: string[]): Promise<number> {
  const { system } = context.phone;
  const { flags, operands } = parseOptions(args, ["--user"]);
  const unknown = [...flags].find((flag) => flag !== "-g");
  if (unknown !== undefined) return failWith(context, `Error: Unknown option: ${unknown}`, THROWN);
  const [name, file = `/data/local/tmp/heapdump-${stamp(context)}.prof`] = operands;
  if (name === undefined) return thrown(context, 'IllegalArgumentException: Argument expected after "dumpheap"');
  const path = posix.resolve(context.cwd, file);
  try {
    system.files.assertShellMayWrite(path, "open");
  } catch (error) {
    await context.stderr(`Failure opening file: ${errorText(error)}\nError: Unable to open file: ${file}\n`);
    return failWith(context, "Consider using a file under /data/local/tmp/", THROWN);
  }
  const process = listProcesses(context.phone).find((each) => each.name === name || String(each.pid) === name);
  if (!process?.load) return thrown(context, `IllegalArgumentException: Unknown process: ${name}`);
  if (!system.packages.find(process.name)?.debuggable)
    return thrown(context, `SecurityException: Process not debuggable: ${process.name}`);
  await context.stdout(`File: ${file}\nWaiting for dump to finish...\n`);
  if (flags.has("-g")) process.load.collect();
  const wrong = await writeDump(context, path, process.load);
  return wrong === undefined ? 0 : failWith(context, `HEAP DUMP FAILED on process ${name}: ${wrong}`, THROWN);
}

/** `20261130-024037`. */
const stamp = ({ phone }: ProgramContext): string =>
  wallTime(phone.system.clock.now(), phone.system.props.timeZone)
    .slice(0, 19)
    .replaceAll(/[-:]/g, "")
    .replace(/[ T]/, "-");
