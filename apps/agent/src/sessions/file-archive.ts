import { type Said, say } from "@udt/base";
import { type FileEntry, isFolder, nameOf, pathIn } from "@udt/contract";
import { FileRefusal, type FileReader, type FilesCapability } from "@udt/driver";
import { once } from "node:events";
import { pack, type Pack } from "tar-stream";
import { saidInAll } from "../all-languages.ts";

/** Names at the archive's end what of the folder is not in it, and why: a path, the device's own words, and ours. */
const LEFT_OUT_NAME = "left-out.txt";
const ZEROS = new Uint8Array(64 * 1024);

interface Making {
  files: FilesCapability;
  reader: FileReader;
  archive: Pack;
  leftOut: string[];
  signal: AbortSignal;
}

/** A folder with all in it as a tar archive, read while it is made. What cannot be read does not end it. */
export async function* archiveOf(
  files: FilesCapability,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = await files.reader(signal);
  const archive = pack();
  const making = { files, reader, archive, leftOut: [], signal };
  const filling = fill(making, folder).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    yield* archive as AsyncIterable<Uint8Array>;
    await filling;
  } finally {
    archive.destroy();
    reader.dispose();
  }
}

async function fill(making: Making, folder: string): Promise<void> {
  await addFolder(making, folder, nameOf(folder) || "root");
  const { leftOut, archive } = making;
  if (leftOut.length > 0) archive.entry({ name: LEFT_OUT_NAME }, `${leftOut.join("\n")}\n`);
}

async function addFolder(making: Making, path: string, name: string): Promise<void> {
  const { files, archive, signal } = making;
  await leaving(making, path, async () => {
    const folders: FileEntry[] = [];
    archive.entry({ name: `${name}/`, type: "directory", mode: 0o755 });
    for await (const entries of files.list(path, signal))
      for (const entry of entries) {
        if (entry.kind === "folder") folders.push(entry);
        else await addFile(making, pathIn(path, entry.name), `${name}/${entry.name}`, entry);
      }
    for (const entry of folders) await addFolder(making, pathIn(path, entry.name), `${name}/${entry.name}`);
  });
}

/** A link to a file stands for it; one to a folder could lead back to where it is. */
async function addFile(making: Making, path: string, name: string, entry: FileEntry): Promise<void> {
  const { archive, reader } = making;
  if (isFolder(entry)) return leave(making, path, say("link_to_folder"));
  if (entry.kind === "other" || (entry.kind === "link" && entry.leads_to !== "file"))
    return leave(making, path, say("no_regular_file"));
  const bytes = reader.read(path)[Symbol.asyncIterator]();
  const first = await leaving(making, path, () => bytes.next());
  if (!first) return;
  let left = entry.size_bytes;
  const sink = archive.entry({ name, size: left, mode: 0o644, mtime: new Date(entry.modified_at) });
  const put = async (part: Uint8Array) => {
    if (part.length > 0 && !sink.write(part)) await once(sink as never, "drain", { signal: making.signal });
  };
  for (let next = first; !next.done && left > 0; next = await bytes.next()) {
    const part = next.value.subarray(0, left);
    left -= part.length;
    await put(part);
  }
  await bytes.return?.();
  // The archive has said how much comes: a file that shrank meanwhile is filled up, as GNU tar does.
  for (; left > 0; left -= ZEROS.length) await put(ZEROS.subarray(0, left));
  sink.end(null);
}

function leave({ leftOut }: Making, path: string, said: Said): void {
  leftOut.push([path, said.evidence, saidInAll(said)].filter(Boolean).join(": "));
}

async function leaving<T>(making: Making, path: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    leave(making, path, error.said);
    return undefined;
  }
}
