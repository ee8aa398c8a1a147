import { buildIpa, machO, type BuildIpaOptions } from "@udt/appfile/testing";
import { ENDPOINTS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { makeIdentity, signingFiles, type ProfileOptions } from "../../../test/ios-signing.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { forgetSealed } from "../../platform/database/sealed.ts";
import { newPackage, packageBytes, Uploader } from "../apps/apps.fixture.ts";
import { ResignChecks } from "./resign-checks.service.ts";
import { threadedResignReader } from "./resign-reader.ts";

const identity = makeIdentity();
const PUSH = { "aps-environment": "production" };

onEachDatabase("a check for re-signing", (open) => {
  let udt: TestServer;
  let ada: Person;
  let guest: Person;
  let query: { project: string };
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, guest] = [await udt.person("ada"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = {
      project: await udt.project(`resign-${++count}`, [{ person: ada, user_type: 1 }], { visibility: 2 }),
    };
  });

  const make = async (profile: ProfileOptions = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ title: "Team", ...signingFiles({ identity, profile }) }))
      body.append(name, value);
    return (await udt.ok(ENDPOINTS.iosCertificateCreate, { as: ada, query, body })).cert_id;
  };
  const upload = async (options: BuildIpaOptions = {}) =>
    (
      await new Uploader(udt, ada, query.project).upload(
        packageBytes(buildIpa({ packageName: "com.example.shop", build: String(count), ...options })),
        "shop.ipa",
      )
    ).app_id;
  const call = (cert_id: string, app_id: string, as = ada) => ({ as, query, params: { cert_id }, body: { app_id } });
  const codes = async (cert_id: string, app_id: string) =>
    (await udt.ok(ENDPOINTS.iosCertificateResignCheck, call(cert_id, app_id))).findings.map(
      ({ reason }) => reason.code,
    );

  it("finds nothing against an app that fits, and all that is against one that does not", async () => {
    const fit = await upload({ executable: machO({ entitlements: PUSH }) });
    const share = {
      path: "PlugIns/Share.appex",
      bundleId: "org.other.share",
      executable: machO({ isEncrypted: true }),
    };
    const bundles = [share];
    const unfit = await upload({ executable: machO({ entitlements: PUSH }), bundles, versionName: "2.0" });
    const granting = await make({ entitlements: PUSH });
    expect(await codes(granting, fit)).toEqual([]);
    await udt.ok(ENDPOINTS.iosCertificateDelete, { as: ada, query, params: { cert_id: granting } });
    const agent = await udt.agent(`macs-${count}`, [query.project]);
    await agent.connect([deviceReport("e".repeat(40), { os: "ios", model: "iPhone" })]);
    const lacking = await make();
    const found = await udt.ok(ENDPOINTS.iosCertificateResignCheck, call(lacking, unfit));
    expect(found).toMatchObject({ app_id: unfit, bundle_count: 2 });
    expect(found.findings.map(({ reason, apple_code }) => [reason.code, apple_code])).toEqual([
      ["resign_devices_lacking", "0xe8008015"],
      ["resign_extension_misfit", ""],
      ["resign_encrypted", ""],
      ["resign_entitlement_missing", ""],
      // The extension is not signed, and has no profile.
      ["resign_entitlements_unknown", ""],
    ]);
    await udt.server.database.transaction((tx) => forgetSealed(tx, undefined));
    expect(await codes(lacking, fit)).toContain("resign_files_lost");
  });

  it("lists what a page can show, and counts the rest", async () => {
    const asking = machO({ entitlements: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`e${i}`, true])) });
    const bundles = Array.from({ length: 11 }, (_, i) => ({
      path: `PlugIns/${i}.appex`,
      bundleId: i === 10 ? "org.other" : `com.example.shop.${i}`,
      executable: asking,
    }));
    const cert_id = await make({ bundle: "com.example.*" });
    const app_id = await upload({ executable: asking, bundles });
    const { findings, findings_total } = await udt.ok(ENDPOINTS.iosCertificateResignCheck, call(cert_id, app_id));
    expect([findings.length, findings_total]).toEqual([200, 12 * 21 + 1]);
    expect(findings[0]).toMatchObject({ severity: "blocking", reason: { code: "resign_extension_misfit" } });
  });

  it("unseals nothing for who has hung up by the time it is their turn", async () => {
    const [cert_id, app_id] = [await make(), await upload()];
    const { database, services } = udt.server;
    let opened = 0;
    const profileOf = () => Promise.reject(new Error(`opened ${++opened}`));
    const needs = { database, clock: udt.clock, apps: services.apps, certificates: { profileOf } };
    const checks = new ResignChecks({ ...needs, read: threadedResignReader() });
    const check = (isGone: boolean) => checks.check(query.project, cert_id, app_id, () => isGone);
    await expect(check(true)).rejects.toMatchObject({ code: "reading_busy" });
    await expect(check(false)).rejects.toThrow("opened 1");
  });

  it("is refused for an app that asks for more than there is", async () => {
    const asking = machO({ entitlements: Object.fromEntries(Array.from({ length: 1_300 }, (_, i) => [`e${i}`, "a"])) });
    const share = { path: "PlugIns/A.appex", bundleId: "com.example.shop.a", executable: asking };
    const [cert_id, app_id] = [await make(), await upload({ executable: asking, bundles: [share] })];
    await udt.refused(ENDPOINTS.iosCertificateResignCheck, call(cert_id, app_id), "app_hostile");
  });

  it("is of the project's own, for who sees certificates, and of IPAs alone", async () => {
    const [cert_id, app_id] = [await make(), await upload()];
    await udt.refused(ENDPOINTS.iosCertificateResignCheck, call(cert_id, app_id, guest), "user_not_in_project");
    const other = { project: await udt.project(`resign-far-${count}`, [{ person: ada, user_type: 1 }]) };
    const check = ENDPOINTS.iosCertificateResignCheck;
    await udt.refused(check, { ...call(cert_id, app_id), query: other }, "ios_certificate_not_found");
    const foreign = await new Uploader(udt, ada, other.project).upload(newPackage());
    await udt.refused(check, call(cert_id, foreign.app_id), "app_not_in_project");
    await udt.refused(check, call(cert_id, "none"), "app_not_found");
    const apk = await new Uploader(udt, ada, query.project).upload(newPackage());
    await udt.refused(check, call(cert_id, apk.app_id), "app_wrong_device");
  });

  it("refuses a bundle whose name is no text; such names of the app are read safely", async () => {
    const cert_id = await make();
    const Info = (name: string, id: string) =>
      Buffer.from(
        `<?xml version="1.0"?><plist><dict><key>CFBundleIdentifier</key><string>${id}</string>` +
          `<key>CFBundleDisplayName</key><string>${name}</string><key>CFBundleExecutable</key><string>&#0;</string></dict></plist>`,
      );
    const within = (path: string, content: Buffer) => ({ name: `Payload/Demo.app/${path}`, content });
    const odd = await upload({ extraEntries: [within("PlugIns/A.appex/Info.plist", Info("A", "a&#0;b"))] });
    await udt.refused(ENDPOINTS.iosCertificateResignCheck, call(cert_id, odd), "app_corrupt");
    const named = await upload({ encoding: "xml", label: "A\0B", info: { CFBundleExecutable: "\0" } });
    expect(await codes(cert_id, named)).toEqual(["resign_program_unknown"]);
    const inner = await upload({ extraEntries: [within("PlugIns/A.appex/Info.plist", Info("&#0;", "com.example.a"))] });
    expect(await codes(cert_id, inner)).toContain("resign_program_unknown");
  });
});
