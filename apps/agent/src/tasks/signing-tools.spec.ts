import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pathOf } from "./program-path.ts";
import { findSigningTool, programsOf, TOOL_OF, type SignedBundlePart } from "./signing-tools.ts";

const BUNDLES: SignedBundlePart[] = [
  { path: "Payload/Shop.app", entitlements: "entitlements-0.plist" },
  { path: "Payload/Shop.app/PlugIns/Share.appex", entitlements: "entitlements-1.plist" },
];

describe("the words of a signing tool", () => {
  it("zsign is given the unpacked app, and a key and certificate in one file in place of a P12 with its password", () => {
    const words = (granted: string) =>
      `-f -k identity.pem -c identity.pem -m app.mobileprovision ${granted}-t work -z 6 -o signed.ipa unpacked`.split(
        " ",
      );
    const step = { does: "sign", program: "zsign", folder: "." };
    expect(TOOL_OF.zsign.steps(BUNDLES.slice(0, 1))).toEqual([{ ...step, words: words("-e entitlements-0.plist ") }]);
    // It would give all of them the same.
    expect(TOOL_OF.zsign.steps(BUNDLES)).toEqual([{ ...step, words: words("") }]);
  });

  it("rcodesign is given the unpacked app, what each part is granted, and nobody's settings or clock", () => {
    const [sign, pack, ...more] = TOOL_OF.rcodesign.steps(BUNDLES);
    expect(more).toEqual([]);
    expect(sign).toEqual({
      does: "sign",
      program: "rcodesign",
      words: [
        "sign --pem-file identity.pem --timestamp-url none --config-file /dev/null",
        "--entitlements-xml-file entitlements-0.plist",
        "--entitlements-xml-file PlugIns/Share.appex:entitlements-1.plist",
        "unpacked/Payload/Shop.app",
      ].flatMap((words) => words.split(" ")),
      folder: ".",
    });
    expect(pack).toMatchObject({ does: "pack", words: ["-q", "-r", "-X", "../signed.ipa", "."] });
    expect(pack?.folder).toBe("unpacked");
  });
});

describe("finding a signing tool", () => {
  let folder: string;
  const program = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "udt-signing-tools-"));
    vi.stubEnv("PATH", folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("there is none where none is in the PATH", async () => {
    expect(await findSigningTool()).toBeNull();
  });

  it("is told with its version, zsign before rcodesign", async () => {
    program("rcodesign", 'echo "apple-codesign 0.29.0"');
    program("zip", "exit 0");
    expect(await findSigningTool()).toEqual({ name: "rcodesign", version: "0.29.0" });
    program("zsign", 'test "$1" = -v && echo "version: 1.1.1"');
    expect(await findSigningTool()).toEqual({ name: "zsign", version: "1.1.1" });
  });

  it("tells a program nothing that the agent alone is told, and takes no more of what it says than a version", async () => {
    vi.stubEnv("UDT_AGENT_TOKEN", "agent-token-5c1d");
    program("zsign", 'printf "version: 1.1.1%s\\000\\033[0m" "$UDT_AGENT_TOKEN"');
    expect(await findSigningTool()).toEqual({ name: "zsign", version: "1.1.1" });
  });

  it("does not count one that fails, says no version, or lacks what packs its work", async () => {
    program("zsign", "echo version: 1.1.1; exit 1");
    program("rcodesign", 'echo "apple-codesign 0.29.0"');
    expect(await findSigningTool()).toBeNull();
    program("zip", "exit 0");
    program("zsign", "echo usage");
    expect(await findSigningTool()).toMatchObject({ name: "rcodesign" });
  });

  it("is run from where it really lies: the first of the PATH that can be run", async () => {
    const [first, second, away] = ["first", "second", "away"].map((name) => join(realpathSync(folder), name));
    for (const each of [first, second, away]) mkdirSync(each!);
    vi.stubEnv("PATH", ["", "nowhere", folder, first, second].join(delimiter));
    mkdirSync(join(folder, "zsign"));
    writeFileSync(join(first!, "zsign"), "no program");
    expect(await pathOf("zsign")).toBeUndefined();
    writeFileSync(join(away!, "zsign-1"), "#!/bin/sh\n");
    chmodSync(join(away!, "zsign-1"), 0o755);
    symlinkSync("../away/zsign-1", join(second!, "zsign"));
    expect(await pathOf("zsign")).toBe(join(away!, "zsign-1"));
    expect([programsOf("zsign"), programsOf("rcodesign")]).toEqual([["zsign"], ["rcodesign", "zip"]]);
  });
});
