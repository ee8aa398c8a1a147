import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { FileEntry } from "@udt/contract";
import { FileRefusal, type FilesCapability } from "@udt/driver";
import { extract } from "tar-stream";
import { expect, it } from "vitest";
import { archiveOf } from "./file-archive.ts";

const entry = (name: string, kind: FileEntry["kind"], leads_to: FileEntry["leads_to"] = null): FileEntry => {
  return { name, kind, leads_to, size_bytes: 1, modified_at: 0, mode: 0o660 };
};
const denied = (path: string) => new FileRefusal("file_denied", path, "Permission denied");
const files = {
  async *list(path: string) {
    if (path === "/sdcard/shut") throw denied(path);
    yield path === "/sdcard"
      ? [entry("link", "link", "folder"), entry("pipe", "other"), entry("secret", "file"), entry("shut", "folder")]
      : [];
  },
  reader: () =>
    Promise.resolve({
      dispose: () => undefined,
      read: (path: string) => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(denied(path)) }),
      }),
    }),
} as unknown as FilesCapability;

it("names what it leaves out by its path, the device's own words, and ours in every language", async () => {
  const reader = Readable.from(archiveOf(files, "/sdcard", new AbortController().signal)).pipe(extract() as never);
  const found: Record<string, string> = {};
  for await (const one of reader as unknown as ReturnType<typeof extract>)
    found[one.header.name] = await text(one as never);
  expect(found["left-out.txt"]?.split("\n")).toEqual([
    "/sdcard/link: 指向文件夹的链接 / a link to a folder / フォルダーへのリンク",
    "/sdcard/pipe: 不是普通文件 / no regular file / 通常のファイルではありません",
    "/sdcard/secret: Permission denied: 设备拒绝了该操作 / the device refused / デバイスが拒否しました",
    "/sdcard/shut: Permission denied: 设备拒绝了该操作 / the device refused / デバイスが拒否しました",
    "",
  ]);
});
