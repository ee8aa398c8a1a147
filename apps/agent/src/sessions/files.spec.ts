import { isFolder, type FileEntry } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { dirname } from "node:path/posix";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { expect, it } from "vitest";
import { type Lease, makeReady, openStream, startSession } from "../../test/harness.ts";

const HOSTILE = ["two  words", `it's "quoted"`, "line\nbreak", "写真 😀", "-rf", "$(reboot)"];

/** @param before files that the phone has before the session */
async function ready(before: Readonly<Record<string, string>> = {}) {
  const { server, host, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  for (const [path, text] of Object.entries(before)) {
    first.phone.system.files.mkdir(dirname(path), true);
    first.phone.system.files.write(path, text);
  }
  const lease: Lease = await startSession(server, device);
  const { phone } = host.phones[0]!;
  const command = (wanted: Record<string, unknown>) =>
    server.request({ type: "command", ...lease, command: wanted as never });
  /** One call to its end: what was said, and the bytes. */
  const ask = async (message: Record<string, unknown>) => {
    const tap = await openStream(server, lease, "files");
    tap.json(message);
    await tap.closed;
    return { said: tap.texts, last: tap.texts.at(-1), bytes: Buffer.concat(tap.binaries) };
  };
  const put = async (path: string, bytes: Uint8Array, replace = false) => {
    const tap = await openStream(server, lease, "files");
    tap.json({ type: "write", path, replace });
    const answer = await tap.until(({ texts }) => texts[0]);
    if (answer["type"] !== "ready") return answer;
    for (let at = 0; at < bytes.length; at += 50_000) tap.socket.send(bytes.subarray(at, at + 50_000));
    tap.json({ type: "written" });
    await tap.closed;
    return tap.texts.at(-1)!;
  };
  const names = async (path: string) =>
    (await ask({ type: "list", path })).said
      .flatMap((message) => (message["entries"] as FileEntry[] | undefined) ?? [])
      .map(({ name }) => name)
      .toSorted();
  return { server, lease, phone, command, ask, put, names };
}

async function untar(archive: Buffer): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const reader = Readable.from([archive]).pipe(extract() as never) as unknown as ReturnType<typeof extract>;
  for await (const entry of reader) {
    const content = await text(entry as never);
    found[entry.header.name] = content;
  }
  return found;
}

it("writes, lists and reads files by any name", async () => {
  const { ask, put, names } = await ready();
  const bytes = Uint8Array.from({ length: 400_001 }, (_, at) => at % 251);
  for (const name of HOSTILE) {
    const path = `/sdcard/Documents/new ${name}/${name}`;
    expect(await put(path, bytes)).toEqual({
      type: "done",
      entry: expect.objectContaining({ name, kind: "file", size_bytes: bytes.length }),
    });
    expect(await names(`/sdcard/Documents/new ${name}`)).toEqual([name]);
    const read = await ask({ type: "read", path, max_bytes: null });
    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.last).toEqual({ type: "done", entry: null });
  }
  const part = await ask({ type: "read", path: "/sdcard/Documents/new -rf/-rf", max_bytes: 1000 });
  expect(part.bytes.equals(bytes.subarray(0, 1000))).toBe(true);
});

