import type { FileEntry } from "@udt/contract";
import { FileRefusal, type FileReader, type FilesCapability } from "@udt/driver";
import type { Adb, AdbSync, AdbSyncStat } from "@yume-chan/adb";
import { settleQuietly, withSignal } from "../../with-signal.ts";
import { refusal } from "./apps.ts";
import { fileRefusal } from "./file-refusals.ts";
import { SyncLine } from "./sync-line.ts";
import { orLost, quote, runLine } from "./shell.ts";

/** adbd hangs up on longer ones: https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/SYNC.TXT */
const SYNC_PATH_MAX_BYTES = 1_024;
/** The mode goes with the path. */
const SENT_MODE_BYTES = 8;
const ENTRIES_AT_ONCE = 500;
const KINDS: Readonly<Record<number, FileEntry["kind"]>> = { 0o04: "folder", 0o10: "file", 0o12: "link" };

const kindOf = ({ type }: Pick<AdbSyncStat, "type">): FileEntry["kind"] => KINDS[type] ?? "other";

/** @param target what a link leads to */
function entryOf(name: string, stat: AdbSyncStat, target: AdbSyncStat | undefined): FileEntry {
  const kind = kindOf(stat);
  const leads_to = target ? kindOf(target) : null;
  const size_bytes = (leads_to ?? kind) === "file" ? Number((target ?? stat).size) : 0;
  return {
    name,
    kind,
    size_bytes,
    modified_at: Math.max(0, Number(stat.mtime) * 1000),
    mode: stat.permission,
    leads_to,
  };
}

/** Files by adb's sync service, and by the shell what that has no word for. */
export function filesCapability(adbNow: () => Adb): FilesCapability {
  const run = async (words: readonly string[], path: string, signal: AbortSignal) => {
    const { exit_code, stdout, stderr } = await runLine(adbNow(), words.map(quote).join(" "), signal);
    const said = (stderr || stdout).trim().slice(0, 1_000);
    if (exit_code !== 0) throw fileRefusal(said, path) ?? refusal(said, exit_code);
  };

  return {
    list: (path, signal) => listFolder(adbNow(), path, signal),
    stat: (path, signal) => withSync(adbNow(), path, signal, (sync) => statOf(sync, path)),
    async reader(given) {
      const adb = adbNow();
      return readerOf(adb, orLost(adb, given));
    },
    async write(path, bytes, signal) {
      try {
        await writeFile(adbNow(), path, bytes, signal);
      } catch (error) {
        // adbd removes what breaks off, but not on every version, and not what was too large for a quota.
        settleQuietly(() => runLine(adbNow(), `rm -f ${quote(path)}`, AbortSignal.timeout(10_000)));
        throw error;
      }
    },
    makeFolder: (path, signal) => run(["mkdir", path], path, signal),
    rename: (path, to, signal) => run(["mv", "-f", path, to], to, signal),
    remove: (path, signal) => run(["rm", "-rf", path], path, signal),
  };
}

const open = (adb: Adb, signal: AbortSignal): Promise<AdbSync> =>
  withSignal(adb.sync(), signal, (late) => settleQuietly(() => late.dispose()));

/** One sync session for one call: what is under way in it cannot be stopped otherwise. */
async function withSync<T>(adb: Adb, path: string, given: AbortSignal, use: (sync: AdbSync) => Promise<T>): Promise<T> {
  demandLength(path);
  const signal = orLost(adb, given);
  const sync = await open(adb, signal);
  const close = () => settleQuietly(() => sync.dispose());
  try {
    return await withSignal(use(sync), signal, undefined, close);
  } catch (error) {
    signal.throwIfAborted();
    throw refused(error, path);
  } finally {
    close();
  }
}

function demandLength(path: string): void {
  if (Buffer.byteLength(path) > SYNC_PATH_MAX_BYTES - SENT_MODE_BYTES)
    throw new FileRefusal("file_name_invalid", path, "File name too long");
}

