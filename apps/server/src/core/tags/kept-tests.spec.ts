import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { must } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import type { RuledDevice } from "./device-rules.ts";
import { stampedTags, testsOf } from "./kept-tests.ts";

onEachDatabase("the tests of tags", (open) => {
  let udt: TestServer;
  let owner: Person;
  const query = { project: "kept" };
  const device = { device_id: "d-1", model: "Fold", brand: "Acme" } as RuledDevice;
  const wish = (model: string) => ({
    name: "folds",
    is_default: false,
    rules: [{ attribute: "model" as const, operator: "equals" as const, values: [model] }],
    included_device_ids: [],
    excluded_device_ids: [],
  });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    owner = await udt.person("owner");
    await udt.project("kept", [{ person: owner, user_type: 1 }]);
  });
  afterAll(() => udt.dispose());

  it("are read once of a tag that stays as it is, and anew of one that changed", async () => {
    const { db } = udt.server.database;
    const { tag_id, version } = await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: wish("Fold") });
    const has = async () => (await testsOf(db, await stampedTags(db, "kept"))).get(tag_id)?.(device);
    expect(await has()).toBe(true);
    const body = { ...wish("Flat"), version };
    await udt.ok(ENDPOINTS.tagUpdate, { as: owner, query, params: { tag_id }, body });
    expect(await has()).toBe(false);
    await udt.ok(ENDPOINTS.tagUpdate, {
      as: owner,
      query,
      params: { tag_id },
      body: { ...wish("Fold"), version: version + 1 },
    });
    expect(await has()).toBe(true);
    // What it has is not asked for again: what is written past the tag's version is not seen.
    await db.update(tags).set({ rules: wish("Flat").rules });
    expect(await has()).toBe(true);
    await db.update(tags).set({ version: version + 3 });
    expect(await has()).toBe(false);
  });

  it("hold nothing of the devices that were asked about", async () => {
    const { db } = udt.server.database;
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: ["no such"] }];
    const { tag_id } = await udt.ok(ENDPOINTS.tagCreate, {
      as: owner,
      query,
      body: { ...wish(""), name: "any", rules },
    });
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let page = 0; page < 20; page++) {
      const has = must((await testsOf(db, await stampedTags(db, "kept"))).get(tag_id), "the tag");
      for (let nth = 0; nth < 10; nth++) {
        const serial = Buffer.alloc(200_000, page * 10 + nth).toString("latin1");
        expect(has({ ...device, serial })).toBe(false);
      }
    }
    expect(heap() - before).toBeLessThan(20_000_000);
  });

  it("are not there of a tag that is gone by then", async () => {
    const { db } = udt.server.database;
    const gone = { tag_id: "gone", version: 1, updated_at: 1 };
    expect((await testsOf(db, [gone])).size).toBe(0);
  });
});