it("refuses what cannot be, in codes, with the device's own words", async () => {
  const { ask, put, command, phone } = await ready();
  const path = "/sdcard/Documents/a";
  await put(path, Buffer.from("one"));
  expect(await put(path, Buffer.from("two"))).toMatchObject({ type: "refused", code: "file_exists", args: { path } });
  expect(await put(path, Buffer.from("three"), true)).toMatchObject({ type: "done", entry: { size_bytes: 5 } });
  expect(await put("/sdcard/Documents", Buffer.from("x"), true)).toMatchObject({ code: "file_is_folder" });
  expect(await put(`${path}/b`, Buffer.from("x"))).toMatchObject({ code: "file_not_folder", args: { path } });
  expect(await put("/system/x", Buffer.from("x"))).toMatchObject({
    code: "file_read_only",
    args: { path: "/system/x", reason: { evidence: expect.stringContaining("Read-only file system") } },
  });
  expect(await put("/data/x", Buffer.from("x"))).toMatchObject({ code: "file_denied" });
  expect((await ask({ type: "list", path })).last).toMatchObject({ code: "file_not_folder" });
  expect((await ask({ type: "read", path: "/sdcard", max_bytes: null })).last).toMatchObject({
    code: "file_is_folder",
  });
  expect((await ask({ type: "archive", path })).last).toMatchObject({ code: "file_not_folder" });
  for (const wanted of [
    { name: "file_delete", path: "/sdcard/none" },
    { name: "file_rename", path: "/sdcard/none", to: "/sdcard/other" },
  ])
    expect((await command(wanted)).error).toMatchObject({ code: "file_not_found", args: { path: "/sdcard/none" } });
  expect((await command({ name: "file_folder", path: "/sdcard/Documents" })).error).toMatchObject({
    code: "file_exists",
  });
  expect((await command({ name: "file_rename", path, to: "/sdcard/Download" })).error).toMatchObject({
    code: "file_exists",
    args: { path: "/sdcard/Download" },
  });
  expect((await command({ name: "file_delete", path: "/system/bin/sh" })).error).toMatchObject({
    code: "file_read_only",
  });
  phone.system.faults.disk_full = true;
  expect(await put("/sdcard/Documents/big", Buffer.alloc(100_000))).toMatchObject({
    code: "file_no_space",
    args: { path: "/sdcard/Documents/big" },
  });
});

it("gives a new name to one of those who upload it at once, and tells the others", async () => {
  const { server, lease, ask, names, command } = await ready();
  const path = "/sdcard/Documents/new";
  const uploads = await Promise.all(
    ["one", "two", "three"].map(async (content) => {
      const tap = await openStream(server, lease, "files");
      tap.json({ type: "write", path, replace: false });
      await tap.until(({ texts }) => texts[0]?.["type"] === "ready");
      return { tap, content };
    }),
  );
  for (const { tap, content } of uploads) {
    tap.socket.send(Buffer.from(content));
    tap.json({ type: "written" });
  }
  await Promise.all(uploads.map(({ tap }) => tap.closed));
  const ends = uploads.map(({ tap, content }) => ({ content, end: tap.texts.at(-1)! }));
  const kept = ends.filter(({ end }) => end["type"] === "done");
  expect(kept).toHaveLength(1);
  for (const { end } of ends.filter((one) => one !== kept[0]))
    expect(end).toMatchObject({ type: "refused", code: "file_exists", args: { path } });
  expect((await ask({ type: "read", path, max_bytes: null })).bytes.toString()).toBe(kept[0]!.content);
  expect(await names("/sdcard/Documents")).toEqual(["new"]);
  // Nor does what is renamed or made meanwhile go under.
  const late = await openStream(server, lease, "files");
  late.json({ type: "write", path: `${path} folder`, replace: false });
  await late.until(({ texts }) => texts[0]?.["type"] === "ready");
  await command({ name: "file_rename", path, to: `${path} folder` });
  late.json({ type: "written" });
  await late.closed;
  expect(late.texts.at(-1)).toMatchObject({ code: "file_exists" });
  expect((await ask({ type: "read", path: `${path} folder`, max_bytes: null })).bytes.toString()).toBe(
    kept[0]!.content,
  );
});

it("moves no folder into itself, by whatever path, nor two into each other", async () => {
  const { command, names, put, phone } = await ready();
  const root = "/sdcard/Documents";
  await put(`${root}/a/inner/file`, Buffer.from("x"));
  await put(`${root}/b/file`, Buffer.from("y"));
  phone.system.files.symlink(`${root}/a/inner`, `${root}/link`);
  for (const to of [`${root}/a/b`, `${root}/a/inner/b`, `${root}/link/b`]) {
    const { error } = await command({ name: "file_rename", path: `${root}/a`, to });
    expect(error, to).toMatchObject({ code: "file_name_invalid", args: { path: to } });
  }
  const both = await Promise.all([
    command({ name: "file_rename", path: `${root}/a`, to: `${root}/b/a` }),
    command({ name: "file_rename", path: `${root}/b`, to: `${root}/a/b` }),
  ]);
  expect(both.map(({ error }) => error?.code)).toEqual([undefined, "file_not_found"]);
  expect(await names(`${root}/b/a/inner`)).toEqual(["file"]);
  expect(await names(`${root}/b`)).toEqual(["a", "file"]);
});

