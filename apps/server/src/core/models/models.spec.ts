import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n and what follows", "latin1");
const NAMES = { en: "Falcon Pro", zh: "猎鹰 Pro", ja: "ファルコン Pro" };
const { width, height, cpu_name, cpu_arch, cpu_cores, gpu, memory_bytes } = deviceReport("any");
const FACTS = { width, height, cpu_name, cpu_arch, cpu_cores, gpu, memory_bytes };

onEachDatabase("hardware models", (open) => {
  let udt: TestServer;
  let [admin, member, guest, stranger] = [] as unknown as [Person, Person, Person, Person];
  let agent: TestAgent;
  let count = 0;
  let name: string;
  const query = { project: "demo" };
  const other = { project: "other" };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("admin", { udt_admin: true });
    [member, guest] = [await udt.person("member"), await udt.person("guest")];
    stranger = await udt.person("stranger");
    await udt.project(query.project, [{ person: member, user_type: 2 }], { visibility: 2 });
    await udt.project(other.project, [{ person: stranger, user_type: 1 }]);
  });
  afterAll(() => udt.dispose());
  const report = (serial: string, change: Parameters<typeof deviceReport>[1] = {}) =>
    deviceReport(`${serial}-${count}`, { model: name, hardware_model: "AC-9", ...change });
  beforeEach(async () => {
    name = `Falcon${++count}`;
    agent = await udt.agent(`lab-${count}`, [query.project]);
    await agent.connect([report("a"), report("b")]);
    return () => agent.close();
  });

  const list = async (keyword = name) =>
    (await udt.ok(ENDPOINTS.adminModelList, { as: admin, query: { keyword } })).list;
  const model = async () => (await list())[0] ?? expect.fail("no model");
  const about = ({ model_id }: { model_id: string }) => ({ as: admin, params: { model_id } });
  const save = (of: { model_id: string; version: number }, edited = {}, names = NAMES) => ({
    ...about(of),
    body: { names, edited, version: of.version },
  });
  const seen = (as = member, of = query) => udt.ok(ENDPOINTS.deviceList, { as, query: { ...of, keyword: name } });

  it("come to be by what devices report, once, with what they say, and follow it", async () => {
    expect(await list()).toMatchObject([
      { brand: "Acme", model: name, hardware_model: "AC-9", device_count: 2, told: FACTS, edited: {} },
    ]);
    const entry = await model();
    expect(entry).toMatchObject({ names: { en: "", zh: "", ja: "" }, picture: null, version: 1, user_name: null });
    const { headers } = await udt.call(ENDPOINTS.adminModelGet, about(entry));
    const after = String(headers["x-udt-event-id"]);
    const events = await udt.socket(SOCKETS.events, { as: member, query: { ...query, after } });
    // Another hardware model is another entry, and what is not known yet takes nothing away.
    agent.send({ type: "device", device: report("a", { gpu: "Acme G2", cpu_name: "", readiness: "initializing" }) });
    agent.send({ type: "device", device: report("b", { hardware_model: "AC-9b" }) });
    await until(async () => expect(await list()).toHaveLength(2));
    await until(async () =>
      expect((await list())[0]).toMatchObject({ device_count: 1, told: { ...FACTS, gpu: "Acme G2" } }),
    );
    await until(() =>
      expect(events.json).toContainEqual(expect.objectContaining({ type: "model.changed", model_id: entry.model_id })),
    );
    // A device that does not tell its model is of none.
    agent.send({ type: "device", device: report("b", { model: "", hardware_model: "" }) });
    await until(async () =>
      expect(
        (await udt.ok(ENDPOINTS.deviceList, { as: member, query: { ...query, serial: `b-${count}` } })).list,
      ).toMatchObject([{ model: "", catalogue: null }]),
    );
    expect(await list("")).not.toContainEqual(expect.objectContaining({ model: "" }));
  });

  it("give their devices a name and what was edited, which outranks what these say", async () => {
    const edited = { width: 1080, height: 2400, gpu: "Falcon GPU" };
    const saved = await udt.ok(ENDPOINTS.adminModelUpdate, save(await model(), edited));
    expect(saved).toMatchObject({ names: NAMES, told: FACTS, edited, version: 2, user_name: "admin" });
    const { model_id } = saved;
    const look = { model_id, names: NAMES, picture: null };
    const found = await seen();
    expect(found.list).toHaveLength(2);
    for (const device of found.list) {
      expect(device).toMatchObject({ ...FACTS, ...edited, model: name, catalogue: look });
      expect(device.catalogue).toEqual(look);
      expect(device.edited_facts.toSorted()).toEqual(["gpu", "height", "width"]);
    }
    // They are found by it, in whichever language; and other shows of the device have it as well.
    const { list: called } = await udt.ok(ENDPOINTS.deviceList, {
      as: member,
      query: { ...query, keyword: "ファルコン" },
    });
    expect(called.length).toBeGreaterThanOrEqual(2);
    expect(await list("猎鹰")).toContainEqual(expect.objectContaining({ model_id }));
    const [first] = found.list;
    const params = { device_id: first!.device_id };
    const recent = await udt.ok(ENDPOINTS.deviceTestList, { as: member, query, params });
    expect(recent.device.catalogue).toEqual(look);
    const of = { rules: [], included_device_ids: [first!.device_id], excluded_device_ids: [] };
    const preview = await udt.ok(ENDPOINTS.tagPreview, { as: member, query, body: of });
    expect(preview.included).toMatchObject([{ catalogue: look }]);
    const [listed] = (await udt.ok(ENDPOINTS.agentDevices, { as: admin, params: { agent_id: agent.agent_id } })).list;
    expect(listed?.catalogue).toEqual(look);
    // What is not edited any more is again what they say.
    await udt.ok(ENDPOINTS.adminModelUpdate, save(saved, { gpu: "Falcon GPU" }));
    expect((await seen()).list[0]).toMatchObject({ ...FACTS, gpu: "Falcon GPU", edited_facts: ["gpu"] });
  });

  it("refuse who was slower, and whoever is no administrator", async () => {
    const entry = await model();
    const both = await Promise.all([
      udt.call(ENDPOINTS.adminModelUpdate, save(entry, {}, { ...NAMES, en: "One" })),
      udt.call(ENDPOINTS.adminModelUpdate, save(entry, {}, { ...NAMES, en: "Other" })),
    ]);
    expect(both.map(({ code = "saved" }) => code).toSorted()).toEqual(["model_changed", "saved"]);
    expect(await model()).toMatchObject({ version: 2 });
    for (const as of [member, stranger]) {
      await udt.refused(ENDPOINTS.adminModelList, { as, query: {} }, "admin_only");
      await udt.refused(ENDPOINTS.adminModelGet, { ...about(entry), as }, "admin_only");
      await udt.refused(ENDPOINTS.adminModelUpdate, { ...save(entry), as }, "admin_only");
      await udt.refused(ENDPOINTS.adminModelPicturePut, { ...about(entry), as, body: PNG }, "admin_only");
      await udt.refused(ENDPOINTS.adminModelPictureDelete, { ...about(entry), as }, "admin_only");
    }
    await udt.refused(ENDPOINTS.adminModelGet, about({ model_id: "none" }), "model_not_found");
    for (const edited of [{ width: 10 }, { gpu: " " }, { cpu_cores: 0 }])
      await udt.refused(ENDPOINTS.adminModelUpdate, save(await model(), edited), "invalid_param");
    const named = async (edited: object) =>
      JSON.stringify(await udt.refused(ENDPOINTS.adminModelUpdate, save(await model(), edited), "invalid_param"));
    expect(await named({ width: 10 })).toContain("edited.height");
    expect(await named({ height: 10 })).toContain("edited.width");
    const long = { ...NAMES, ja: "x".repeat(61) };
    await udt.refused(ENDPOINTS.adminModelUpdate, save(await model(), {}, long), "invalid_param");
    const { list: audited } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "model.edit" } });
    expect(audited[0]).toMatchObject({ user_name: "admin", target: `Acme ${name}` });
  });

  it("have a picture, told by its first bytes, for who sees a device of them", async () => {
    const entry = await model();
    const put = (body: Buffer) => ({ ...about(entry), body });
    await udt.refused(ENDPOINTS.adminModelPicturePut, put(Buffer.from("<svg/>")), "image_type");
    await udt.refused(ENDPOINTS.adminModelPicturePut, put(Buffer.from("GIF89a and more")), "model_picture_type");
    await udt.refused(
      ENDPOINTS.adminModelPicturePut,
      put(Buffer.concat([PNG, Buffer.alloc(1024 ** 2)])),
      "body_too_large",
    );
    const { picture } = await udt.ok(ENDPOINTS.adminModelPicturePut, put(PNG));
    expect((await seen()).list[0]?.catalogue?.picture).toBe(picture);
    const get = (as: Person, of: { project: string }) =>
      udt.call(ENDPOINTS.modelPicture, { as, params: { model_id: entry.model_id }, query: { ...of, v: picture! } });
    for (const as of [member, guest]) {
      const sent = await get(as, query);
      expect(sent.headers).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
      expect(sent.text).toContain("and what follows");
    }
    // The other project sees no device of it.
    expect((await get(stranger, other)).code).toBe("model_not_found");
    expect((await udt.call(ENDPOINTS.adminModelPicture, { ...about(entry), query: {} })).text).toContain(
      "and what follows",
    );
    const second = await udt.ok(ENDPOINTS.adminModelPicturePut, put(Buffer.concat([PNG, PNG])));
    expect(second.picture).not.toBe(picture);
    expect((await udt.ok(ENDPOINTS.adminModelPictureDelete, about(entry))).picture).toBeNull();
    expect((await get(member, query)).code).toBe("resource_not_found");
  });

  it("are listed by the page, in an order", async () => {
    const of = {
      as: admin,
      query: { keyword: "Falcon", sort: "device_count" as const, order: "desc" as const, page_size: 1 },
    };
    const first = await udt.ok(ENDPOINTS.adminModelList, of);
    expect(first.list).toHaveLength(1);
    expect(first.total).toBeGreaterThanOrEqual(count);
    const all = await udt.ok(ENDPOINTS.adminModelList, { as: admin, query: { ...of.query, page_size: 100 } });
    const counts = all.list.map(({ device_count }) => device_count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(all.list[0]).toEqual(first.list[0]);
  });
});
