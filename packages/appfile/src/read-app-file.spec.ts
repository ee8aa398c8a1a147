import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAppFile, type AndroidAppFile } from "./index.ts";
import { buildApk, createSigner, type BuildApkOptions } from "./testing/index.ts";
import { decodePng } from "./png/decode.ts";
import { squarePng } from "./testing/png.ts";

async function read(options: BuildApkOptions = {}): Promise<AndroidAppFile> {
  const result = await readAppFile(buildApk(options));
  if (!result.ok) throw new Error(JSON.stringify(result.error.said));
  if (result.value.os !== "android") throw new Error(`an app for ${result.value.os}`);
  return result.value;
}

describe("readAppFile", () => {
  it("reads every field of an APK", async () => {
    const signer = createSigner();
    const apk = buildApk({
      packageName: "com.example.shop",
      versionCode: 412,
      versionName: "4.1.2-beta",
      minSdk: 26,
      targetSdk: 35,
      label: "Shop",
      labels: { ja: "店", zh: "商店", "zh-Hant-TW": "商鋪", "en-GB": "The Shop" },
      mainActivity: ".ui.Start",
      permissions: ["android.permission.CAMERA", "android.permission.INTERNET"],
      abis: ["x86_64", "arm64-v8a"],
      debuggable: true,
      signer,
    });

    expect(await readAppFile(apk)).toEqual({
      ok: true,
      value: {
        os: "android",
        kind: "apk",
        package_name: "com.example.shop",
        name: "Shop",
        names: { ja: "店", zh: "商店", "zh-Hant-TW": "商鋪", "en-GB": "The Shop" },
        version_name: "4.1.2-beta",
        version_code: 412,
        min_os_version: 26,
        target_sdk: 35,
        main_activity: "com.example.shop.ui.Start",
        permissions: ["android.permission.CAMERA", "android.permission.INTERNET"],
        abis: ["arm64-v8a", "x86_64"],
        signer_sha256: signer.certificateSha256,
        signer_subject: "CN=UDT demo",
        icon: { bytes: squarePng(192, [32, 96, 200]), content_type: "image/png" },
        size_bytes: apk.length,
        debuggable: true,
      },
    });
  });

  it("leaves out what the package does not have", async () => {
    const app = await read({ mainActivity: null, signing: "none", icon: "none", permissions: [], labels: {} });
    expect(app).not.toHaveProperty("main_activity");
    expect(app).not.toHaveProperty("signer_sha256");
    expect(app).not.toHaveProperty("icon");
    expect(app).toMatchObject({ permissions: [], abis: [], names: {}, debuggable: false });
  });

  it("completes an activity's class name", async () => {
    expect((await read({ mainActivity: "Main" })).main_activity).toBe("dev.udt.demo.Main");
    expect((await read({ mainActivity: "org.other.Main" })).main_activity).toBe("org.other.Main");
  });

  it("makes texts fit to be stored and shown", async () => {
    const app = await read({ label: " two\nlines\0 ", labels: { de: "x".repeat(5000) }, versionName: "1.0\t" });
    expect(app).toMatchObject({ name: "two lines", version_name: "1.0", names: { de: "x".repeat(1000) } });
    expect(await read({ label: "\n", labels: {} })).toMatchObject({ name: "dev.udt.demo" });
  });

  it("gives no activity that could be more than a class name", async () => {
    expect(await read({ mainActivity: ".Main; reboot" })).not.toHaveProperty("main_activity");
    expect((await read({ mainActivity: ".Größe$1" })).main_activity).toBe("dev.udt.demo.Größe$1");
  });

  it("names locales by today's codes", async () => {
    const app = await read({ labels: { iw: "א", in: "i" } });
    expect(app.names).toEqual({ he: "א", id: "i" });
  });

  it("reads the signer of every scheme, and tells signers apart", async () => {
    const [one, other] = [createSigner(), createSigner()];
    for (const signing of ["v1", "v2"] as const) {
      expect((await read({ signing, signer: one })).signer_sha256).toBe(one.certificateSha256);
      expect((await read({ signing, signer: other })).signer_sha256).toBe(other.certificateSha256);
    }
    expect(one.certificateSha256).not.toBe(other.certificateSha256);
  });
});

describe("icon", () => {
  it("is the raster of the highest density, whatever its format", async () => {
    expect((await read({ icon: "png" })).icon?.bytes).toEqual(squarePng(192, [32, 96, 200]));
    const webp = (await read({ icon: "webp" })).icon;
    expect(webp?.content_type).toBe("image/webp");
    expect(Buffer.from(webp!.bytes).toString("latin1", 8, 12)).toBe("WEBP");
  });

  it("prefers a raster over layers", async () => {
    expect((await read({ icon: "adaptive" })).icon?.bytes).toEqual(squarePng(192, [32, 96, 200]));
  });

  it("merges an icon made of layers, and shows the middle of it", async () => {
    const icon = (await read({ icon: "adaptive_only" })).icon;
    const picture = decodePng(Buffer.from(icon!.bytes))!;
    expect([picture.width, picture.height]).toEqual([72, 72]);
    expect([...picture.rgba.subarray(0, 4)]).toEqual([200, 48, 48, 255]);
  });

  it("passes over a file above the limit", async () => {
    const apk = buildApk({ icon: "png" });
    const small = squarePng(48, [32, 96, 200]);
    const result = await readAppFile(apk, { maxIconBytes: small.length });
    expect(result).toMatchObject({ ok: true, value: { icon: { bytes: small } } });
  });
});

describe("a path", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "appfile-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it("reads as its bytes do", async () => {
    const apk = buildApk({ paddingBytes: 300_000 });
    await writeFile(join(folder, "demo.apk"), apk);
    const fromPath = await readAppFile(join(folder, "demo.apk"));
    expect(fromPath).toEqual(await readAppFile(apk));
    expect(fromPath.ok).toBe(true);
  });

  it("gives the error codes too", async () => {
    await writeFile(join(folder, "cut.apk"), buildApk({ broken: "truncated" }));
    expect(await readAppFile(join(folder, "cut.apk"))).toMatchObject({ ok: false, error: { code: "corrupt" } });
    await writeFile(join(folder, "empty.apk"), "");
    expect(await readAppFile(join(folder, "empty.apk"))).toMatchObject({ ok: false, error: { code: "not_a_package" } });
  });

  it("rejects with the system's error when there is no such file", async () => {
    await expect(readAppFile(join(folder, "missing.apk"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
