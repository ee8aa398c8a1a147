import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildAab, buildHap, buildIpa, createSigner, type BuildApkOptions } from "@udt/appfile/testing";
import {
  ENDPOINTS,
  fillPath,
  type App,
  type AppDetail,
  type AppVersion,
  type JobConfigInput,
  say,
} from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { monkeyConfig } from "../../../test/run-project.ts";
import { newId } from "../../platform/ids.ts";
import { newPackage, packageBytes, Uploader } from "./apps.fixture.ts";

onEachDatabase("what is known of apps", (open) => {
  let udt: TestServer;
  let member: Person;
  let guest: Person;
  let project: string;
  let uploader: Uploader;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    member = await udt.person("member");
    guest = await udt.person("guest");
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    project = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }], { visibility: 2 });
    uploader = new Uploader(udt, member, project);
  });
  const detail = (app_id: string): Promise<AppDetail> =>
    udt.ok(ENDPOINTS.appGet, { as: guest, query: { project }, params: { app_id } });

  it("names the jobs that test or install it, which cannot start without it", async () => {
    const { app_id, name } = await uploader.upload(newPackage({ label: "Shop" }));
    const other = await uploader.upload(newPackage({ label: "Notes" }));
    const make = async (job: string, change: Partial<JobConfigInput>) => {
      const config = monkeyConfig(change);
      const made = await udt.ok(ENDPOINTS.jobCreate, { as: member, query: { project }, body: { name: job, config } });
      return { job_id: made.job_id, name: job };
    };
    const installs = await make("B installs it", { app_id: other.app_id, preinstall_app_ids: [app_id] });
    const tests = await make("A tests it", { app_id });
    const instrumentation = { test_app_id: app_id };
    const isTest = await make("C tests with it", {
      app_id: other.app_id,
      framework: "instrumentation",
      instrumentation,
    });
    await make("D does not", { app_id: other.app_id });
    const seen = (as: Person): Promise<AppDetail> =>
      udt.ok(ENDPOINTS.appGet, { as, query: { project }, params: { app_id } });
    expect(await seen(member)).toMatchObject({ job_count: 3, jobs: [tests, installs, isTest] });
    // Guests of a public project see its tasks, too.
    expect(await seen(guest)).toMatchObject({ job_count: 3, jobs: [tests, installs, isTest] });
    for (let index = 0; index < 9; index++) await make(`Z${index}`, { app_id });
    const many = await seen(member);
    expect([many.job_count, many.jobs.length, many.jobs[0]!.name]).toEqual([12, 10, "A tests it"]);

    const named = async ({ job_id }: { job_id: string }) =>
      (await udt.ok(ENDPOINTS.jobGet, { as: member, query: { project }, params: { job_id } })).app_name;
    expect(await named(tests)).toBe(name);
    await udt.ok(ENDPOINTS.appDelete, { as: member, query: { project }, params: { app_id } });
    expect([await named(tests), await named(installs)]).toEqual(["", other.name]);
  });

  describe("the package", () => {
    it("of an app bundle", async () => {
      const app = await uploader.upload(packageBytes(buildAab({ abis: ["x86"], minSdk: 26, targetSdk: 35 })), "a.aab");
      expect(app).toMatchObject({ os: "android", kind: "aab", build: "1", min_os_version: "26", abis: ["x86"] });
      expect(await detail(app.app_id)).toMatchObject({
        ...app,
        target_os_version: "35",
        permissions: ["android.permission.INTERNET"],
        signer: { subject: "CN=UDT demo", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        main_activity: "dev.udt.demo.MainActivity",
        device_types: [],
        debuggable: false,
        versions: 1,
        tests: 0,
        running_tests: 0,
        job_count: 0,
        jobs: [],
      });
    });

    it("of an iOS app", async () => {
      const ipa = buildIpa({ build: "4.1.2", minimumOs: "15.4", label: "Shop", labels: { ja: "店" }, signer: null });
      const app = await uploader.upload(packageBytes(ipa), "shop.ipa");
      expect(app).toMatchObject({ os: "ios", kind: "ipa", version_code: 0, build: "4.1.2", names: { ja: "店" } });
      expect(await detail(app.app_id)).toMatchObject({
        min_os_version: "15.4",
        target_os_version: "17.2",
        device_types: ["iphone", "ipad"],
        permissions: ["NSCameraUsageDescription"],
        signer: null,
        main_activity: "",
      });
      const icon = await udt.server.app.inject({ url: app.icon, headers: { cookie: guest.cookie } });
      expect(icon.headers["content-type"]).toBe("image/png");
      expect(icon.rawPayload.includes("CgBI")).toBe(false);
    });

    it("of a HarmonyOS app", async () => {
      const app = await uploader.upload(packageBytes(buildHap({ minApi: 9, targetApi: 12 })), "a.hap");
      expect(app).toMatchObject({ os: "harmony", kind: "hap", min_os_version: "9", package_name: "dev.udt.demo" });
      expect(await detail(app.app_id)).toMatchObject({
        target_os_version: "12",
        device_types: ["phone", "tablet"],
        main_activity: "EntryAbility",
      });
    });

    it("must be what the file's name says", async () => {
      const file = packageBytes(buildIpa());
      const upload = await uploader.create(file, "shop.apk");
      await uploader.chunks(upload, file);
      expect(await uploader.synthesize(upload.upload_id)).toMatchObject({
        code: "app_unsupported",
        data: { args: { reason: say("package_other_kind", { kind: "ipa" }) } },
      });
      expect((await uploader.list()).total).toBe(0);
    });
  });

  it("is found by system and by package, in the order asked for", async () => {
    const made: App[] = [];
    const make = async (file: Uint8Array, name: string) => {
      udt.clock.turn(1000);
      made.push(await uploader.upload(packageBytes(file), name));
    };
    await make(buildIpa({ packageName: "dev.udt.shop", label: "banana" }), "b.ipa");
    await make(newPackage({ packageName: "dev.udt.shop", label: "Apple", paddingBytes: 9_000 }).bytes, "a.apk");
    await make(newPackage({ packageName: "dev.udt.shop2", label: "cherry" }).bytes, "c.apk");
    const names = async (query: Record<string, string>) => (await uploader.list(query)).list.map(({ name }) => name);
    expect(await names({})).toEqual(["cherry", "Apple", "banana"]);
    expect(await names({ os: "ios" })).toEqual(["banana"]);
    expect(await names({ package_name: "dev.udt.shop" })).toEqual(["Apple", "banana"]);
    expect(await names({ sort: "name", order: "asc" })).toEqual(["Apple", "banana", "cherry"]);
    expect((await names({ sort: "size_bytes" }))[0]).toBe("Apple");
    expect(await names({ sort: "created_at", order: "asc" })).toEqual(["banana", "Apple", "cherry"]);
    for (const query of [{ sort: "md5" }, { os: "windows" }, { order: "up" }]) {
      await udt.refused(ENDPOINTS.appList, { as: member, query: { project, ...query } }, "invalid_param");
    }
  });

  describe("versions", () => {
    const PACKAGE = "dev.udt.shop";
    const [one, other] = [createSigner("One"), createSigner("Other")];
    const upload = (options: BuildApkOptions): Promise<App> => {
      udt.clock.turn(1000);
      return uploader.upload(newPackage({ packageName: PACKAGE, signer: one, ...options }));
    };
    const versions = (app_id: string, query: object = {}): Promise<{ list: AppVersion[]; total: number }> =>
      udt.ok(ENDPOINTS.appVersions, { as: guest, query: { project, ...query }, params: { app_id } });

    it("are compared with the one uploaded before, newest first", async () => {
      const first = await upload({ permissions: ["a.A", "a.B"], abis: ["x86"], minSdk: 24 });
      const second = await upload({ permissions: ["a.B", "a.C"], abis: ["arm64-v8a"], minSdk: 26, targetSdk: 35 });
      const third = await upload({
        permissions: ["a.B", "a.C"],
        abis: ["arm64-v8a"],
        minSdk: 26,
        targetSdk: 35,
        signer: other,
      });
      // Neither another package nor another system's belongs to them.
      await upload({ packageName: "dev.udt.else" });
      await uploader.upload(packageBytes(buildIpa({ packageName: PACKAGE })), "shop.ipa");

      const { list, total } = await versions(second.app_id);
      expect(total).toBe(3);
      expect(list.map(({ app }) => app.app_id)).toEqual([third.app_id, second.app_id, first.app_id]);
      expect(list[2]!.changes).toBeNull();
      expect(list[1]!.changes).toEqual({
        size_bytes: second.size_bytes - first.size_bytes,
        min_os_version: { before: "24", after: "26" },
        target_os_version: { before: "34", after: "35" },
        signer: null,
        permissions_added: ["a.C"],
        permissions_removed: ["a.A"],
        abis_added: ["arm64-v8a"],
        abis_removed: ["x86"],
      });
      expect(list[0]!.changes).toMatchObject({
        min_os_version: null,
        signer: {
          before: { subject: "CN=One", sha256: one.certificateSha256 },
          after: { subject: "CN=Other", sha256: other.certificateSha256 },
        },
        permissions_added: [],
        abis_removed: [],
      });
      expect((await detail(first.app_id)).versions).toBe(3);
    });

    it("are compared across the border of a page", async () => {
      const first = await upload({ permissions: ["a.A"] });
      await upload({ permissions: ["a.A", "a.B"] });
      const page = async (page_num: number) => (await versions(first.app_id, { page_num, page_size: 1 })).list[0]!;
      expect((await page(1)).changes).toMatchObject({ permissions_added: ["a.B"] });
      expect((await page(2)).changes).toBeNull();
    });

    it("uploaded in one moment still come in one order", async () => {
      const made: App[] = [];
      for (let count = 0; count < 3; count++) {
        made.push(await uploader.upload(newPackage({ packageName: PACKAGE, permissions: [`a.P${count}`] })));
      }
      const whole = (await versions(made[0]!.app_id)).list;
      const single = await Promise.all(
        [1, 2, 3].map(async (page_num) => (await versions(made[0]!.app_id, { page_num, page_size: 1 })).list[0]),
      );
      expect(single).toEqual(whole);
    });

    it("are reached from their own project alone", async () => {
      const { app_id } = await upload({});
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: member, user_type: 1 }]);
      for (const endpoint of [ENDPOINTS.appVersions, ENDPOINTS.appDownload]) {
        const query = { project: elsewhere };
        await udt.refused(endpoint, { as: member, query, params: { app_id } }, "app_not_in_project");
      }
    });
  });

  describe("the download", () => {
    const get = (app_id: string, as: Person, headers: Record<string, string> = {}) =>
      udt.server.app.inject({
        url: `${fillPath(ENDPOINTS.appDownload.path, { app_id })}?project=${project}`,
        headers: { cookie: as.cookie, ...headers },
      });

    it("is the file as it came, under its name and as nothing that a browser opens", async () => {
      const file = newPackage();
      const name = "a'b\"c;d=(演示)*.apk";
      const { app_id } = await uploader.upload(file, name);
      const answer = await get(app_id, member);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(file.bytes)).toBe(true);
      expect(answer.headers).toMatchObject({
        "content-type": "application/vnd.android.package-archive",
        "x-content-type-options": "nosniff",
        "content-length": String(file.size_bytes),
        "accept-ranges": "bytes",
        etag: `"${file.md5}"`,
      });
      const disposition = String(answer.headers["content-disposition"]);
      // Only characters that the header's grammar takes; what they stand for is the name.
      const encoded = /^attachment; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(disposition)?.[1];
      expect(decodeURIComponent(encoded!)).toBe(name);
    });

    it("comes in parts when asked", async () => {
      const file = packageBytes(buildIpa());
      const { app_id } = await uploader.upload(file, "a.ipa");
      const part = await get(app_id, member, { range: "bytes=10-19" });
      expect(part.statusCode).toBe(206);
      expect(part.headers["content-type"]).toBe("application/octet-stream");
      expect(part.headers["content-range"]).toBe(`bytes 10-19/${file.size_bytes}`);
      expect(part.rawPayload.equals(file.bytes.subarray(10, 20))).toBe(true);
      expect((await get(app_id, member, { range: `bytes=${file.size_bytes}-` })).statusCode).toBe(416);
    });

    it("is not for guests, who only look", async () => {
      const { app_id } = await uploader.upload(newPackage());
      expect((await get(app_id, guest)).statusCode).toBe(403);
    });
  });
});
