import { ENDPOINTS, LIMITS, SOCKETS, type DeviceRule, NO_ENVIRONMENT, type TagPick, type TagWish } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type CallOptions, type Person, type TestAgent } from "../../../test/harness.ts";
import { partsOf } from "../../../test/run-agents.ts";
import { monkeyConfig } from "../../../test/run-project.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { devices } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";

const GIB = 1024 ** 3;
const rule = (
  attribute: DeviceRule["attribute"],
  operator: DeviceRule["operator"],
  ...values: string[]
): DeviceRule => ({
  attribute,
  operator,
  values,
});

onEachDatabase("tags", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let member: Person;
  let guest: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;
  /** Ids by serial, without the part that makes serials unique. */
  let ids: Record<string, string>;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, bob] = [await udt.person("ada"), await udt.person("bob")];
    [member, guest] = [await udt.person("member"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const project = await udt.project(
      `tags-${++count}`,
      [
        { person: ada, user_type: 1 },
        { person: bob, user_type: 1 },
        { person: member, user_type: 2 },
      ],
      { visibility: 2 },
    );
    query = { project };
    agent = await udt.agent(`lab-${count}`, [project]);
    await agent.connect([
      deviceReport(`old-${count}`, {
        model: "One",
        os_version: "9",
        cpu_cores: 4,
        memory_bytes: 2 * GIB,
        battery_level: 15,
      }),
      deviceReport(`new-${count}`, { model: "Two", os_version: "15", memory_bytes: 8 * GIB, battery_level: null }),
      deviceReport(`top-${count}`, {
        model: "Two Pro",
        hardware_model: "T-PRO",
        os_version: "15.1",
        memory_bytes: 12 * GIB,
        battery_level: 90,
      }),
    ]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
    ids = Object.fromEntries(list.map(({ serial, device_id }) => [serial.split("-")[0], device_id]));
  });

  const wish = (change: Partial<TagWish> = {}): TagWish => ({
    name: "recent",
    is_default: false,
    rules: [rule("os_version", "at_least", "10")],
    included_device_ids: [],
    excluded_device_ids: [],
    inspection: null,
    profile: {},
    environment: NO_ENVIRONMENT,
    ...change,
  });
  const make = (change: Partial<TagWish> = {}, as = ada) =>
    udt.ok(ENDPOINTS.tagCreate, { as, query, body: wish(change) });
  const create = (change: object = {}, as = ada) =>
    udt.call(ENDPOINTS.tagCreate, { as, query, body: { ...wish(), ...change } });
  const update = (tag_id: string, body: TagWish & { version: number }, as = ada) =>
    udt.call(ENDPOINTS.tagUpdate, { as, query, params: { tag_id }, body });
  const get = (tag_id: string) => udt.ok(ENDPOINTS.tagGet, { as: ada, query, params: { tag_id } });
  const remove = (tag_id: string, as = ada) => udt.call(ENDPOINTS.tagDelete, { as, query, params: { tag_id } });
  const listed = async (narrow: Record<string, string> = {}, as = ada) =>
    (await udt.ok(ENDPOINTS.deviceList, { as, query: { ...query, ...narrow } })).list.map(({ serial, tags }) => [
      serial.split("-")[0],
      ...tags.map(({ name }) => name),
    ]);
  const preview = (choice: Partial<TagWish>) => {
    const { rules, included_device_ids, excluded_device_ids } = wish({ rules: [], ...choice });
    const body = { rules, included_device_ids, excluded_device_ids };
    return udt.ok(ENDPOINTS.tagPreview, { as: member, query, body });
  };
  const job = (tag_id: string, name = "Nightly", operator: DeviceRule["operator"] = "equals") => ({
    as: ada,
    query,
    body: {
      name,
      config: monkeyConfig({ devices: { kind: "rule", rules: [rule("tag", operator, tag_id)], count: 1 } }),
    },
  });

  it("have the devices that their rules find now, and follow them", async () => {
    const { tag_id, device_count, ...tag } = await make();
    expect({ ...tag, device_count }).toMatchObject({ ...wish(), device_count: 2, version: 1, user_name: "ada" });
    expect(await listed()).toEqual([["old"], ["new", "recent"], ["top", "recent"]]);
    expect(await listed({ tag_id })).toEqual([
      ["new", "recent"],
      ["top", "recent"],
    ]);
    expect(await listed({ tag_id, keyword: "pro" })).toEqual([["top", "recent"]]);
    // A device is another one: nothing is to be evaluated anew.
    agent.send({ type: "device", device: deviceReport(`old-${count}`, { model: "One", os_version: "11" }) });
    await until(async () => expect((await get(tag_id)).device_count).toBe(3));
    expect(await listed({ tag_id })).toHaveLength(3);
    const device = await udt.ok(ENDPOINTS.deviceGet, { as: ada, query, params: { device_id: ids["old"]! } });
    expect(device.tags).toEqual([{ tag_id, name: "recent" }]);
  });

  it("are made as the last of the project's, or at the place that is asked for", async () => {
    const at = async () =>
      (await udt.ok(ENDPOINTS.tagList, { as: ada, query })).list.map(({ name, position }) => [name, position]);
    const place = (name: string, position: number) => create({ name, position });
    await make({ name: "one" });
    await make({ name: "two" });
    await place("first", 1);
    await place("last", LIMITS.tags_max);
    const placed = ["first", "one", "two", "last"].map((name, index) => [name, index + 1]);
    expect(await at()).toEqual(placed);
    expect((await place("none", 0)).code).toBe("invalid_param");
    expect((await create({ name: "none", position: 1 }, member)).code).toBe("no_permission");
    expect(await at()).toEqual(placed);
  });

  it("find by agent, memory and battery, and by hand, where exclusion wins", async () => {
    const found = async (choice: Partial<TagWish>) =>
      (await preview(choice)).list.map(({ serial }) => serial.split("-")[0]);
    expect(await found({ rules: [rule("agent", "equals", `LAB-${count}`)] })).toEqual(["old", "new", "top"]);
    expect(await found({ rules: [rule("agent", "not_equals", `lab-${count}`)] })).toEqual([]);
    expect(await found({ rules: [rule("memory", "at_least", "7.5"), rule("memory", "at_most", "10")] })).toEqual([
      "new",
    ]);
    expect(await found({ rules: [rule("battery", "at_least", "0")] })).toEqual(["old", "top"]);
    expect(await found({ rules: [rule("battery", "at_most", "50")] })).toEqual(["old"]);
    expect(await found({ rules: [rule("hardware_model", "contains", "pro")] })).toEqual(["top"]);
    expect(await found({ rules: [rule("cpu_cores", "at_least", "8")] })).toEqual(["new", "top"]);
    expect(await found({})).toEqual([]);
    const [old, top] = [ids["old"]!, ids["top"]!];
    expect(await found({ included_device_ids: [old] })).toEqual(["old"]);
    expect(await found({ included_device_ids: [old, top], excluded_device_ids: [top] })).toEqual(["old"]);
    const recent = [rule("os_version", "at_least", "10")];
    expect(await found({ rules: recent, included_device_ids: [old], excluded_device_ids: [top] })).toEqual([
      "old",
      "new",
    ]);
  });

  it("find by how long ago a device was first seen, which no later report makes anew", async () => {
    const { db } = udt.server.database;
    const [old, fresh] = [ids["old"]!, ids["new"]!];
    const DAY_MS = 86_400_000;
    for (const [device_id, days] of [
      [old, 40],
      [fresh, 0],
      [ids["top"]!, 0],
    ] as const)
      await db
        .update(devices)
        .set({ first_seen_at: Date.now() - days * DAY_MS })
        .where(eq(devices.device_id, device_id));
    const found = async (...rules: DeviceRule[]) =>
      (await preview({ rules })).list.map(({ serial }) => serial.split("-")[0]);
    expect(await found(rule("age", "at_least", "40"))).toEqual(["old"]);
    expect(await found(rule("age", "at_least", "41"))).toEqual([]);
    expect(await found(rule("age", "at_most", "0"))).toEqual(["new", "top"]);
    const at = async () => {
      const { first_seen_at } = await udt.ok(ENDPOINTS.deviceGet, { as: ada, query, params: { device_id: fresh } });
      return first_seen_at;
    };
    const before = await at();
    agent.send({ type: "device", device: deviceReport(`new-${count}`, { model: "Two", os_version: "16" }) });
    await until(async () => expect(await found(rule("os_version", "equals", "16"))).toEqual(["new"]));
    expect(await at()).toBe(before);
  });

  it("are previewed with what there is of the project, and what is gone", async () => {
    const all = await preview({ rules: [rule("model", "contains", "o")] });
    expect(all).toMatchObject({ total: 3, device_total: 3, included_gone: 0, excluded_gone: 0 });
    const choice = { included_device_ids: [ids["old"]!, "gone-1", "gone-2"], excluded_device_ids: ["gone-3"] };
    const by_hand = await preview(choice);
    expect(by_hand).toMatchObject({ total: 1, included_gone: 2, excluded_gone: 1 });
    expect(by_hand.included).toEqual([expect.objectContaining({ device_id: ids["old"], state: "idle" })]);
  });

  it("are the project's own: another sees neither the tag nor its devices by it", async () => {
    const { tag_id } = await make();
    const other = { project: await udt.project(`tags-else-${count}`, [{ person: bob, user_type: 1 }]) };
    const there: CallOptions = { as: bob, query: other, params: { tag_id } };
    await udt.refused(ENDPOINTS.tagGet, there, "tag_not_found");
    await udt.refused(ENDPOINTS.tagDelete, there, "tag_not_found");
    await udt.refused(ENDPOINTS.tagUpdate, { ...there, body: { ...wish(), version: 1 } }, "tag_not_found");
    expect((await udt.ok(ENDPOINTS.deviceList, { as: bob, query: { ...other, tag_id } })).list).toEqual([]);
    await udt.refused(ENDPOINTS.jobCreate, { ...job(tag_id), as: bob, query: other }, "tag_not_found");
  });

  it("are seen by members, changed by who holds tag.delete, and not there for guests", async () => {
    const { tag_id } = await make();
    expect((await udt.ok(ENDPOINTS.tagList, { as: member, query })).total).toBe(1);
    expect((await create({ name: "mine" }, member)).code).toBe("no_permission");
    expect((await update(tag_id, { ...wish(), version: 1 }, member)).code).toBe("no_permission");
    expect((await remove(tag_id, member)).code).toBe("no_permission");
    expect(await listed({}, guest)).toEqual([["old"], ["new"], ["top"]]);
    const by_tag = { as: guest, query: { ...query, tag_id } };
    await udt.refused(ENDPOINTS.deviceList, by_tag, "no_permission");
    expect(await listed({}, member)).toContainEqual(["new", "recent"]);
    // Nor does what a choice finds tell them what a tag has.
    const body = { devices: job(tag_id).body.config.devices };
    await udt.refused(ENDPOINTS.jobDevices, { as: guest, query, body }, "no_permission");
    expect((await udt.ok(ENDPOINTS.jobDevices, { as: member, query, body })).total).toBe(2);
    const byVersion = { devices: { kind: "rule" as const, rules: wish().rules, count: 1 } };
    expect((await udt.ok(ENDPOINTS.jobDevices, { as: guest, query, body: byVersion })).total).toBe(2);
  });

  it("have a name of 2 to 32 characters without spaces, once in a project whatever its case", async () => {
    for (const name of ["a", "x".repeat(33), "two words", "tab\t", "", "\u200b\u200b"]) {
      const answer = await create({ name });
      expect(answer.code, name).toBe("invalid_param");
      expect(answer.text, name).toMatch(/tag_name_(length|spaces)/);
      expect(answer.text).toContain('"name"');
    }
    for (const name of ["ab", "x".repeat(32), "标签", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"]) await make({ name, rules: [] });
    for (const name of ["AB", "ａｂ", "X".repeat(32)])
      expect((await create({ name })).code, name).toBe("tag_name_exists");
    const { tag_id } = await make({ name: "other" });
    expect((await update(tag_id, { ...wish({ name: "aB" }), version: 1 })).code).toBe("tag_name_exists");
    expect((await update(tag_id, { ...wish({ name: "OTHER" }), version: 1 })).ret).toBe(0);
  });

  it("refuse rules that make no sense, by their field", async () => {
    for (const [broken, field, name] of [
      [rule("tag", "equals", "t-1"), "rules.0.attribute", "no_tag_in_tag"],
      [rule("battery", "contains", "5"), "rules.0.operator", "operator_attribute"],
      [rule("battery", "at_least", "101"), "rules.0.values", "battery_value"],
      [rule("battery", "at_least", "half"), "rules.0.values", "battery_value"],
      [rule("cpu_cores", "at_least", "7.5"), "rules.0.values", "cores_value"],
      [rule("cpu_cores", "contains", "8"), "rules.0.operator", "operator_attribute"],
      [rule("age", "at_most", "a week"), "rules.0.values", "age_value"],
      [rule("memory", "at_most", "4GB"), "rules.0.values", "memory_value"],
      [rule("memory", "at_most", "4", "5"), "rules.0.values", "one_value"],
    ] as const) {
      const answer = await create({ rules: [broken] });
      expect(answer.code, answer.text).toBe("invalid_param");
      expect(answer.text).toContain(field);
      expect(answer.text).toContain(name);
    }
    const many = Array.from({ length: LIMITS.device_rules_max + 1 }, () => rule("model", "contains", "x"));
    expect((await create({ rules: many })).code).toBe("invalid_param");
    const crowd = Array.from({ length: LIMITS.tag_devices_max + 1 }, (_, at) => `d-${at}`);
    expect((await create({ included_device_ids: crowd })).text).toContain("tag_devices");
    expect((await create({ excluded_device_ids: ["no id!"] })).code).toBe("invalid_param");
  });

  it("are so many in a project and no more, also when many are made at once", async () => {
    const { db } = udt.server.database;
    const { tag_id } = await make();
    const [one] = await db.select().from(tags).where(eq(tags.tag_id, tag_id));
    const rows = Array.from({ length: LIMITS.tags_max - 3 }, (_, at) => {
      const name = `many-${count}-${at}`;
      return { ...one!, tag_id: name, name, name_key: name };
    });
    await db.insert(tags).values(rows);
    const answers = await Promise.all(["a1", "b2", "c3", "d4"].map((name) => create({ name })));
    expect(answers.map(({ code }) => code ?? "made").toSorted()).toEqual(["made", "made", "tag_limit", "tag_limit"]);
  });

  it("have one default, which making another takes from the first, at the same time too", async () => {
    const first = await make({ name: "first", is_default: true });
    await make({ name: "second", is_default: true });
    const list = await udt.ok(ENDPOINTS.tagList, { as: ada, query });
    expect(list.list.map(({ name, is_default }) => [name, is_default])).toEqual([
      ["first", false],
      ["second", true],
    ]);
    // Who was editing the first one is told that it is another.
    const stale = await update(first.tag_id, { ...wish({ name: "first", is_default: true }), version: 1 });
    expect(stale.code).toBe("tag_changed");
    const now = (await get(first.tag_id)).version;
    const both = await Promise.all([
      update(first.tag_id, { ...wish({ name: "first", is_default: true }), version: now }),
      create({ name: "third", is_default: true }),
    ]);
    expect(both.map(({ ret }) => ret)).toEqual([0, 0]);
    const after = await udt.ok(ENDPOINTS.tagList, { as: ada, query });
    expect(after.list.filter(({ is_default }) => is_default)).toHaveLength(1);
    const [left] = after.list.filter(({ is_default }) => is_default);
    const off = { ...wish({ name: left!.name }), version: left!.version };
    expect((await update(left!.tag_id, off)).ret).toBe(0);
    const none = await udt.ok(ENDPOINTS.tagNames, { as: ada, query: { ...query, default_only: "1" } });
    expect(none.list).toEqual([]);
  });

  it("are changed by one at a time: who comes second is told by whom, and loses nothing", async () => {
    const { tag_id } = await make();
    const mine = { ...wish({ name: "mine" }), version: 1 };
    const answers = await Promise.all([
      update(tag_id, mine),
      update(tag_id, { ...wish({ name: "yours" }), version: 1 }, bob),
    ]);
    expect(answers.map(({ code }) => code ?? "saved").toSorted()).toEqual(["saved", "tag_changed"]);
    const { name, user_name, version } = await get(tag_id);
    expect(answers.find(({ code }) => code)?.data).toMatchObject({ args: { name, user_name, version } });
    expect((await update(tag_id, { ...mine, version })).ret).toBe(0);
    expect(await get(tag_id)).toMatchObject({ name: "mine", version: version + 1 });
  });

  it("are given to devices by hand, many by one call, whatever their rules find and whoever edits the rest", async () => {
    const { tag_id } = await make();
    const [old, fresh, top] = [ids["old"]!, ids["new"]!, ids["top"]!];
    const pick = async (pick: TagPick, ...device_ids: string[]) =>
      (await udt.ok(ENDPOINTS.tagPick, { as: ada, query, params: { tag_id }, body: { pick, device_ids } })).refused;
    const found = async () => (await listed({ tag_id })).map(([serial]) => serial);
    expect(await pick("include", old, fresh, old)).toEqual([]);
    expect(await found()).toEqual(["old", "new", "top"]);
    // Excluded, it is included no more: exclusion would win, and nobody could tell why.
    expect(await pick("exclude", fresh, top)).toEqual([]);
    expect(await found()).toEqual(["old"]);
    expect(await get(tag_id)).toMatchObject({ included_device_ids: [old], excluded_device_ids: [fresh, top] });
    expect(await pick("include", top)).toEqual([]);
    expect(await pick("clear", old, fresh)).toEqual([]);
    expect(await found()).toEqual(["new", "top"]);
    const { version, ...tag } = await get(tag_id);
    expect(tag).toMatchObject({ rules: wish().rules, included_device_ids: [top], excluded_device_ids: [] });
    // What was so changes nothing, and nobody who edits the tag is told of a change.
    await pick("include", top);
    await pick("clear", old);
    expect((await get(tag_id)).version).toBe(version);
    expect((await update(tag_id, { ...wish(), version: 1 })).code).toBe("tag_changed");
  });

  it("take by hand only devices that the project sees, and so many; which they did not is told one by one", async () => {
    const other = await udt.project(`tags-far-${count}`, [{ person: bob, user_type: 1 }]);
    const away = await udt.agent(`far-${count}`, [other]);
    await away.connect([deviceReport(`far-${count}`)]);
    const [far] = (await udt.ok(ENDPOINTS.deviceList, { as: bob, query: { project: other } })).list;
    const crowd = Array.from({ length: LIMITS.tag_devices_max - 1 }, (_, at) => `d-${at}`);
    const { tag_id, version } = await make({ included_device_ids: crowd });
    const call = (device_ids: string[], as = ada, pick: TagPick = "include") =>
      udt.call(ENDPOINTS.tagPick, { as, query, params: { tag_id }, body: { pick, device_ids } });
    const { data } = await call([far!.device_id, ids["old"]!, ids["new"]!]);
    const full = { name: "recent", max: LIMITS.tag_devices_max };
    expect(data).toEqual({
      refused: [
        { device_id: far!.device_id, code: "device_not_found", args: { device_id: far!.device_id } },
        { device_id: ids["new"], code: "tag_devices_full", args: full },
      ],
    });
    expect((await get(tag_id)).included_device_ids).toEqual([...crowd, ids["old"]]);
    // Those who are not told of it may not do it, and what one by one is too much is so here.
    expect((await call([ids["old"]!], member)).code).toBe("no_permission");
    expect((await call([ids["old"]!], guest)).code).toBe("user_not_in_project");
    expect((await call(Array.from({ length: LIMITS.bulk_max + 1 }, (_, at) => `d-${at}`))).code).toBe("invalid_param");
    expect((await call([])).code).toBe("invalid_param");
    expect((await get(tag_id)).version).toBe(version + 1);
    // Of two at one moment neither undoes what the other did.
    await Promise.all([call(["d-0", "d-1"], ada, "clear"), call(["d-2", "d-3"], bob, "clear")]);
    expect((await get(tag_id)).included_device_ids).toHaveLength(LIMITS.tag_devices_max - 4);
  });

  it("are kept while tasks choose devices by them", async () => {
    const { tag_id } = await make();
    const made = await Promise.all(
      [job(tag_id, "Nightly"), job(tag_id, "Hourly", "not_in")].map((one) => udt.ok(ENDPOINTS.jobCreate, one)),
    );
    expect(await get(tag_id)).toMatchObject({ job_count: 2, jobs: [{ name: "Hourly" }, { name: "Nightly" }] });
    const refused = await remove(tag_id);
    expect(refused).toMatchObject({
      code: "tag_used",
      data: { args: { name: "recent", count: 2, job_names: "Hourly, Nightly" } },
    });
    for (const { job_id } of made) await udt.ok(ENDPOINTS.jobDelete, { as: ada, query, params: { job_id } });
    expect((await remove(tag_id)).ret).toBe(0);
    expect((await remove(tag_id)).code).toBe("tag_not_found");
    await udt.refused(ENDPOINTS.jobCreate, job(tag_id), "tag_not_found");
  });

  it("are never deleted from under a task that is being made", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { tag_id } = await make({ name: `race-${turn}` });
      const [made, gone] = await Promise.all([
        udt.call(ENDPOINTS.jobCreate, job(tag_id, `Race ${turn}`)),
        remove(tag_id),
      ]);
      expect([made.code ?? "made", gone.code ?? "gone"]).toBeOneOf([
        ["made", "tag_used"],
        ["tag_not_found", "gone"],
      ]);
    }
  });

  it("choose devices for runs, as they are when the run waits", async () => {
    const { tag_id, version } = await make({ rules: [rule("memory", "at_least", "10")] });
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, job(tag_id));
    const body = { devices: job(tag_id).body.config.devices };
    const found = await udt.ok(ENDPOINTS.jobDevices, { as: ada, query, body });
    expect(found.list.map(({ device_id }) => device_id)).toEqual([ids["top"]]);
    const run = () => udt.ok(ENDPOINTS.jobRun, { as: ada, query, params: { job_id }, body: {} });
    const first = await run();
    const [part] = await partsOf(udt, agent, first.test_id, 1);
    expect(part!.start.device_id).toBe(ids["top"]);
    // The second waits for the only one; then the tag has another, which is free.
    const second = await run();
    const slot = async () =>
      (await udt.ok(ENDPOINTS.runDevices, { as: ada, query, params: { test_id: second.test_id } })).list[0]!;
    expect((await slot()).queue).toMatchObject({ reason: "devices_busy" });
    await update(tag_id, { ...wish({ rules: [rule("memory", "at_least", "8")] }), version });
    const [other] = await partsOf(udt, agent, second.test_id, 1);
    expect(other!.start.device_id).toBe(ids["new"]);
  });

  it("that find nothing let no run begin", async () => {
    const { tag_id } = await make({ rules: [rule("memory", "at_least", "99")] });
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, job(tag_id));
    await udt.refused(ENDPOINTS.jobRun, { as: ada, query, params: { job_id }, body: {} }, "no_valid_devices");
  });

  it("are told of at once, to the project alone, and audited", async () => {
    const other = await udt.project(`tags-deaf-${count}`, [{ person: ada, user_type: 1 }]);
    const tap = await udt.socket(SOCKETS.events, { as: ada, query });
    const deaf = await udt.socket(SOCKETS.events, { as: ada, query: { project: other } });
    const { tag_id } = await make();
    await until(() => expect(tap.json).toContainEqual(expect.objectContaining({ type: "tag.changed", tag_id })));
    await update(tag_id, { ...wish({ name: "renamed" }), version: 1 });
    await remove(tag_id);
    const told = () => tap.json.filter((event) => (event as { type: string }).type === "tag.changed");
    await until(() => expect(told()).toHaveLength(3));
    expect(JSON.stringify(deaf.json)).not.toContain("tag.changed");
    const root = await udt.person("root", { udt_admin: true });
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: root, query: { project_id: query.project } });
    expect(list.map(({ action, target }) => [action, target])).toEqual([
      ["tag.delete", "renamed"],
      ["tag.edit", "recent"],
      ["tag.create", "recent"],
    ]);
  });

  it("are found by a part of their name, and by the page", async () => {
    for (const name of ["fast", "Faster", "slow"]) await make({ name });
    const names = async (narrow: Record<string, string | number>) => {
      const { list, total } = await udt.ok(ENDPOINTS.tagList, { as: member, query: { ...query, ...narrow } });
      return [total, ...list.map(({ name }) => name)];
    };
    expect(await names({ keyword: "FAST" })).toEqual([2, "fast", "Faster"]);
    expect(await names({ page_size: 1, page_num: 2 })).toEqual([3, "Faster"]);
    expect(await names({ keyword: "%" })).toEqual([0]);
  });

  it("are named to who sees them, by a part of the name, one by one and by the default, each project its own", async () => {
    const fast = await make({ name: "fast" });
    const slow = await make({ name: "slow", is_default: true });
    const elsewhere = { project: await udt.project(`tags-names-${count}`, [{ person: ada, user_type: 1 }]) };
    const foreign = await udt.ok(ENDPOINTS.tagCreate, { as: ada, query: elsewhere, body: wish() });
    const names = async (narrow: Record<string, string | number> = {}, as = member) =>
      (await udt.ok(ENDPOINTS.tagNames, { as, query: { ...query, ...narrow } })).list;
    const [told, byDefault] = [fast, slow].map(({ tag_id, name, is_default }) => ({ tag_id, name, is_default }));
    expect(await names()).toEqual([told, byDefault]);
    expect(await names({ page_size: 1, page_num: 2 })).toEqual([byDefault]);
    expect(await names({ keyword: "FA" })).toEqual([told]);
    expect(await names({ tag_id: fast.tag_id })).toEqual([told]);
    expect(await names({ default_only: "true" })).toEqual([byDefault]);
    expect(await names({ tag_id: foreign.tag_id })).toEqual([]);
    await udt.refused(ENDPOINTS.tagNames, { as: guest, query }, "user_not_in_project");
  });

  it("go with their project, whose deletion names them", async () => {
    await make();
    const params = { project_id: query.project };
    expect(await udt.ok(ENDPOINTS.projectContents, { as: ada, params, query })).toMatchObject({ tags: 1 });
    await udt.ok(ENDPOINTS.projectDelete, { as: ada, params, query: { confirm: query.project } });
    const rows = await udt.server.database.db.select().from(tags);
    expect(rows.filter(({ project_id }) => project_id === query.project)).toEqual([]);
  });
});
