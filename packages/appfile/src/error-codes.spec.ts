import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, readAppFile, type AppFileErrorCode } from "./index.ts";
import { AppFileFault } from "./fault.ts";
import { readPackage } from "./read-app-file.ts";
import { buildApk, type ApkDefect, type BuildApkOptions } from "./testing/index.ts";
import { writeZip, type ZipEntry } from "./testing/zip-writer.ts";
import { openSource, type ByteSource } from "./zip/byte-source.ts";
import { InflateMeter } from "./zip/inflate-meter.ts";

/** What one piece out of the inflater may go over: the stop comes with the first piece too many. */
const PIECE_BYTES = 16 * 1024;

const zip = (entries: ZipEntry[]): Buffer => {
  const { content, directory, end } = writeZip(entries);
  return Buffer.concat([content, directory, end]);
};

const file = (name: string): ZipEntry => ({ name, content: Buffer.from("content") });

const extra = (...extraEntries: ZipEntry[]): BuildApkOptions => ({ extraEntries });

async function expectCode(source: Uint8Array, code: AppFileErrorCode, message: RegExp): Promise<void> {
  const result = await readAppFile(source);
  expect(result).toEqual({
    ok: false,
    error: { code, said: expect.objectContaining({ evidence: expect.stringMatching(message) }) },
  });
}

describe("error codes", () => {
  it.each<[ApkDefect, AppFileErrorCode, RegExp]>([
    ["not_a_zip", "not_a_package", /no zip/],
    ["no_manifest", "not_a_package", /holds no app/],
    ["truncated", "corrupt", /truncated/],
    ["hostile_name", "hostile", /leaves its folder/],
    ["absolute_name", "hostile", /absolute path/],
    ["nul_name", "hostile", /NUL/],
    ["duplicate_name", "hostile", /two entries named/],
    ["overlapping", "hostile", /overlaps/],
    ["bomb", "hostile", /resources\.arsc.* larger than/],
    ["lying_size", "hostile", /unpacks to more/],
    ["impossible_size", "hostile", /claims to unpack from/],
  ])("%s is %s", async (broken, code, message) => {
    await expectCode(buildApk({ broken }), code, message);
  });

  it.each(["..\\up", "a/../b", "C:\\absolute", "\\absolute"])("the name %s is hostile", async (name) => {
    await expectCode(buildApk(extra(file(name))), "hostile", /leaves its folder|absolute path/);
  });

  it("accepts odd names that stay where they are", async () => {
    const result = await readAppFile(buildApk(extra(file("assets/..a"), file("assets/b\\c"), file("assets/日本"))));
    expect(result.ok).toBe(true);
  });

  it("a file over the size limit is too large", async () => {
    const apk = buildApk();
    expect(await readAppFile(apk, { maxSizeBytes: apk.length })).toMatchObject({ ok: true });
    expect(await readAppFile(apk, { maxSizeBytes: apk.length - 1 })).toMatchObject({
      ok: false,
      error: { code: "too_large" },
    });
  });

  it("an entry that holds less than it claims is hostile", async () => {
    const manifest = { name: "AndroidManifest.xml", content: Buffer.alloc(100), claimedSize: 101 };
    await expectCode(zip([manifest]), "hostile", /claims 101 bytes but holds 100/);
  });

  it("an entry whose two headers disagree is hostile", async () => {
    const apk = Buffer.from(buildApk());
    // The first occurrence is the local header's name, the other one the directory's.
    apk.write("X", apk.indexOf("AndroidManifest.xml"));
    await expectCode(apk, "hostile", /two different names/);
  });

  it("an encrypted or oddly packed manifest is unsupported", async () => {
    const entries = zip([{ name: "AndroidManifest.xml", content: Buffer.alloc(100) }]);
    const directory = entries.indexOf("PK\u0001\u0002", 0, "latin1");
    const encrypted = Buffer.from(entries);
    encrypted.writeUInt16LE(0x0001, directory + 8);
    await expectCode(encrypted, "unsupported", /encrypted/);
    const zstandard = Buffer.from(entries);
    zstandard.writeUInt16LE(93, directory + 10);
    await expectCode(zstandard, "unsupported", /compression method 93/);
  });

  it("a directory made large is hostile", async () => {
    const entries = Array.from({ length: 600 }, (_, index) => file(`${index}-${"n".repeat(60_000)}`));
    await expectCode(zip(entries), "hostile", /directory is larger/);
  });

  it("more entries than the limit are hostile", async () => {
    const result = await readAppFile(buildApk(), { maxEntries: 3 });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "hostile", said: { evidence: expect.stringContaining("3") } },
    });
  });

  it.each([
    ["Payload/Demo.app/Info.plist", /Info\.plist is no/],
    ["base/manifest/AndroidManifest.xml", /manifest/],
    ["module.json", /profile is no JSON/],
  ])("a package whose %s is garbage is corrupt", async (name, message) => {
    await expectCode(zip([file(name)]), "corrupt", message);
  });

  it("content that does not match its checksum is corrupt", async () => {
    const apk = Buffer.from(buildApk());
    // The table is stored as it is, so this changes one letter of a label.
    const at = apk.indexOf("UDT Demo");
    apk[at] = apk[at]! ^ 1;
    await expectCode(apk, "corrupt", /checksum/);
  });

  it.each(["AndroidManifest.xml", "resources.arsc"])("garbage as %s is corrupt", async (name) => {
    const manifest = { name: "AndroidManifest.xml", content: Buffer.alloc(0) };
    const garbage = { name, content: Buffer.from("no chunk in here") };
    const entries = name === manifest.name ? [garbage] : [manifest, garbage];
    await expectCode(zip(entries), "corrupt", /manifest|table/);
  });
});