it("keeps names apart that differ in case alone, where the device does", async () => {
  const { command, put, names } = await ready();
  const root = "/data/local/tmp";
  await put(`${root}/case`, Buffer.from("x"));
  await put(`${root}/CASE`, Buffer.from("y"));
  expect((await command({ name: "file_rename", path: `${root}/case`, to: `${root}/CASE` })).error).toMatchObject({
    code: "file_exists",
  });
  expect((await command({ name: "file_rename", path: `${root}/case`, to: `${root}/Case` })).error).toBeNull();
  expect(await names(root)).toEqual(expect.arrayContaining(["CASE", "Case"]));
});

it("leaves nothing of a file that is called off", async () => {
  const { server, lease, names } = await ready();
  const tap = await openStream(server, lease, "files");
  tap.json({ type: "write", path: "/sdcard/Documents/half", replace: false });
  await tap.until(({ texts }) => texts[0]?.["type"] === "ready");
  tap.socket.send(Buffer.alloc(200_000));
  await expect.poll(() => names("/sdcard/Documents")).toEqual([expect.stringMatching(/^\.udt-/)]);
  tap.socket.close();
  await expect.poll(() => names("/sdcard/Documents")).toEqual([]);
});

it("makes, renames and deletes", async () => {
  const { command, put, names } = await ready();
  const root = "/sdcard/Documents";
  for (const name of HOSTILE) {
    const { error, data } = await command({ name: "file_folder", path: `${root}/${name}` });
    expect(error).toBeNull();
    expect(isFolder(data as FileEntry)).toBe(true);
    await put(`${root}/${name}/in it`, Buffer.from("x"));
    const to = `${root}/now ${name}`;
    expect((await command({ name: "file_rename", path: `${root}/${name}`, to })).data).toMatchObject({
      name: `now ${name}`,
    });
    expect(await names(to)).toEqual(["in it"]);
    expect(await command({ name: "file_delete", path: to })).toMatchObject({ error: null, data: null });
  }
  expect(await names(root)).toEqual([]);
});

it("packs a folder with all in it, and names what it leaves out", async () => {
  const { ask, put, phone } = await ready();
  const root = "/sdcard/Documents/all";
  await put(`${root}/large`, Buffer.alloc(300_000, "z"));
  await put(`${root}/empty`, new Uint8Array());
  for (const name of HOSTILE) await put(`${root}/${name}/${name}`, Buffer.from(name));
  phone.system.files.symlink("large", `${root}/link`);
  phone.system.files.symlink(root, `${root}/round`);
  const { bytes, said } = await ask({ type: "archive", path: root });
  expect(said.at(-1)).toEqual({ type: "done", entry: null });
  const found = await untar(bytes);
  expect(found["all/large"]).toHaveLength(300_000);
  expect(found["all/link"]).toHaveLength(300_000);
  expect(found["all/empty"]).toBe("");
  for (const name of HOSTILE) expect(found[`all/${name}/${name}`]).toBe(name);
  // Paths and the device's words as they are, and ours in each language.
  expect(found["left-out.txt"]).toBe(`${root}/round: 指向文件夹的链接 / a link to a folder / フォルダーへのリンク\n`);
});

it("cleans away what was made, wherever it was moved, and nothing else", async () => {
  const { server, lease, phone, put, command } = await ready({ "/sdcard/DCIM/old/photo.jpg": "old" });
  const { files } = phone.system;
  await put("/sdcard/DCIM/old/mine ' 1.txt", Buffer.from("new"));
  await put("/sdcard/made/here/2.txt", Buffer.from("new"));
  await command({ name: "file_rename", path: "/sdcard/DCIM/old", to: "/sdcard/DCIM/older" });
  await command({ name: "file_rename", path: "/sdcard/made/here", to: "/sdcard/there" });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(files.list("/sdcard/DCIM/older")).toEqual(["photo.jpg"]);
  expect(files.exists("/sdcard/made")).toBe(false);
  expect(files.exists("/sdcard/there")).toBe(false);
});
