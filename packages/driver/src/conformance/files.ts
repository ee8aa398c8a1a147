import type { FileEntry } from "@udt/contract";
import { expect, test } from "vitest";
import { FileRefusal } from "../index.ts";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

/** What shells, protocols and programs may take for something else. */
const HOSTILE_NAMES = [
  "two  spaces ",
  `quotes ' " \``,
  "line\nbreak",
  "-rf",
  "$(touch x)",
  "a;b&c|d>e*f?",
  "back\\slash",
  "写真 フォト 😀",
  "comma,0644",
];

async function bytesOf(target: ConformanceTarget, path: string): Promise<Uint8Array> {
  const reader = await capability(target, "files").reader(soon());
  try {
    const parts: Uint8Array[] = [];
    for await (const part of reader.read(path)) parts.push(part);
    return Buffer.concat(parts);
  } finally {
    reader.dispose();
  }
}

async function listOf(target: ConformanceTarget, path: string): Promise<FileEntry[]> {
  const found: FileEntry[] = [];
  for await (const entries of capability(target, "files").list(path, soon())) found.push(...entries);
  return found;
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => {
      if (error instanceof FileRefusal) return error.fault;
      throw error;
    },
  );

export function describeFiles(target: () => ConformanceTarget): void {
  const files = () => capability(target(), "files");
  /** A folder of the test's own. */
  const inFolder = async (use: (folder: string) => Promise<void>) => {
    const folder = `${given(target(), "folder")}/udt files`;
    await files().makeFolder(folder, soon());
    try {
      await use(folder);
    } finally {
      await files().remove(folder, soon());
    }
  };

  test("keeps bytes as they are, and tells size and time", async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/bytes.bin`;
      const bytes = Uint8Array.from({ length: 300_001 }, (_, at) => (at * 31) % 251);
      const before = Date.now();
      await files().write(path, streamOf(bytes, 7_777), soon());
      expect(Buffer.from(bytes).equals(await bytesOf(target(), path))).toBe(true);
      const entry = await files().stat(path, soon());
      expect(entry).toMatchObject({ name: "bytes.bin", kind: "file", size_bytes: bytes.length, leads_to: null });
      expect(Math.abs(entry.modified_at - before)).toBeLessThan(60 * 60_000);
      await files().write(path, streamOf(new Uint8Array()), soon());
      expect(await listOf(target(), folder)).toEqual([expect.objectContaining({ name: "bytes.bin", size_bytes: 0 })]);
      expect(await bytesOf(target(), path)).toHaveLength(0);
    });
  });

  test.each(HOSTILE_NAMES)("takes the name %j for itself", async (name) => {
    await inFolder(async (folder) => {
      const path = `${folder}/${name}`;
      await files().makeFolder(path, soon());
      await files().write(`${path}/${name}`, streamOf(new TextEncoder().encode("content")), soon());
      expect(await listOf(target(), folder)).toEqual([expect.objectContaining({ name, kind: "folder" })]);
      expect(await listOf(target(), path)).toEqual([expect.objectContaining({ name, kind: "file", size_bytes: 7 })]);
      expect(Buffer.from(await bytesOf(target(), `${path}/${name}`)).toString()).toBe("content");
      await files().rename(`${path}/${name}`, `${folder}/moved ${name}`, soon());
      await files().remove(path, soon());
      expect(await listOf(target(), folder)).toEqual([expect.objectContaining({ name: `moved ${name}` })]);
    });
  });

  test("says what is wrong with a path", async () => {
    await inFolder(async (folder) => {
      const file = `${folder}/file`;
      await files().write(file, streamOf(new TextEncoder().encode("x")), soon());
      expect(await faultOf(files().stat(`${folder}/none`, soon()))).toBe("file_not_found");
      expect(await faultOf(listOf(target(), `${folder}/none`))).toBe("file_not_found");
      expect(await faultOf(bytesOf(target(), `${folder}/none`))).toBe("file_not_found");
      expect(await faultOf(files().rename(`${folder}/none`, `${folder}/other`, soon()))).toBe("file_not_found");
      expect(await faultOf(listOf(target(), file))).toBe("file_not_folder");
      expect(await faultOf(files().makeFolder(folder, soon()))).toBe("file_exists");
      expect(await faultOf(files().makeFolder(`${folder}/no/such`, soon()))).toBe("file_not_found");
      expect(await faultOf(files().write(`/${"x".repeat(1_100)}`, streamOf(new Uint8Array()), soon()))).toBe(
        "file_name_invalid",
      );
      const forbidden = faultOf(files().makeFolder("/proc/udt", soon()));
      expect(["file_denied", "file_read_only", "file_not_found"]).toContain(await forbidden);
    });
  });

  test("leaves nothing of what breaks off", async () => {
    await inFolder(async (folder) => {
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(200_000)),
        pull: (controller) => controller.error(new Error("the sender is gone")),
      });
      await expect(files().write(`${folder}/broken`, broken, soon())).rejects.toThrow("the sender is gone");
      await expect.poll(() => listOf(target(), folder)).toEqual([]);

      const leaving = new AbortController();
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(new Uint8Array(200_000));
          leaving.abort(new Error("enough"));
        },
      });
      await expect(files().write(`${folder}/given up`, endless, leaving.signal)).rejects.toThrow("enough");
      await expect.poll(() => listOf(target(), folder)).toEqual([]);
    });
  });

  test("stops reading where it is told to", async () => {
    await inFolder(async (folder) => {
      await files().write(`${folder}/long`, streamOf(new Uint8Array(3_000_000)), soon());
      const reader = await files().reader(soon());
      for await (const part of reader.read(`${folder}/long`)) {
        expect(part.length).toBeGreaterThan(0);
        break;
      }
      reader.dispose();
      expect(await files().stat(`${folder}/long`, soon())).toMatchObject({ size_bytes: 3_000_000 });
    });
  });
}

export function describeMadeCleaning(target: () => ConformanceTarget): void {
  test("removes what it is told to when it is cleaned, wherever it is", async () => {
    const { device } = target();
    const files = capability(target(), "files");
    const path = `${given(target(), "folder")}/made ' here`;
    const mark = device.removing(await device.mark(soon()), [path, `${path} not`]);
    await files.makeFolder(path, soon());
    await files.write(`${path}/file`, streamOf(new Uint8Array(10)), soon());
    await device.clean(JSON.parse(JSON.stringify(mark)) as typeof mark, soon());
    expect(await faultOf(files.stat(path, soon()))).toBe("file_not_found");
  });
}
