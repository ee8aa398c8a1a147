import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, readAppFile } from "./index.ts";
import { AppFileFault } from "./fault.ts";
import { readPackage } from "./read-app-file.ts";
import { buildAab, buildApk, buildHap, buildIpa, createSigner } from "./testing/index.ts";
import { writeZip } from "./testing/zip-writer.ts";
import { openArchive } from "./zip/archive.ts";
import { openSource } from "./zip/byte-source.ts";
import { InflateMeter } from "./zip/inflate-meter.ts";

const PIECE_BYTES = 16 * 1024;
const LIMITS = { ...DEFAULT_LIMITS, maxInflatedBytes: 64 * 1024 };
/** Raise it to search longer by hand. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 300);

const signer = createSigner();
const seeds = {
  raster: buildApk({ signer, abis: ["arm64-v8a"] }),
  jarSigned: buildApk({ signer, signing: "v1", icon: "adaptive" }),
  layers: buildApk({ signer, icon: "adaptive_only" }),
  bundle: buildAab({ signer, icon: "adaptive_only", abis: ["arm64-v8a"] }),
  binaryPlist: buildIpa({ signer }),
  xmlPlist: buildIpa({ signer, encoding: "xml", icon: "png" }),
  textNames: buildIpa({ signer, encoding: "text" }),
  hap: buildHap({ icon: "png" }),
  hapLayers: buildHap({ icon: "layered", index: 2 }),
  oldHap: buildHap({ model: "fa" }),
};
const seedNames = fc.constantFrom(...(Object.keys(seeds) as (keyof typeof seeds)[]));

/** Reads and tells the fact that matters: how much came out of the inflater. Anything but a fault fails the test. */
async function inflatedBytes(bytes: Uint8Array): Promise<number> {
  const meter = new InflateMeter(LIMITS.maxInflatedBytes);
  try {
    await readPackage(await openSource(bytes), LIMITS, meter);
  } catch (error) {
    if (!(error instanceof AppFileFault)) throw error;
  }
  return meter.inflatedBytes;
}

/** Where (modulo the length) and what: interesting values are the ones sizes and offsets go wrong with. */
const mutations = fc.array(
  fc.record({
    at: fc.nat(2 ** 24),
    value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 })),
    length: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
);

function mutate(bytes: Uint8Array, changes: { at: number; value: number; length: number }[]): Buffer {
  const mutated = Buffer.from(bytes);
  for (const { at, value, length } of changes) {
    const start = at % mutated.length;
    mutated.subarray(start, start + length).fill(value);
  }
  return mutated;
}

describe("whatever the bytes", () => {
  it("a mutated package ends in a result within the limit", async () => {
    await fc.assert(
      fc.asyncProperty(seedNames, mutations, async (name, changes) => {
        expect(await inflatedBytes(mutate(seeds[name], changes))).toBeLessThanOrEqual(
          LIMITS.maxInflatedBytes + PIECE_BYTES,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it("a mutated directory ends in a result within the limit", async () => {
    await fc.assert(
      fc.asyncProperty(seedNames, mutations, async (name, changes) => {
        const seed = seeds[name];
        const directoryOffset = Buffer.from(seed).readUInt32LE(seed.length - 6);
        const directory = mutate(seed.subarray(directoryOffset), changes);
        const bytes = Buffer.concat([seed.subarray(0, directoryOffset), directory]);
        expect(await inflatedBytes(bytes)).toBeLessThanOrEqual(LIMITS.maxInflatedBytes + PIECE_BYTES);
      }),
      { numRuns: RUNS },
    );
  });

  it("mutated content behind a true checksum ends in a result within the limit", async () => {
    await fc.assert(
      fc.asyncProperty(seedNames, fc.nat(), mutations, async (seedName, which, changes) => {
        const archive = await openArchive(
          await openSource(seeds[seedName]),
          LIMITS,
          new InflateMeter(LIMITS.maxInflatedBytes),
        );
        const names = [...archive.names];
        const name = names[which % names.length];
        const entries = [];
        for (const entry of archive.names) {
          const content = (await archive.read(entry, LIMITS.maxInflatedBytes))!;
          entries.push({ name: entry, content: entry === name ? mutate(content, changes) : content });
        }
        const { content, directory, end } = writeZip(entries);
        const bytes = Buffer.concat([content, directory, end]);
        expect(await inflatedBytes(bytes)).toBeLessThanOrEqual(LIMITS.maxInflatedBytes + PIECE_BYTES);
      }),
      { numRuns: RUNS },
    );
  });

  it("a package cut or preceded by other bytes ends in a result", async () => {
    await fc.assert(
      fc.asyncProperty(seedNames, fc.nat(4000), fc.uint8Array({ maxLength: 64 }), async (name, cut, before) => {
        const seed = seeds[name];
        await inflatedBytes(seed.subarray(0, seed.length - cut));
        await inflatedBytes(seed.subarray(cut));
        await inflatedBytes(Buffer.concat([before, seed]));
        await inflatedBytes(Buffer.concat([seed, before]));
        await inflatedBytes(before);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("round trip", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);
  const packageName = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("."));
  // Whole characters of every plane; white space at the ends would be cut, which read-app-file.spec.ts shows.
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).filter((one) => one.trim() === one);
  const locales = fc.dictionary(fc.constantFrom("de", "en", "en-GB", "fr-CA", "ja", "zh", "zh-Hant-TW"), text);
  const uint31 = fc.integer({ min: 1, max: 2 ** 31 - 1 });

  it("reads back what was built", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          packageName,
          versionCode: uint31,
          versionName: text,
          minSdk: fc.integer({ min: 1, max: 40 }),
          targetSdk: fc.integer({ min: 1, max: 40 }),
          label: text,
          labels: locales,
          permissions: fc.uniqueArray(packageName, { maxLength: 8 }),
          abis: fc.uniqueArray(fc.constantFrom("arm64-v8a", "armeabi-v7a", "x86", "x86_64", "riscv64")),
          debuggable: fc.boolean(),
          signing: fc.constantFrom("v1", "v2"),
        }),
        async (options) => {
          expect(await readAppFile(buildApk({ ...options, signer }))).toMatchObject({
            ok: true,
            value: {
              package_name: options.packageName,
              name: options.label,
              names: options.labels,
              version_name: options.versionName,
              version_code: options.versionCode,
              min_os_version: options.minSdk,
              target_sdk: options.targetSdk,
              permissions: options.permissions,
              abis: [...options.abis].sort(),
              debuggable: options.debuggable,
              signer_sha256: signer.certificateSha256,
            },
          });
        },
      ),
      { numRuns: RUNS },
    );
  });
});
