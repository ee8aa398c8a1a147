import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { PhoneFiles } from "../system/files.ts";
import { serveSync } from "./sync-service.ts";

const MTIME_S = 0x6553f100;
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/#.*$/gm, "").replaceAll(/\s/g, ""), "hex");

let files: PhoneFiles;

beforeEach(() => {
  files = new PhoneFiles({ capacityBytes: 1_000_000, clock: { now: () => MTIME_S * 1000 }, isFull: () => false });
  for (const path of ["/data/local/tmp", "/storage/emulated/0", "/system"]) files.mkdir(path, true, 0o755);
  files.symlink("/storage/emulated/0", "/sdcard");
  files.write("/sdcard/f", "hello", 0o644);
});

/** Sends requests in chunks and answers all that came back. */
async function talk(...chunks: Uint8Array[]): Promise<Buffer> {
  const answers: Uint8Array[] = [];
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk);
      controller.close();
    },
  });
  await serveSync(files, { readable, write: async (bytes) => void answers.push(Buffer.from(bytes)) });
  return Buffer.concat(answers);
}

/** A request by hand: id, length, and that many bytes. */
function request(id: string, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(8);
  header.write(id, "latin1");
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

function done(mtimeS: number): Buffer {
  const header = Buffer.from("DONE\0\0\0\0", "latin1");
  header.writeUInt32LE(mtimeS, 4);
  return header;
}

describe("stat", () => {
  it("answers v1 with mode, size and time, and zeros for nothing", async () => {
    expect(await talk(request("STAT", "/sdcard/f"))).toEqual(
      hex(`
        53544154 # "STAT"
        a4810000 # mode: regular file, 0644
        05000000 # size
        00f15365 # time
      `),
    );
    expect(await talk(request("STAT", "/none"))).toEqual(hex("53544154 00000000 00000000 00000000"));
  });

  it("answers v2 with all fields, following links or not", async () => {
    expect(await talk(request("STA2", "/sdcard/f"))).toEqual(
      hex(`
        53544132 # "STA2"
        00000000 # no error
        0100000000000000 # device
        ${Buffer.of(files.stat("/sdcard/f").ino).toString("hex")}00000000000000 # inode
        a4810000 # mode
        01000000 # links
        d0070000 # uid 2000, the shell
        d0070000 # gid
        0500000000000000 # size
        00f1536500000000 # accessed
        00f1536500000000 # modified
        00f1536500000000 # changed
      `),
    );
    expect((await talk(request("LST2", "/sdcard"))).readUInt32LE(24) >> 12).toBe(0o12);
    expect((await talk(request("STA2", "/sdcard"))).readUInt32LE(24) >> 12).toBe(0o04);
    expect((await talk(request("STA2", "/none"))).readUInt32LE(4)).toBe(2);
  });
});

describe("list", () => {
  it("answers an entry for each name, then DONE", async () => {
    const answer = await talk(request("LIST", "/sdcard"));
    expect(answer.toString("latin1").match(/DENT/g)).toHaveLength(3);
    expect(answer.subarray(-21, -20).toString()).toBe("f");
    expect(answer.subarray(-20)).toEqual(hex("444f4e45 00000000 00000000 00000000 00000000"));
    expect((await talk(request("LIST", "/none"))).subarray(0, 4).toString()).toBe("DONE");
  });

  it("answers v2 with 72 bytes and the name's length before the name", async () => {
    const answer = await talk(request("LIS2", "/sdcard"));
    const last = answer.lastIndexOf("DNT2");
    expect(answer.readUInt32LE(last + 72)).toBe(1);
    expect(answer.subarray(last + 76, last + 77).toString()).toBe("f");
    expect(answer.length - (last + 77)).toBe(76);
  });
});

describe("receive", () => {
  it("sends data and DONE", async () => {
    expect(await talk(request("RECV", "/sdcard/f"))).toEqual(hex("44415441 05000000 68656c6c6f 444f4e45 00000000"));
  });

  it("cuts large files to 64 KiB", async () => {
    files.write("/sdcard/large", new Uint8Array(150_000));
    const answer = await talk(request("RECV", "/sdcard/large"));
    expect(answer.readUInt32LE(4)).toBe(65_536);
    expect(answer.length).toBe(150_000 + 3 * 8 + 8);
  });

  it("says what failed", async () => {
    expect((await talk(request("RECV", "/none"))).toString("latin1")).toBe(
      "FAIL\x26\0\0\0open failed: No such file or directory",
    );
  });
});

describe("send", () => {
  it("writes the file with its time and its owner's permissions for all, making the folders", async () => {
    const bytes = Buffer.concat([
      request("SEND", "/sdcard/new/n.txt,33261"),
      request("DATA", "ab"),
      request("DATA", "c"),
      done(1_600_000_000),
    ]);
    expect(await talk(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(hex("4f4b4159 00000000"));
    expect(Buffer.from(files.read("/sdcard/new/n.txt")).toString()).toBe("abc");
    expect(files.stat("/sdcard/new/n.txt")).toMatchObject({ mode: 0o100777, mtimeMs: 1_600_000_000_000 });
  });

  it("takes a link's target as its content", async () => {
    expect(await talk(request("SEND", "/sdcard/l,41471"), request("DATA", "f"), done(0))).toEqual(
      hex("4f4b4159 00000000"),
    );
    expect(files.readlink("/sdcard/l")).toBe("f");
  });

  it("reads on after a failure, so that the next request is understood", async () => {
    const answer = await talk(
      request("SEND", "/system/x,33188"),
      request("DATA", "abc"),
      done(0),
      request("RECV", "/sdcard/f"),
    );
    expect(answer.toString("latin1")).toMatch(/^FAIL....couldn't create file: Read-only file systemDATA/s);
  });

  it("leaves no part of a file whose sender went away", async () => {
    expect(await talk(request("SEND", "/sdcard/half,33188"), request("DATA", "ab"))).toHaveLength(0);
    expect(files.exists("/sdcard/half")).toBe(false);
  });

  it("leaves no part of a file that did not fit", async () => {
    const answer = await talk(
      request("SEND", "/sdcard/big,33188"),
      ...Array.from({ length: 20 }, () => request("DATA", new Uint8Array(60_000))),
      done(0),
    );
    expect(answer.toString("latin1")).toContain("write failed: No space left on device");
    expect(files.exists("/sdcard/big")).toBe(false);
    expect(files.usedBytes).toBe(5);
  });
});

describe("a session", () => {
  it("ends at QUIT", async () => {
    expect(await talk(request("QUIT", ""), request("STAT", "/sdcard/f"))).toHaveLength(0);
  });

  it("ends at what it does not know", async () => {
    const answer = await talk(request("NOPE", "x"), request("STAT", "/sdcard/f"));
    expect(answer.subarray(0, 4).toString()).toBe("FAIL");
    expect(answer.includes("STAT")).toBe(false);
  });

  it("ends cleanly whatever comes", async () => {
    const id = fc.constantFrom("STAT", "STA2", "LIST", "LIS2", "RECV", "SEND", "DATA", "DONE", "QUIT", "????");
    const part = fc.oneof(
      fc.tuple(id, fc.string({ maxLength: 20 })).map(([name, content]) => request(name, content)),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        await talk(...parts);
      }),
    );
  });
});