const refused = (error: unknown, path: string): unknown =>
  error instanceof Error ? (fileRefusal(error.message, path, error) ?? error) : error;

async function statOf(sync: AdbSync, path: string): Promise<FileEntry> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stat = await lstat(sync, path);
  return entryOf(name, stat, kindOf(stat) === "link" ? await targetOf(sync, path) : undefined);
}

async function lstat(sync: AdbSync, path: string): Promise<AdbSyncStat> {
  try {
    return await sync.lstat(path);
  } catch (error) {
    // Before stat_v2 (Android 8) all that is told is that there is nothing to tell.
    if (!sync.supportsStat && error instanceof Error)
      throw new FileRefusal("file_not_found", path, "", { cause: error });
    throw error;
  }
}

/** What a link leads to; undefined where that is nothing, or nothing that may be looked at. */
async function targetOf(sync: AdbSync, path: string): Promise<AdbSyncStat | undefined> {
  try {
    // Before stat_v2 a slash at its end makes the device follow a link, to a folder alone.
    return await (sync.supportsStat ? sync.stat(path) : sync.lstat(`${path}/`));
  } catch {
    return undefined;
  }
}

async function* listFolder(adb: Adb, path: string, given: AbortSignal): AsyncGenerator<FileEntry[], void, void> {
  demandLength(path);
  const signal = orLost(adb, given);
  const sync = await open(adb, signal);
  const close = () => settleQuietly(() => sync.dispose());
  try {
    const folder = await withSignal(statOf(sync, path), signal, undefined, close);
    if (folder.kind !== "folder" && folder.leads_to !== "folder")
      throw new FileRefusal("file_not_folder", path, "Not a directory");
    const stats = new Map<string, AdbSyncStat>();
    const read = async () => {
      for await (const entry of sync.opendir(path)) stats.set(entry.name, entry);
    };
    await withSignal(read(), signal, undefined, close);
    // adbd has no word for a folder that it may not read: it lists nothing, not even the folder itself.
    if (!stats.delete(".")) throw new FileRefusal("file_denied", path, "Permission denied");
    stats.delete("..");
    yield* entriesOf(sync, path, stats, signal, close);
  } catch (error) {
    signal.throwIfAborted();
    throw refused(error, path);
  } finally {
    close();
  }
}

/** Where links lead is asked after the list: one sync session answers one thing at a time. */
async function* entriesOf(
  sync: AdbSync,
  folder: string,
  stats: ReadonlyMap<string, AdbSyncStat>,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<FileEntry[], void, void> {
  let batch: FileEntry[] = [];
  for (const [name, stat] of stats) {
    const isLink = kindOf(stat) === "link";
    const path = `${folder === "/" ? "" : folder}/${name}`;
    const target = isLink ? await withSignal(targetOf(sync, path), signal, undefined, close) : undefined;
    batch.push(entryOf(name, stat, target));
    if (batch.length < ENTRIES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function openLine(adb: Adb, signal: AbortSignal): Promise<SyncLine> {
  const line = await withSignal(SyncLine.open(adb), signal, (late) => late.dispose());
  const dispose = () => line.dispose();
  signal.addEventListener("abort", dispose, { once: true });
  return line;
}

async function readerOf(adb: Adb, signal: AbortSignal): Promise<FileReader> {
  const line = await openLine(adb, signal);
  return {
    dispose: () => line.dispose(),
    async *read(path) {
      demandLength(path);
      try {
        yield* line.receive(path);
      } catch (error) {
        signal.throwIfAborted();
        throw refused(error, path);
      }
    },
  };
}

async function writeFile(adb: Adb, path: string, bytes: ReadableStream<Uint8Array>, given: AbortSignal): Promise<void> {
  demandLength(path);
  const signal = orLost(adb, given);
  const line = await openLine(adb, signal);
  try {
    await withSignal(line.send(path, bytes), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw refused(error, path);
  } finally {
    line.dispose();
  }
}
