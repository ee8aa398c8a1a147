import { ENDPOINTS, LIMITS, NO_ENVIRONMENT, type DeviceRule, type TagWish } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import * as repository from "./tags.repository.ts";

const among = (attribute: "brand" | "model", values: string[]): DeviceRule => ({ attribute, operator: "in", values });
const many = (count: number, value: (at: number) => string) => Array.from({ length: count }, (_, at) => value(at));

describe("what a tag holds", () => {
  let udt: TestServer;
  let ada: Person;
  let project: string;
  let made = 0;
  beforeAll(async () => {
    udt = await TestServer.start(embedded);
    ada = await udt.person("ada");
    project = await udt.project("tag-size", [{ person: ada, user_type: 1 }]);
    await (await udt.agent("tag-size", [project])).connect([deviceReport("sized")]);
  });
  afterAll(() => udt.dispose());

  const create = (change: Partial<TagWish>) => {
    const bare = { is_default: false, rules: [], included_device_ids: [], excluded_device_ids: [] };
    const body = { ...bare, inspection: null, profile: {}, environment: NO_ENVIRONMENT };
    return udt.call(ENDPOINTS.tagCreate, {
      as: ada,
      query: { project },
      body: { ...body, name: `sized-${++made}`, ...change },
    });
  };

  it("is bounded by the bytes of its rules' values together", async () => {
    // Each of these is three bytes.
    const full = among(
      "model",
      many(50, () => "机".repeat(Math.floor(LIMITS.tag_rules_max_bytes / 150))),
    );
    expect((await create({ rules: [full] })).ret).toBe(0);
    const over = await create({ rules: [full, among("brand", ["机".repeat(50)])] });
    expect(over.code).toBe("invalid_param");
    expect(over.text).toContain("rules");
    expect(over.text).toContain("tag_rules_size");
  });

  it("is bounded by the bytes of what it frees from cleaning, list by list", async () => {
    const each = LIMITS.environment_free_max_bytes / LIMITS.environment_free_max;
    for (const [field, begin] of [
      ["free_apps", "com.example.a"],
      ["free_paths", "/sdcard/a"],
    ] as const) {
      const list = (length: number) => many(LIMITS.environment_free_max, (at) => `${begin}${at}`.padEnd(length, "x"));
      const of = (length: number) => create({ environment: { ...NO_ENVIRONMENT, [field]: list(length) } });
      expect((await of(Math.floor(each))).ret, field).toBe(0);
      const over = await of(Math.ceil(each) + 1);
      expect(over.code).toBe("invalid_param");
      expect(over.text).toContain(`environment.${field}`);
      expect(over.text).toContain("free_entries_size");
    }
  });

  it("is read for those devices alone that it has", async () => {
    const environment = { ...NO_ENVIRONMENT, free_paths: ["/sdcard/kept"] };
    await create({ environment, profile: { dark_mode: true } });
    const { db } = udt.server.database;
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project } });
    const read = await repository.deviceWithTags(db, list[0]!.device_id, project);
    for (const tag of [...(await repository.tagsOfProject(db, project)), ...(read?.tags ?? [])])
      expect(Object.keys(tag).toSorted()).toEqual(
        [
          "excluded_device_ids",
          "included_device_ids",
          "name",
          "project_id",
          "rules",
          "tag_id",
          "updated_at",
          "version",
        ].toSorted(),
      );
    expect(read?.tags.length).toBeGreaterThan(0);
  });
});
