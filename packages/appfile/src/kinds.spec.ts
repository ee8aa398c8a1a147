import { describe, expect, it } from "vitest";
import { readAppFile, type AppFile } from "./index.ts";
import { decodePng } from "./png/decode.ts";
import { binaryPlist } from "./testing/plist-writer.ts";
import { buildAab, buildHap, buildIpa, createSigner } from "./testing/index.ts";
import { squarePng } from "./testing/png.ts";
import { writeZip } from "./testing/zip-writer.ts";

async function read(bytes: Uint8Array): Promise<AppFile> {
  const result = await readAppFile(bytes);
  if (!result.ok) throw new Error(JSON.stringify(result.error.said));
  return result.value;
}

const signer = createSigner("Somebody");
const signed = { signer_sha256: signer.certificateSha256, signer_subject: "CN=Somebody" };

describe("an app bundle", () => {
  it("says what its base module's manifest and table say", async () => {
    const bundle = buildAab({
      packageName: "com.example.shop",
      versionCode: 412,
      versionName: "4.1.2",
      minSdk: 26,
      targetSdk: 35,
      label: "Shop",
      labels: { ja: "店", "zh-Hant-TW": "商鋪" },
      mainActivity: ".Start",
      permissions: ["android.permission.CAMERA"],
      abis: ["x86_64", "arm64-v8a"],
      debuggable: true,
      signer,
    });
    expect(await read(bundle)).toEqual({
      os: "android",
      kind: "aab",
      package_name: "com.example.shop",
      name: "Shop",
      names: { ja: "店", "zh-Hant-TW": "商鋪" },
      version_name: "4.1.2",
      version_code: 412,
      min_os_version: 26,
      target_sdk: 35,
      main_activity: "com.example.shop.Start",
      permissions: ["android.permission.CAMERA"],
      abis: ["arm64-v8a", "x86_64"],
      ...signed,
      icon: { bytes: squarePng(192, [32, 96, 200]), content_type: "image/png" },
      size_bytes: bundle.length,
      debuggable: true,
    });
  });

  it("has its icon's layers merged", async () => {
    const { icon } = await read(buildAab({ icon: "adaptive_only" }));
    const picture = decodePng(Buffer.from(icon!.bytes))!;
    expect(picture.width).toBe(72);
    expect([...picture.rgba.subarray(0, 4)]).toEqual([200, 48, 48, 255]);
  });

  it("may be unsigned", async () => {
    expect(await read(buildAab({ signing: "none" }))).not.toHaveProperty("signer_sha256");
  });
});

describe("an iOS app", () => {
  it.each(["binary", "xml", "text"] as const)("says what its plists say, %s ones", async (encoding) => {
    const ipa = buildIpa({
      packageName: "com.example.shop-2",
      versionName: "4.1.2",
      build: "412",
      minimumOs: "15.4",
      label: "Shop & <Café>",
      labels: { ja: "店", "zh-Hans": "商店", pt_BR: "Loja" },
      purposes: ["NSMicrophoneUsageDescription", "NSCameraUsageDescription"],
      families: [1],
      encoding,
      signer,
      debuggable: true,
    });
    const { icon, ...facts } = await read(ipa);
    expect(facts).toEqual({
      os: "ios",
      kind: "ipa",
      package_name: "com.example.shop-2",
      name: "Shop & <Café>",
      names: { ja: "店", "zh-Hans": "商店", "pt-BR": "Loja" },
      version_name: "4.1.2",
      version_code: 412,
      build: "412",
      min_os_version: "15.4",
      target_os_version: "17.2",
      device_types: ["iphone"],
      permissions: ["NSCameraUsageDescription", "NSMicrophoneUsageDescription"],
      abis: ["arm64"],
      ...signed,
      size_bytes: ipa.length,
      debuggable: true,
    });
    // Apple's variant of the largest one, made into what everybody shows.
    expect(decodePng(Buffer.from(icon!.bytes))).toMatchObject({ width: 180, height: 180 });
    expect(Buffer.from(icon!.bytes).includes("CgBI")).toBe(false);
  });

  it("keeps a build of several numbers as it is written", async () => {
    expect(await read(buildIpa({ build: "4.1.2" }))).toMatchObject({ build: "4.1.2", version_code: 0 });
  });

  it("has no signer without a profile that names one", async () => {
    expect(await read(buildIpa({ signer: null }))).not.toHaveProperty("signer_sha256");
  });

  it("is refused where its plist goes round in circles", async () => {
    // One dictionary with one key and itself as the value: object 0 refers to objects 1 and 0.
    const plist = binaryPlist({ a: true });
    plist[plist.indexOf(0xd1) + 4] = 0;
    const entry = { name: "Payload/A.app/Info.plist", content: plist };
    const { content, directory, end } = writeZip([entry]);
    expect(await readAppFile(Buffer.concat([content, directory, end]))).toMatchObject({
      ok: false,
      error: { code: "hostile", said: { evidence: expect.stringMatching(/deeper|more than/) } },
    });
  });
});

describe("a HarmonyOS app", () => {
  it.each([
    ["stage", 1],
    ["stage", 2],
    ["fa", 1],
  ] as const)("of the %s model with index layout %i says what its profile says", async (model, index) => {
    const hap = buildHap({
      packageName: "com.example.shop",
      versionCode: 412,
      versionName: "4.1.2",
      minApi: 9,
      targetApi: 12,
      label: "Shop",
      labels: { ja: "店", zh: "商店" },
      permissions: ["ohos.permission.CAMERA", "ohos.permission.CAMERA"],
      deviceTypes: ["phone", "2in1"],
      abis: ["arm64-v8a"],
      debuggable: true,
      model,
      index,
    });
    expect(await read(hap)).toEqual({
      os: "harmony",
      kind: "hap",
      package_name: "com.example.shop",
      name: "Shop",
      names: { ja: "店", zh: "商店" },
      version_name: "4.1.2",
      version_code: 412,
      min_os_version: 9,
      target_sdk: 12,
      main_activity: model === "stage" ? "EntryAbility" : "dev.udt.demo.MainAbility",
      device_types: ["phone", "2in1"],
      permissions: ["ohos.permission.CAMERA"],
      abis: ["arm64-v8a"],
      icon: { bytes: squarePng(160, [32, 96, 200]), content_type: "image/png" },
      size_bytes: hap.length,
      debuggable: true,
    });
  });

  it("counts by API level, however the profile writes it", async () => {
    expect(await read(buildHap({ minApi: 50000012 }))).toMatchObject({ min_os_version: 12 });
  });

  it("has its icon's layers merged, whole", async () => {
    const { icon } = await read(buildHap({ icon: "layered", index: 2 }));
    const picture = decodePng(Buffer.from(icon!.bytes))!;
    expect(picture.width).toBe(64);
    expect([...picture.rgba.subarray(0, 4)]).toEqual([200, 48, 48, 255]);
  });

  it("goes by its bundle name without a label", async () => {
    expect(await read(buildHap({ label: "", labels: {} }))).toMatchObject({ name: "dev.udt.demo", names: {} });
  });
});
