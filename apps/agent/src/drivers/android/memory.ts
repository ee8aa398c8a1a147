/**
 * What a process' memory is, from what the shell user may read: `dumpsys meminfo` of any process; `/proc/PID/smaps` as root,
 * or as the app itself (`run-as`) where that is debuggable; and its Java heap by `am dumpheap`, where it is debuggable as well.
 */
import { delay, type Said, SaidError, say, textBefore } from "@udt/base";
import { LIMITS } from "@udt/contract";
import type { AppProcess, FilesCapability, MemoryCapability, MemoryPart } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { parseForeground } from "./apps.ts";
import { quote, runBytes, runLine, type ShellResult } from "./shell.ts";

/** Users that apps run as: `u0_a123`, isolated ones `u0_i123`. System apps that run as the system's own users are none of these. */
const APP_USER = /^u\d{1,4}_[ai]\d{1,6}$/;
/** Mappings of the largest apps are some megabytes, and listed within seconds. */
const ANSWER_TIMEOUT_MS = 60_000;
const ANSWER_MAX_BYTES = 64 * 1024 ** 2;
/** Not among `udt-*`, which sweeps spare: what an agent that died left here is nobody's business to keep. */
const HEAP_PREFIX = "/data/local/tmp/heap-";
/** Of a process' name: with the extension it is within `LIMITS.file_name_max`. */
const HEAP_NAME_MAX = 200;
/** Heaps of gigabytes take minutes on slow phones. */
const HEAP_TIMEOUT_MS = 5 * 60_000;
const HEAP_POLL_MS = 500;
const REMOVE_TIMEOUT_MS = 10_000;
/** The record that ends a heap dump: its tag, when it was, and that it is empty. */
const HEAP_END = /2c(?: [0-9a-f]{2}){4} 00 00 00 00$/;

export function memoryCapability(adbNow: () => Adb, files: FilesCapability): MemoryCapability {
  return {
    async processes(signal) {
      const [ps, activities] = await Promise.all([
        ask(adbNow(), "ps -A -o PID,USER,NAME", signal),
        ask(adbNow(), "dumpsys activity activities | grep ResumedActivity", signal),
      ]);
      return parseProcesses(ps.stdout, parseForeground(activities.stdout));
    },
    async *sample({ pid, name }, { heap }, signal) {
      const meminfo = await inTime(
        (limited) => runBytes(adbNow(), `dumpsys meminfo ${pid}`, limited, ANSWER_MAX_BYTES),
        signal,
      );
      if (processOf(meminfo) !== name) throw gone(name);
      const { stdout: load } = await ask(adbNow(), "getprop ro.udt.load", signal);
      if (load.trim() === "simulated") yield { note: say("memory_simulated") };
      yield file("meminfo.txt", meminfo);
      yield await smaps(adbNow(), { pid, name }, signal);
      if (heap) yield* heapDump(adbNow, files, { pid, name }, signal);
    },
  };
}

/** @throws SaidError memory_device_slow where `given` did not end it before; what the work throws */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, given: AbortSignal): Promise<T> {
  const slow = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    return await work(AbortSignal.any([given, slow]));
  } catch (error) {
    if (!slow.aborted || given.aborted) throw error;
    throw new SaidError(say("memory_device_slow", { seconds: ANSWER_TIMEOUT_MS / 1_000 }), { cause: error });
  }
}

/** @throws SaidError memory_device_slow, memory_output_large */
const ask = (adb: Adb, line: string, given: AbortSignal): Promise<ShellResult> =>
  inTime((signal) => runLine(adb, line, signal, undefined, ANSWER_MAX_BYTES), given);

const gone = (process: string): SaidError => new SaidError(say("memory_process_gone", { process }));

/** `** MEMINFO in pid 4711 [com.example] **`; where there is no such process the tool says so in words. */
const processOf = (meminfo: Uint8Array): string | undefined =>
  /^\*\* MEMINFO in pid \d{1,10} \[([^\]\n]{1,300})\] \*\*/m.exec(
    new TextDecoder().decode(meminfo.subarray(0, 4_096)),
  )?.[1];

