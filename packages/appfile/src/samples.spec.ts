import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readAppFile } from "./index.ts";
import { decodePng } from "./png/decode.ts";

const samples = fileURLToPath(new URL("../../../../shared/samples/apps/", import.meta.url));

/** Made by others' tools; what is expected is what `aapt dump badging` and `apksigner verify --print-certs` say. */
describe.runIf(existsSync(samples))("packages from the field", () => {
  it("reads an APK with scheme v2 and an adaptive icon", async () => {
    const result = await readAppFile(`${samples}android.apk`);
    expect(result).toMatchObject({
      ok: true,
      value: {
        package_name: "com.icyleaf.appinfodemo",
        name: "AppInfoDemo",
        names: {},
        version_name: "1.2.3",
        version_code: 5,
        min_os_version: 14,
        target_sdk: 29,
        main_activity: "com.icyleaf.appinfodemo.MainActivity",
        permissions: ["android.permission.BLUETOOTH", "android.permission.CAMERA"],
        abis: [],
        signer_subject: "CN=Android Debug, O=Android, C=US",
        signer_sha256: "ee1c4ffc2c97eadda10ff223af831979393c8dc6033c6460a4be9be68ce0bb94",
        icon: { content_type: "image/png" },
        debuggable: true,
      },
    });
  });

  it("reads a watch's APK with scheme v1 only", async () => {
    const result = await readAppFile(`${samples}wear.apk`);
    expect(result).toMatchObject({
      ok: true,
      value: {
        package_name: "com.icyleaf.appinfoweardemo",
        name: "AppInfoWearDemo",
        version_name: "1.0",
        version_code: 1,
        min_os_version: 21,
        target_sdk: 23,
        main_activity: "com.icyleaf.appinfoweardemo.MainActivity",
        permissions: [],
        signer_sha256: "b18b9c9c790f8751d77aad36beebdb4aad2656ac6ff94fd83c9a29a8b00ff453",
        icon: { content_type: "image/png" },
        debuggable: false,
      },
    });
  });

  it("reads an iPad's app with a binary plist and icons in Apple's variant of PNG", async () => {
    const result = await readAppFile(`${samples}ipad.ipa`);
    expect(result).toMatchObject({
      ok: true,
      value: {
        os: "ios",
        package_name: "com.icyleaf.bundle",
        name: "bundle",
        version_name: "1.0",
        build: "1",
        min_os_version: "9.3",
        device_types: ["ipad"],
        icon: { content_type: "image/png" },
      },
    });
    const icon = result.ok ? decodePng(Buffer.from(result.value.icon!.bytes)) : undefined;
    expect(icon).toMatchObject({ width: 167, height: 167 });
  });

  it("reads an iPhone's app whose icon lies in the compiled catalogue alone", async () => {
    const result = await readAppFile(`${samples}iphone.ipa`);
    expect(result).toMatchObject({
      ok: true,
      value: { package_name: "com.icyleaf.AppInfoDemo", version_name: "1.2.3", build: "5", device_types: ["iphone"] },
    });
    expect(result.ok && result.value.icon).toBeUndefined();
  });

  it("reads an app with an extension and a provisioning profile", async () => {
    expect(await readAppFile(`${samples}embedded.ipa`)).toMatchObject({
      ok: true,
      value: {
        package_name: "com.icyleaf.test.Demo",
        name: "Demo",
        min_os_version: "14.3",
        abis: ["arm64"],
        device_types: ["iphone", "ipad"],
      },
    });
  });
});
