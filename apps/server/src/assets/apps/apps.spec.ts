import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { newId } from "../../platform/ids.ts";
import { newPackage, Uploader } from "./apps.fixture.ts";

onEachDatabase("apps", (open) => {
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
  const files = () => readdir(join(udt.settings.data_dir, "blobs", "packages"));

  describe("the list", () => {
    it("finds by name, package and file name, and takes % and _ as they are", async () => {
      const shop = await uploader.upload(
        newPackage({ label: "Shop 100%", packageName: "dev.udt.shop" }),
        "first_one.apk",
      );
      const notes = await uploader.upload(newPackage({ label: "Notes", packageName: "dev.udt.notes" }), "second.apk");
      const found = async (keyword: string) => (await uploader.list({ keyword })).list.map((app) => app.app_id);
      expect(await found("shop")).toEqual([shop.app_id]);
      expect(await found("UDT.NOTES")).toEqual([notes.app_id]);
      expect(await found("first_")).toEqual([shop.app_id]);
      expect(await found("100%")).toEqual([shop.app_id]);
      expect(await found("_")).toEqual([shop.app_id]);
      expect(await found("\\")).toEqual([]);
      expect((await found("dev.udt")).toSorted()).toEqual([shop.app_id, notes.app_id].toSorted());
    });

    it("is newest first, in pages", async () => {
      const made: string[] = [];
      for (let count = 0; count < 3; count++) {
        udt.clock.turn(1000);
        made.unshift((await uploader.upload(newPackage())).app_id);
      }
      const page = async (page_num: number) => {
        const { list, total } = await uploader.list({ page_num, page_size: 2 });
        return { ids: list.map((app) => app.app_id), total };
      };
      expect(await page(1)).toEqual({ ids: made.slice(0, 2), total: 3 });
      expect(await page(2)).toEqual({ ids: made.slice(2), total: 3 });
      expect(await page(3)).toEqual({ ids: [], total: 3 });
      const query = { project, page_size: LIMITS.page_size_max + 1 };
      await udt.refused(ENDPOINTS.appList, { as: member, query }, "invalid_param");
    });

    it("is open to guests of a public project, and shows the project's own alone", async () => {
      const app = await uploader.upload(newPackage());
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }]);
      expect((await new Uploader(udt, guest, project).list()).list).toEqual([app]);
      expect((await new Uploader(udt, member, elsewhere).list()).total).toBe(0);
      await udt.refused(ENDPOINTS.appList, { as: guest, query: { project: elsewhere } }, "user_not_in_project");
    });
  });

  describe("the icon", () => {
    it.each([
      ["png", "image/png"],
      ["webp", "image/webp"],
    ] as const)("is %s by its bytes, and nothing else to the browser", async (icon, content_type) => {
      const app = await uploader.upload(newPackage({ icon }));
      expect(app.icon).toBe(`/v1/api/apps/${app.app_id}/icon?project=${project}`);
      const answer = await udt.server.app.inject({ url: app.icon, headers: { cookie: guest.cookie } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": content_type,
        "x-content-type-options": "nosniff",
        "cache-control": "private, max-age=31536000, immutable",
        "content-length": String(answer.rawPayload.length),
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      const magic = { png: "\u0089PNG\r\n\u001a\n", webp: "RIFF" }[icon];
      expect(answer.rawPayload.toString("latin1", 0, magic.length)).toBe(magic);
    });

    it("is none where the package has none", async () => {
      const app = await uploader.upload(newPackage({ icon: "none" }));
      expect(app.icon).toBe("");
      await udt.refused(
        ENDPOINTS.appIcon,
        { as: member, query: { project }, params: { app_id: app.app_id } },
        "app_not_found",
      );
    });
  });

  describe("deletion", () => {
    it("takes the files along, and the place for the same bytes is free again", async () => {
      const before = (await files()).length;
      const file = newPackage();
      const { app_id } = await uploader.upload(file);
      expect(await files()).toHaveLength(before + 2);
      await udt.ok(ENDPOINTS.appDelete, { as: member, query: { project }, params: { app_id } });
      expect(await files()).toHaveLength(before);
      for (const endpoint of [ENDPOINTS.appGet, ENDPOINTS.appIcon, ENDPOINTS.appDelete]) {
        await udt.refused(endpoint, { as: member, query: { project }, params: { app_id } }, "app_not_found");
      }
      expect((await uploader.create(file)).app).toBeNull();
      expect((await uploader.upload(file)).app_id).not.toBe(app_id);
    });

    it("needs its privilege", async () => {
      const strict = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }], { member_privileges: [] });
      const { app_id } = await new Uploader(udt, member, strict).upload(newPackage());
      const answer = await udt.refused(
        ENDPOINTS.appDelete,
        { as: member, query: { project: strict }, params: { app_id } },
        "no_permission",
      );
      expect(answer.headers["x-udt-permission"]).toBe("app.delete");
      await udt.refused(
        ENDPOINTS.appDelete,
        { as: guest, query: { project }, params: { app_id } },
        "user_not_in_project",
      );
      const kept = await udt.ok(ENDPOINTS.appGet, { as: member, query: { project: strict }, params: { app_id } });
      expect(kept.app_id).toBe(app_id);
    });

    it("happens once, however many ask", async () => {
      const { app_id } = await uploader.upload(newPackage());
      const call = () => udt.call(ENDPOINTS.appDelete, { as: member, query: { project }, params: { app_id } });
      const codes = (await Promise.all([call(), call(), call()])).map((answer) => answer.code);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === "app_not_found")).toHaveLength(2);
    });
  });

  it("is reached from its own project alone", async () => {
    const { app_id } = await uploader.upload(newPackage());
    const elsewhere = await udt.project(`p-${newId()}`, [{ person: member, user_type: 1 }]);
    for (const endpoint of [ENDPOINTS.appGet, ENDPOINTS.appIcon, ENDPOINTS.appDelete]) {
      const params = { app_id };
      await udt.refused(endpoint, { as: member, query: { project: elsewhere }, params }, "app_not_in_project");
    }
    expect((await uploader.list()).total).toBe(1);
  });
});