describe("inflated bytes", () => {
  async function meterOf(apk: Uint8Array, maxInflatedBytes = DEFAULT_LIMITS.maxInflatedBytes): Promise<InflateMeter> {
    const meter = new InflateMeter(maxInflatedBytes);
    const reading = readPackage(await openSource(apk), { ...DEFAULT_LIMITS, maxInflatedBytes }, meter);
    await reading.catch((error: unknown) => {
      if (!(error instanceof AppFileFault)) throw error;
    });
    return meter;
  }

  it("a bomb that tells its size costs nothing", async () => {
    const { inflatedBytes } = await meterOf(buildApk({ broken: "bomb" }));
    expect(inflatedBytes).toBe(0);
  });

  it("a bomb that lies costs what it claimed, not what it holds", async () => {
    const { inflatedBytes } = await meterOf(buildApk({ broken: "lying_size" }));
    expect(inflatedBytes).toBeGreaterThan(0);
    expect(inflatedBytes).toBeLessThanOrEqual(64 * 1024 ** 2 + PIECE_BYTES);
  });

  it("are limited for all entries together, to the byte", async () => {
    const apk = buildApk();
    const { inflatedBytes } = await meterOf(apk);
    expect(await readAppFile(apk, { maxInflatedBytes: inflatedBytes })).toMatchObject({ ok: true });
    expect(await readAppFile(apk, { maxInflatedBytes: inflatedBytes - 1 })).toMatchObject({
      ok: false,
      error: { code: "hostile" },
    });
  });

  it("counts only manifest, table and icon, however much else there is", async () => {
    const sound = await meterOf(buildApk());
    const assets = { name: "assets/zeros.bin", content: Buffer.alloc(5_000_000) };
    const withAssets = await meterOf(buildApk(extra(assets)));
    expect(withAssets.inflatedBytes).toBe(sound.inflatedBytes);
    expect(sound.inflatedBytes).toBeLessThan(10_000);
  });

  it("reads only a small part of a large file", async () => {
    const apk = buildApk({ paddingBytes: 32 * 1024 ** 2 });
    const memory = await openSource(apk);
    let readBytes = 0;
    const counting: ByteSource = {
      size: memory.size,
      read: async (position, length) => {
        readBytes += length;
        return await memory.read(position, length);
      },
      close: () => memory.close(),
    };
    const app = await readPackage(counting, DEFAULT_LIMITS, new InflateMeter(DEFAULT_LIMITS.maxInflatedBytes));
    expect(app.size_bytes).toBe(apk.length);
    expect(readBytes).toBeGreaterThan(0);
    expect(readBytes).toBeLessThan(100_000);
  });
});
