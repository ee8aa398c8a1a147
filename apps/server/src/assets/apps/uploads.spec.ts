import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type App, type ErrorName } from "@udt/contract";
import { buildIpa, type ApkDefect } from "@udt/appfile/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { newId } from "../../platform/ids.ts";
import { chunkOf, eventually, newPackage, packageBytes, threeChunks, Uploader } from "./apps.fixture.ts";
import { UPLOAD_KEPT_MS } from "./uploads.service.ts";

const CHUNK = LIMITS.chunk_size_bytes;

onEachDatabase("uploads", (open) => {
  let udt: TestServer;
  let member: Person;
  let other: Person;
  let guest: Person;
  let project: string;
  let uploader: Uploader;

  const files = async (folder: string) =>
    (
      await readdir(join(udt.settings.data_dir, "blobs", folder), { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
    )
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  const heard: { project_id: string | null; type: string }[] = [];
  const appEvents = () => heard.filter((event) => event.project_id === project && event.type === "app.changed");

  beforeAll(async () => {
    udt = await TestServer.start(open);
    member = await udt.person("member");
    other = await udt.person("other");
    guest = await udt.person("guest");
    udt.server.bus.subscribe(({ project_id, payload }) => heard.push({ project_id, type: payload.type }));
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const members = [member, other].map((person) => ({ person, user_type: 2 as const }));
    project = await udt.project(`p-${newId()}`, members, { visibility: 2 });
    uploader = new Uploader(udt, member, project);
  });

  const create = (body: object, as = member, query = { project }) =>
    udt.call(ENDPOINTS.uploadCreate, { as, query, body });
  const claim = { file_name: "demo.apk", size_bytes: 1000, md5: "0".repeat(32) };

  describe("begin", () => {
    it.each([
      ["../x.apk", "upload_file_name"],
      ["a\0.apk", "upload_file_name"],
      ["a b.apk", "upload_file_name"],
      ["a\u202eb.apk", "upload_file_name"],
      ["demo.app", "upload_wrong_type"],
      [`${"a".repeat(252)}.apk`, "invalid_param"],
    ] satisfies [string, ErrorName][])("refuses the name %j", async (file_name, code) => {
      expect((await create({ ...claim, file_name })).code).toBe(code);
    });

    it.each([["עברית.apk"], ["app-🚀.apk"], [`${"a".repeat(251)}.apk`]])("keeps the name %s", async (file_name) => {
      const upload = await uploader.create(newPackage(), file_name);
      expect((await uploader.get(upload.upload_id)).file_name).toBe(file_name);
    });

    it("takes a gigabyte and not one byte more", async () => {
      const size_bytes = LIMITS.app_size_max_bytes;
      const { data } = await create({ ...claim, size_bytes });
      expect(data).toMatchObject({ size_bytes, chunk_size: CHUNK, chunk_number: 256, received: [], app: null });
      for (const more of [size_bytes + 1, 2 * size_bytes]) {
        const answer = await create({ ...claim, size_bytes: more });
        expect(answer).toMatchObject({
          status: 413,
          code: "upload_too_large",
          data: { args: { limit_bytes: size_bytes } },
        });
      }
    });

    it.each([
      [{ size_bytes: 0 }],
      [{ size_bytes: -1 }],
      [{ size_bytes: 1.5 }],
      [{ size_bytes: Number.MAX_SAFE_INTEGER + 1 }],
      [{ md5: "0".repeat(31) }],
      [{ md5: "0".repeat(33) }],
      [{ md5: "A".repeat(32) }],
      [{ file_name: "" }],
    ])("refuses %j", async (change) => {
      expect((await create({ ...claim, ...change })).code).toBe("invalid_param");
    });

    it.each([
      [1, 1],
      [CHUNK - 1, 1],
      [CHUNK, 1],
      [CHUNK + 1, 2],
    ])("of %d bytes comes in %d chunks", async (size_bytes, chunk_number) => {
      expect((await create({ ...claim, size_bytes })).data).toMatchObject({ chunk_number });
    });

    it("is not for guests", async () => {
      expect((await create(claim, guest)).code).toBe("user_not_in_project");
    });
  });

  describe("a chunk", () => {
    it("has exactly its size", async () => {
      const file = threeChunks();
      const { upload_id, chunk_number } = await uploader.create(file);
      expect(chunk_number).toBe(3);
      const wrong = async (chunk: number, bytes: Buffer) => {
        const answer = await uploader.chunk(upload_id, chunk, bytes);
        expect(answer, answer.text).toMatchObject({ status: 400, code: "upload_chunk" });
      };
      const last = chunkOf(file, 3);
      await wrong(1, chunkOf(file, 1).subarray(1));
      await wrong(1, Buffer.concat([chunkOf(file, 1), Buffer.alloc(1)]));
      await wrong(1, Buffer.alloc(0));
      await wrong(3, last.subarray(1));
      await wrong(3, Buffer.concat([last, Buffer.alloc(1)]));
      await wrong(4, last);
      expect((await uploader.get(upload_id)).received).toEqual([]);
      expect((await uploader.chunk(upload_id, 3, last)).data).toEqual({ received: [3] });
      expect((await uploader.chunk(upload_id, 1, chunkOf(file, 1))).data).toEqual({ received: [1, 3] });
      expect((await uploader.chunk(upload_id, 0, last)).code).toBe("invalid_param");
    });

    it("does not count by a lie about its length", async () => {
      const file = newPackage();
      const { upload_id } = await uploader.create(file);
      const answer = await uploader.chunk(upload_id, 1, file.bytes, { "content-length": String(2 * 1024 ** 3) });
      expect(answer).toMatchObject({ code: "upload_chunk", headers: { connection: "close" } });
      expect((await uploader.get(upload_id)).received).toEqual([]);
    });

    it("is bytes and nothing else", async () => {
      const file = newPackage();
      const { upload_id } = await uploader.create(file);
      const as = { "content-type": "application/json" };
      expect((await uploader.chunk(upload_id, 1, Buffer.from("{}"), as)).code).toBe("upload_chunk");
      expect((await uploader.chunk(upload_id, 1, file.bytes, { "content-type": "text/plain" })).code).toBe(
        "invalid_body",
      );
    });

    it("may be sent again in place of the first", async () => {
      const file = threeChunks();
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      expect((await uploader.chunk(upload.upload_id, 2, Buffer.alloc(CHUNK, 7))).ret).toBe(0);
      const wrong = await uploader.synthesize(upload.upload_id);
      expect(wrong).toMatchObject({ status: 400, code: "upload_md5", data: { args: { expected: file.md5 } } });
      expect(await files("packages")).toEqual(expect.not.arrayContaining([expect.stringContaining(".part")]));
      await uploader.chunk(upload.upload_id, 2, chunkOf(file, 2));
      expect((await uploader.synthesize(upload.upload_id)).ret).toBe(0);
    });

    it("may come beside the others", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      const answers = await Promise.all(
        [3, 1, 2, 1].map((chunk) => uploader.chunk(upload_id, chunk, chunkOf(file, chunk))),
      );
      expect(answers.map((answer) => answer.ret)).toEqual([0, 0, 0, 0]);
      expect((await uploader.get(upload_id)).received).toEqual([1, 2, 3]);
      expect((await uploader.synthesize(upload_id)).ret).toBe(0);
    });
  });

  describe("synthesis", () => {
    it("makes an app of what the package says", async () => {
      const file = newPackage({
        label: "Shop",
        labels: { zh: "商店" },
        versionName: "2.1",
        minSdk: 26,
        packageName: "dev.udt.shop",
      });
      const app = await uploader.upload(file, "shop.apk");
      expect(app).toMatchObject({
        file_name: "shop.apk",
        name: "Shop",
        names: { zh: "商店" },
        package_name: "dev.udt.shop",
        version_name: "2.1",
        min_os_version: "26",
        os: "android",
        kind: "apk",
        abis: [],
        size_bytes: file.size_bytes,
        md5: file.md5,
        user_name: "member",
        created_at: udt.clock.now(),
      });
      await eventually(() => expect(appEvents()).toHaveLength(1));
      expect((await uploader.list()).list).toEqual([app]);
    });

    it("names the chunks that are missing", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      await uploader.chunk(upload_id, 2, chunkOf(file, 2));
      expect(await uploader.synthesize(upload_id)).toMatchObject({
        status: 409,
        code: "upload_incomplete",
        data: { args: { missing: "1, 3" } },
      });
    });

    it("asks again for a chunk whose file is lost", async () => {
      const file = threeChunks();
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      await rm(join(udt.settings.data_dir, "blobs", "uploads", upload.upload_id, "2"));
      expect(await uploader.synthesize(upload.upload_id)).toMatchObject({
        code: "upload_incomplete",
        data: { args: { missing: "2" } },
      });
      expect((await uploader.get(upload.upload_id)).received).toEqual([1, 3]);
    });

    it("asked for twice, and twice at once, makes the one app", async () => {
      const file = threeChunks();
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      const both = await Promise.all([uploader.synthesize(upload.upload_id), uploader.synthesize(upload.upload_id)]);
      const third = await uploader.synthesize(upload.upload_id);
      const ids = [...both, third].map((answer) => (answer.data as App).app_id);
      expect(new Set(ids).size).toBe(1);
      expect((await uploader.list()).total).toBe(1);
      expect((await uploader.get(upload.upload_id)).app?.app_id).toBe(ids[0]);
      expect(await files(`uploads/${upload.upload_id}`)).toEqual([]);
    });

    it("of equal bytes from two people at once makes the one app and keeps the one file", async () => {
      const before = (await files("packages")).length;
      const file = threeChunks();
      const second = new Uploader(udt, other, project);
      const [one, two] = [await uploader.create(file, "one.apk"), await second.create(file, "two.apk")];
      expect(one.upload_id).not.toBe(two.upload_id);
      await Promise.all([uploader.chunks(one, file), second.chunks(two, file)]);
      const answers = await Promise.all([uploader.synthesize(one.upload_id), second.synthesize(two.upload_id)]);
      expect(answers.map((answer) => answer.ret)).toEqual([0, 0]);
      expect((answers[0]!.data as App).app_id).toBe((answers[1]!.data as App).app_id);
      expect((await uploader.list()).total).toBe(1);
      // The package and its icon.
      expect(await files("packages")).toHaveLength(before + 2);
      expect(appEvents().length).toBeLessThanOrEqual(1);
      const loose = await udt.server.database.db.execute("select blob_key from loose_blobs");
      expect(loose.rows).toEqual([]);
    });

    it.each([
      ["truncated", "app_corrupt"],
      ["not_a_zip", "app_corrupt"],
      ["no_manifest", "app_corrupt"],
      ["hostile_name", "app_hostile"],
      ["absolute_name", "app_hostile"],
      ["nul_name", "app_hostile"],
      ["duplicate_name", "app_hostile"],
      ["overlapping", "app_hostile"],
      ["bomb", "app_hostile"],
      ["lying_size", "app_hostile"],
      ["impossible_size", "app_hostile"],
    ] satisfies [ApkDefect, ErrorName][])("refuses a package that is broken: %s", async (broken, code) => {
      const before = (await files("packages")).length;
      const file = newPackage({ broken });
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      expect((await uploader.synthesize(upload.upload_id)).code).toBe(code);
      // Nothing of it is kept, and the place is free for another try.
      expect(await files(`uploads/${upload.upload_id}`)).toEqual([]);
      expect(await files("packages")).toHaveLength(before);
      expect((await uploader.list()).total).toBe(0);
      expect((await uploader.create(file)).upload_id).not.toBe(upload.upload_id);
    });

    it("refuses what is no APK inside under the name of one", async () => {
      const file = packageBytes(buildIpa());
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      expect((await uploader.synthesize(upload.upload_id)).code).toBe("app_unsupported");
    });

    it("keeps what a package says of itself even when it says it to do harm", async () => {
      const label = "<img src=x onerror=alert(1)>\0\u0007'; drop table apps; --";
      const app = await uploader.upload(newPackage({ label, versionName: "1\0\ud800", versionCode: 2_147_483_647 }));
      expect(app.name).toContain("<img src=x onerror=alert(1)>");
      expect(app.name).not.toMatch(/\p{Cc}/u);
      expect(app.version_code).toBe(2_147_483_647);
    });
  });

  describe("going on", () => {
    it("gives the same caller the upload under way, with what it has", async () => {
      const file = threeChunks();
      const first = await uploader.create(file, "first.apk");
      await uploader.chunk(first.upload_id, 2, chunkOf(file, 2));
      const again = await uploader.create(file, "second.apk");
      expect(again).toMatchObject({ upload_id: first.upload_id, received: [2], file_name: "second.apk", app: null });
      const twice = await Promise.all([uploader.create(file), uploader.create(file)]);
      expect(twice.map((upload) => upload.upload_id)).toEqual([first.upload_id, first.upload_id]);
    });

    it("begins one upload when asked twice at once", async () => {
      const file = newPackage();
      const twice = await Promise.all([uploader.create(file), uploader.create(file)]);
      expect(twice[0]!.upload_id).toBe(twice[1]!.upload_id);
    });

    it("is for the same caller, size and MD5 alone", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      const ids = [
        (await new Uploader(udt, other, project).create(file)).upload_id,
        (await uploader.create({ ...file, size_bytes: file.size_bytes + 1 })).upload_id,
        (await uploader.create({ ...file, md5: "0".repeat(32) })).upload_id,
      ];
      expect(new Set([upload_id, ...ids]).size).toBe(4);
    });

    it("survives the server's restart", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      await uploader.chunk(upload_id, 1, chunkOf(file, 1));
      await udt.restart();
      udt.server.bus.subscribe(({ project_id, payload }) => heard.push({ project_id, type: payload.type }));
      expect((await uploader.create(file)).received).toEqual([1]);
      for (const chunk of [2, 3]) await uploader.chunk(upload_id, chunk, chunkOf(file, chunk));
      expect((await uploader.synthesize(upload_id)).ret).toBe(0);
    });

    it("finishes at once with bytes that the project has", async () => {
      const file = threeChunks();
      const app = await uploader.upload(file, "first.apk");
      const instant = await new Uploader(udt, other, project).create(file, "again.apk");
      expect(instant).toMatchObject({ app: { app_id: app.app_id }, received: [1, 2, 3] });
      expect((await uploader.list()).total).toBe(1);
      // What is sent or asked for all the same does no harm.
      const second = new Uploader(udt, other, project);
      expect((await second.chunk(instant.upload_id, 1, chunkOf(file, 1))).data).toEqual({ received: [1, 2, 3] });
      expect((await second.synthesize(instant.upload_id)).data).toMatchObject({ app_id: app.app_id });
      expect(await files(`uploads/${instant.upload_id}`)).toEqual([]);
    });

    it("finishes an upload under way once somebody else has brought the same bytes", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      await uploader.chunk(upload_id, 1, chunkOf(file, 1));
      const app = await new Uploader(udt, other, project).upload(file);
      expect((await uploader.synthesize(upload_id)).data).toMatchObject({ app_id: app.app_id });
      expect(await files(`uploads/${upload_id}`)).toEqual([]);
    });
  });

  describe("giving up", () => {
    it("deletes the chunks and forgets the upload", async () => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      await uploader.chunk(upload_id, 1, chunkOf(file, 1));
      const params = { upload_id };
      await udt.ok(ENDPOINTS.uploadCancel, { as: member, query: { project }, params });
      expect(await files(`uploads/${upload_id}`)).toEqual([]);
      for (const endpoint of [ENDPOINTS.uploadGet, ENDPOINTS.uploadSynthesize, ENDPOINTS.uploadCancel]) {
        await udt.refused(endpoint, { as: member, query: { project }, params }, "upload_not_found");
      }
      expect((await uploader.chunk(upload_id, 2, chunkOf(file, 2))).code).toBe("upload_not_found");
      expect(await files(`uploads/${upload_id}`)).toEqual([]);
      expect((await uploader.create(file)).received).toEqual([]);
    });

    it("wins against a chunk and a synthesis under way, or loses to them, and leaves no file either way", async () => {
      const file = threeChunks();
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      const { upload_id } = upload;
      const [cancelled, chunk, synthesis] = await Promise.all([
        udt.call(ENDPOINTS.uploadCancel, { as: member, query: { project }, params: { upload_id } }),
        uploader.chunk(upload_id, 1, chunkOf(file, 1)),
        uploader.synthesize(upload_id),
      ]);
      expect([undefined, "upload_not_found"]).toContain(chunk.code);
      expect([cancelled.code, synthesis.code].filter((code) => code === undefined)).toHaveLength(1);
      expect((await uploader.list()).total).toBe(synthesis.code === undefined ? 1 : 0);
      expect(await files(`uploads/${upload_id}`)).toEqual([]);
    });

    it("happens by itself after a day without a chunk", async () => {
      const file = threeChunks();
      const old = await uploader.create(file);
      await uploader.chunk(old.upload_id, 1, chunkOf(file, 1));
      udt.clock.turn(UPLOAD_KEPT_MS - 1);
      await udt.server.services.uploads.sweep();
      expect((await uploader.get(old.upload_id)).received).toEqual([1]);
      const young = await uploader.create(newPackage());
      udt.clock.turn(2);
      await udt.server.services.uploads.sweep();
      await udt.refused(
        ENDPOINTS.uploadGet,
        { as: member, query: { project }, params: { upload_id: old.upload_id } },
        "upload_not_found",
      );
      expect(await files(`uploads/${old.upload_id}`)).toEqual([]);
      expect((await uploader.get(young.upload_id)).received).toEqual([]);
    });
  });

  describe("belongs to its caller and project", () => {
    it("and to nobody else", async () => {
      const file = threeChunks();
      const upload = await uploader.create(file);
      await uploader.chunks(upload, file);
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }]);
      const params = { upload_id: upload.upload_id };
      for (const [as, query] of [
        [member, { project: elsewhere }],
        [other, { project }],
      ] as const) {
        for (const endpoint of [ENDPOINTS.uploadGet, ENDPOINTS.uploadSynthesize, ENDPOINTS.uploadCancel]) {
          await udt.refused(endpoint, { as, query, params }, "upload_not_found");
        }
        const chunk = { ...params, chunk: 1 };
        await udt.refused(
          ENDPOINTS.uploadChunk,
          { as, query, params: chunk, body: chunkOf(file, 1) },
          "upload_not_found",
        );
      }
      expect((await uploader.synthesize(upload.upload_id)).ret).toBe(0);
    });

    it("so that equal bytes are not shared with another project", async () => {
      const file = newPackage();
      const app = await uploader.upload(file);
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }]);
      const stranger = new Uploader(udt, member, elsewhere);
      const begun = await stranger.create(file);
      expect(begun).toMatchObject({ app: null, received: [] });
      const second = await stranger.upload(file);
      expect(second.app_id).not.toBe(app.app_id);
      await udt.ok(ENDPOINTS.appDelete, {
        as: member,
        query: { project: elsewhere },
        params: { app_id: second.app_id },
      });
      expect((await uploader.list()).list).toHaveLength(1);
      const icon = await udt.call(ENDPOINTS.appIcon, {
        as: member,
        query: { project },
        params: { app_id: app.app_id },
      });
      expect(icon.status).toBe(200);
    });
  });

  it("takes a package of another kind of bytes for what it is", async () => {
    const file = packageBytes(Buffer.from("PK\u0005\u0006".padEnd(22, "\0"), "latin1"));
    const upload = await uploader.create(file);
    await uploader.chunks(upload, file);
    expect((await uploader.synthesize(upload.upload_id)).code).toBe("app_corrupt");
  });
});
