/** What a phone refuses to install: the page tells each refusal in words of its own, document 2's where it has them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApk, createSigner, type BuildApkOptions } from "@udt/appfile/testing";
import { openDebugPage, type OpenDebug } from "./debug-setup.ts";

interface Refusal {
  code: string;
  /** What is on the phone before; null for nothing. */
  before: BuildApkOptions | null;
  refused: BuildApkOptions;
  /** The phone's own word. */
  evidence: string;
  words: string;
  catalogue: string;
}
const REFUSALS: Refusal[] = [
  {
    code: "install_downgrade",
    before: { versionCode: 5 },
    refused: { versionCode: 4 },
    evidence: "INSTALL_FAILED_VERSION_DOWNGRADE",
    words: "a higher version of the app is on the device: uninstall it first",
    catalogue: "手机上已存在更高版本的应用，请先卸载",
  },
  {
    code: "install_signature",
    before: { versionCode: 1 },
    refused: { versionCode: 2, signer: createSigner() },
    evidence: "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
    words:
      "the app on the device has another signature: uninstall it first, or install a build with the same signature",
    catalogue: "手机上的同名应用签名不同，请先卸载，或安装签名一致的版本",
  },
  {
    code: "install_older_system",
    before: null,
    refused: { minSdk: 99, targetSdk: 99 },
    evidence: "INSTALL_FAILED_OLDER_SDK",
    words: "the device's system version is too low for the app",
    catalogue: "系统版本过低，不兼容该应用",
  },
  {
    code: "install_storage",
    before: null,
    refused: {},
    evidence: "INSTALL_FAILED_INSUFFICIENT_STORAGE",
    words: "the device has not enough space",
    catalogue: "设备存储空间不足",
  },
];

let open: OpenDebug;
const panel = () => open.page.locator(".dbg-tabpanel:not([hidden])");
const nameOf = ({ code }: Refusal) => `dev.udt.${code.replace("_", ".")}`;
const rowOf = (refusal: Refusal) => panel().locator(`[data-package="${nameOf(refusal)}"]`);

/** Uploads a package, which the page installs. */
async function upload(refusal: Refusal, file: string, options: BuildApkOptions): Promise<void> {
  await open.debug.tab("Apps").click();
  const chooser = open.page.waitForEvent("filechooser");
  await panel().getByRole("button", { name: "Upload and install" }).first().click();
  const buffer = Buffer.from(buildApk({ packageName: nameOf(refusal), ...options }));
  await (await chooser).setFiles({ name: file, mimeType: "application/octet-stream", buffer });
}

beforeAll(async () => {
  open = await openDebugPage();
});
afterAll(() => open?.stop());

describe("an app that the phone refuses", () => {
  it.each(REFUSALS)("is told of as $code", async (refusal) => {
    const { code, before, refused, evidence, words } = refusal;
    if (before) {
      await upload(refusal, "before.apk", before);
      await rowOf(refusal).getByText("Installed", { exact: true }).waitFor();
    }
    if (code === "install_storage") await open.debug.run("udt-fault disk_full true");
    await upload(refusal, "refused.apk", refused);
    const said = rowOf(refusal).locator(`[data-said="${code}"]`);
    await said.getByText(words, { exact: true }).waitFor();
    expect(await said.innerText()).toContain(evidence);
    await rowOf(refusal).getByRole("alert").getByText("Installation failed").waitFor();
    if (code === "install_storage") await open.debug.run("udt-fault disk_full false");
    const on = (await open.debug.run(`pm list packages ${nameOf(refusal)}`)).includes(nameOf(refusal));
    expect(on).toBe(before !== null);
  });

  it("is told of in document 2's words to who reads Chinese", async () => {
    const { page, udt, debug } = open;
    await debug.tab("Apps").click();
    await page.context().addCookies([{ name: "udt_lang", value: "zh", url: udt.url }]);
    await page.reload();
    for (const refusal of REFUSALS) await rowOf(refusal).getByText(refusal.catalogue, { exact: true }).waitFor();
  });
});
