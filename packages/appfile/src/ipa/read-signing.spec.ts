import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildApk, buildIpa, machO, type BuildIpaOptions, type ZipEntry } from "../testing/index.ts";
import { xmlPlist } from "../testing/plist-writer.ts";
import { readMachO } from "./macho.ts";
import { readIpaSigning } from "./read-signing.ts";

const samples = fileURLToPath(new URL("../../../../../shared/samples/apps/", import.meta.url));
const PUSH = { "aps-environment": "production", "com.apple.developer.associated-domains": ["applinks:example.com"] };
const read = (options: BuildIpaOptions) => readIpaSigning(buildIpa(options));
const codeOf = async (source: Uint8Array) => {
  const reading = await readIpaSigning(source);
  return reading.ok ? "read" : reading.error.code;
};

describe("what an IPA asks for when it is signed anew", () => {
  it("is told of the app, its extensions and what runs on a watch", async () => {
    const reading = await read({
      executable: machO({ entitlements: PUSH }),
      bundles: [
        { path: "PlugIns/Share.appex", bundleId: "dev.udt.demo.share", executable: machO({ isEncrypted: true }) },
        { path: "Watch/Demo.app", bundleId: "dev.udt.demo.watch" },
        { path: "Watch/Demo.app/PlugIns/Face.appex", bundleId: "dev.udt.demo.watch.face" },
      ],
    });
    expect(reading).toMatchObject({
      ok: true,
      value: {
        bundles: [
          {
            path: "Payload/Demo.app",
            bundle_id: "dev.udt.demo",
            is_main: true,
            is_encrypted: false,
            entitlements: PUSH,
          },
          { path: "Payload/Demo.app/PlugIns/Share.appex", bundle_id: "dev.udt.demo.share", is_encrypted: true },
          { path: "Payload/Demo.app/Watch/Demo.app", bundle_id: "dev.udt.demo.watch", is_main: false },
          { path: "Payload/Demo.app/Watch/Demo.app/PlugIns/Face.appex" },
        ],
      },
    });
    const watch = reading.ok ? reading.value.bundles[2] : undefined;
    expect([watch?.is_encrypted, watch?.entitlements]).toEqual([undefined, undefined]);
  });

  it("is what its profile granted where its signature does not tell, and else not known", async () => {
    const asked = async (options: BuildIpaOptions) => {
      const reading = await read(options);
      return reading.ok ? reading.value.bundles[0]?.entitlements : reading.error.code;
    };
    expect(await asked({ debuggable: true, executable: machO() })).toEqual({ "get-task-allow": true });
    expect(await asked({ executable: machO({ entitlements: null }) })).toEqual({});
    expect(await asked({ signer: null, executable: machO() })).toBeUndefined();
    expect(await asked({ signer: null })).toBeUndefined();
  });

  it("is read of an executable for several processors", () => {
    expect(readMachO(machO({ entitlements: PUSH, isEncrypted: true, isFat: true }))).toMatchObject({
      is_encrypted: true,
      entitlements: new Map(Object.entries(PUSH)),
    });
  });

  it("is not known of an executable that lies about its sizes, whatever its bytes", () => {
    expect(readMachO(machO({ entitlements: PUSH, claimedSignatureBytes: 0xffffffff }))).toBeUndefined();
    for (const bytes of [Buffer.alloc(0), Buffer.from("#!/bin/sh\n"), randomBytes(4096)])
      expect(readMachO(bytes)).toBeUndefined();
    const sound = machO({ entitlements: PUSH, isFat: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const content = Buffer.from(sound);
        for (const [at, value] of changes) content[at] = value;
        readMachO(content);
        readMachO(content.subarray(0, changes[0]?.[0] ?? 0));
      }),
    );
  });

  it("is refused of what is no IPA, or one that is made to harm", async () => {
    expect(await codeOf(Buffer.from("no archive"))).toBe("not_a_package");
    expect(await codeOf(buildApk())).toBe("unsupported");
    expect(await codeOf(buildApk({ broken: "bomb" }))).not.toBe("read");
    const many = Array.from({ length: 101 }, (_, index) => ({ path: `PlugIns/${index}.appex`, bundleId: "a.b" }));
    expect(await codeOf(buildIpa({ bundles: many }))).toBe("hostile");
    const lying = { name: "Payload/Demo.app/Demo", content: machO(), claimedSize: 20 };
    expect(await codeOf(buildIpa({ info: { CFBundleExecutable: "Demo" }, extraEntries: [lying] }))).toBe("hostile");
  });

  it("tells of a framework whose executable leads out of it, as tools sign these too", async () => {
    const told = async (program: string, name = "Payload/Demo.app/Frameworks/Kit.framework/Info.plist") => {
      const content = xmlPlist({ CFBundleExecutable: program });
      const reading = await read({ extraEntries: [{ name, content }] });
      return reading.ok ? reading.value.astray : reading.error.code;
    };
    expect(await told("Kit")).toBeNull();
    for (const program of ["../../../../../node", "/usr/bin/node", ".."])
      expect(await told(program)).toBe("Payload/Demo.app/Frameworks/Kit.framework/Info.plist");
    expect(await told("../x", "Other.app/info.PLIST")).toBe("Other.app/info.PLIST");
    const odd = { name: "Payload/Demo.app/Kit.bundle/Info.plist", content: Buffer.from("no list") };
    expect(await read({ extraEntries: [odd] })).toMatchObject({ ok: true, value: { astray: null } });
  });

  it("is not read of names by which file systems know what others name", async () => {
    const code = async (name: string) => codeOf(buildIpa({ extraEntries: [{ name, content: Buffer.from("a") }] }));
    const plugin = "PlugIns/Share.appex/Info.plist";
    for (const name of [`Payload/Demo.app/./${plugin}`, `Payload/Demo.app//${plugin}`, "./Payload/Demo.app/a", "a/."])
      expect(await code(name)).toBe("hostile");
    expect(await code("Payload/Demo.app/.hidden./a")).toBe("read");
  });

  it("tells of the first link, of what unpacks to no ordinary file, and how large the whole becomes", async () => {
    const told = async (extraEntries: ZipEntry[]) => {
      const reading = await read({ icon: "none", labels: {}, signer: null, info: { Padding: "" }, extraEntries });
      return reading.ok ? [reading.value.link, reading.value.unpacked_bytes] : reading.error.code;
    };
    const within = (name: string, mode: number): ZipEntry => ({
      name: `Payload/Demo.app/${name}`,
      content: Buffer.from("/etc"),
      mode,
    });
    const [link, bytes] = await told([]);
    expect(link).toBeNull();
    expect(await told([within("file", 0o100644)])).toEqual([null, Number(bytes) + 4]);
    for (const mode of [0o120777, 0o060644, 0o020644, 0o010644, 0o140644])
      expect(await told([within("odd", mode)]), mode.toString(8)).toEqual(["Payload/Demo.app/odd", Number(bytes) + 4]);
  });

  it("tells what signs it, where something does", async () => {
    const certificate = randomBytes(40);
    const signed = await read({ executable: machO({ entitlements: PUSH, certificates: [certificate] }) });
    expect(signed).toMatchObject({ ok: true, value: { bundles: [{ program: "Demo", entitlements: PUSH }] } });
    expect(signed.ok && Buffer.from(signed.value.bundles[0]?.cms ?? []).includes(certificate)).toBe(true);
    const bare = await read({ executable: machO({ entitlements: PUSH }) });
    expect(bare.ok && bare.value.bundles[0]?.cms).toBeUndefined();
  });

  it("takes no name that is no text", async () => {
    for (const bundleId of ["a\0b", "", "../../etc", "a/b"])
      expect(await codeOf(buildIpa({ bundles: [{ path: "PlugIns/A.appex", bundleId }] })), bundleId).toBe("corrupt");
    expect(await codeOf(buildIpa({ info: { CFBundleExecutable: "../\0" } }))).toBe("read");
  });

  it.runIf(existsSync(samples))("is read of packages from the field", async () => {
    for (const name of ["embedded.ipa", "ipad.ipa", "iphone.ipa"]) {
      const reading = await readIpaSigning(`${samples}${name}`);
      expect(reading.ok && reading.value.bundles[0]?.is_main, name).toBe(true);
    }
  });
});