const file = (file_name: string, bytes: Uint8Array): MemoryPart => ({ file_name, content: once(bytes) });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/** Of lines `PID USER NAME`: what runs as an app, the package on the screen first and then by name. */
export function parseProcesses(output: string, foreground: string | undefined): AppProcess[] {
  const all = [...output.matchAll(/^[ \t]*(\d{1,10}) (\S{1,64})[ \t]+(\S{1,256})[ \t]*$/gm)].flatMap(
    ([, pid, user = "", name = ""]) =>
      APP_USER.test(user)
        ? [{ pid: Number(pid), name, is_in_front: foreground !== undefined && textBefore(name, ":") === foreground }]
        : [],
  );
  return all
    .toSorted(
      (a, b) => Number(b.is_in_front) - Number(a.is_in_front) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    )
    .slice(0, LIMITS.memory_processes_max);
}

/** The mappings, as whoever may read them. */
async function smaps(
  adb: Adb,
  { pid, name }: Pick<AppProcess, "pid" | "name">,
  signal: AbortSignal,
): Promise<MemoryPart> {
  const path = `/proc/${pid}/smaps`;
  let words = "";
  for (const line of [`cat ${path}`, `run-as ${quote(textBefore(name, ":"))} cat ${path}`]) {
    const { exit_code, stdout, stderr } = await ask(adb, line, signal);
    // Who may not read it is told so at once, or at the first mapping: an empty file is none.
    if (exit_code === 0 && /^[0-9a-f]{1,16}-[0-9a-f]{1,16} /.test(stdout))
      return file("smaps.txt", new TextEncoder().encode(stdout));
    words ||= (stderr || stdout).trim().slice(0, 500);
  }
  return { note: say("memory_no_smaps", {}, words) };
}

async function* heapDump(
  adbNow: () => Adb,
  files: FilesCapability,
  { pid, name }: Pick<AppProcess, "pid" | "name">,
  given: AbortSignal,
): AsyncGenerator<MemoryPart, void, void> {
  const path = `${HEAP_PREFIX}${pid}-${Date.now()}.hprof`;
  const tooLong = AbortSignal.timeout(HEAP_TIMEOUT_MS);
  const signal = AbortSignal.any([given, tooLong]);
  try {
    const fault = await dump(adbNow(), { pid, name }, path, signal).catch((error: unknown) => {
      if (!tooLong.aborted || given.aborted) throw error;
      return say("memory_heap_long", { minutes: HEAP_TIMEOUT_MS / 60_000 });
    });
    if (fault) {
      yield { note: fault };
      return;
    }
    const reader = await files.reader(given);
    try {
      const plain = name.replaceAll(/[^\w.-]/g, "_").slice(0, HEAP_NAME_MAX);
      yield { file_name: `${plain}.hprof`, content: reader.read(path) };
    } finally {
      reader.dispose();
    }
  } finally {
    // On the connection of now: the one that it was dumped by may have broken.
    const remove = async () => runLine(adbNow(), `rm -f ${path}`, AbortSignal.timeout(REMOVE_TIMEOUT_MS));
    await remove().catch(() => undefined);
  }
}

/**
 * Since Android 10 `am` waits until the app has written all; before it returned as soon as the app had been told. What is
 * whole ends with a record that says so. Answers why there is none, where the device refuses.
 * @see https://github.com/aosp-mirror/platform_frameworks_base/blob/master/services/core/java/com/android/server/am/ActivityManagerShellCommand.java
 */
async function dump(
  adb: Adb,
  { pid, name }: Pick<AppProcess, "pid" | "name">,
  path: string,
  signal: AbortSignal,
): Promise<Said | undefined> {
  const { exit_code, stdout, stderr } = await runLine(
    adb,
    `am dumpheap ${pid} ${path}`,
    signal,
    undefined,
    ANSWER_MAX_BYTES,
  );
  const words = `${stdout}\n${stderr}`.trim();
  if (exit_code !== 0 || /Exception|HEAP DUMP FAILED|^Error/m.test(words))
    return say("memory_no_heap", {}, words.slice(0, 500));
  for (;;) {
    const { stdout: end } = await ask(adb, `tail -c 9 ${path} | od -An -v -tx1`, signal);
    if (HEAP_END.test(end.trim().replaceAll(/\s+/g, " "))) return undefined;
    const { stdout: still } = await ask(adb, `ls /proc/${pid}/stat`, signal);
    if (still.trim() === "") throw gone(name);
    await delay(HEAP_POLL_MS, signal);
  }
}
