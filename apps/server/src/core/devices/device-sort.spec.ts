import { must } from "@udt/base";
import { ENDPOINTS, say, type UiLanguage } from "@udt/contract";
import { DEVICE_SORTS, type DeviceSort } from "@udt/contract/endpoints/devices";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("lists of devices", (open) => {
  let udt: TestServer;
  let admin: Person;
  let owner: Person;
  let agent: TestAgent;
  const query = { project: "sorted" };
  const names = ({ list }: { list: { serial: string }[] }) => list.map(({ serial }) => serial).join("");
  const sorted = async (sort: DeviceSort, order: "asc" | "desc", language: UiLanguage = "en") => {
    const asked = { sort, order, language, page_size: 2 };
    const pages = [1, 2].map((page_num) => ({ ...asked, page_num }));
    const own = await Promise.all(
      pages.map((page) => udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, ...page } })),
    );
    const all = await Promise.all(pages.map((page) => udt.ok(ENDPOINTS.adminDeviceList, { as: admin, query: page })));
    expect(all.map(names)).toEqual(own.map(names));
    return own.map(names).join("");
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
    owner = await udt.person("owner");
    await udt.project("sorted", [{ person: owner, user_type: 1 }]);
    agent = await udt.agent("sorted", ["sorted"]);
    const of = { battery_charging: false } as const;
    await agent.connect([
      deviceReport("A", { model: "Z", os_version: "9", battery_level: 40, ...of }),
      deviceReport("B", { model: "Y", os_version: "12.0.1", battery_level: 5, ...of }),
      deviceReport("C", { model: "X", os_version: "12", battery_level: 100, ...of }),
    ]);
  });
  afterAll(() => udt.dispose());

  it.each([
    ["name", "CBA", "ABC"],
    ["serial", "ABC", "CBA"],
    // As versions: 9 is below 12.
    ["os_version", "ACB", "BCA"],
    ["battery", "BAC", "CAB"],
  ] as const)("are sorted by %s, both ways and page by page", async (sort, up, down) => {
    expect(await sorted(sort, "asc")).toBe(up);
    expect(await sorted(sort, "desc")).toBe(down);
  });

  it("have what is not known of a device last, and those that are alike by their names", async () => {
    const facts = { model: "A", os_version: "9", battery_level: null };
    agent.send({ type: "device", device: deviceReport("D", facts) });
    await until(async () => expect(await sorted("serial", "asc")).toBe("ABCD"));
    expect(await sorted("battery", "asc")).toBe("BACD");
    expect(await sorted("battery", "desc")).toBe("CABD");
    expect(await sorted("os_version", "asc")).toBe("DACB");
  });

  it("are sorted by state and by when a device was last seen", async () => {
    udt.clock.turn(60_000);
    agent.send({ type: "device_gone", serial: "B", reason: say("device_connection_lost") });
    await until(async () => expect(await sorted("state", "desc")).toMatch(/^B/));
    udt.clock.turn(60_000);
    await agent.heartbeat();
    await until(async () => expect(await sorted("last_seen", "asc")).toMatch(/^B/));
    expect(await sorted("last_seen", "desc")).toMatch(/B$/);
    expect(await sorted("state", "asc")).toMatch(/B$/);
  });

  it("begin by name, and take no other word for what they are sorted by", async () => {
    expect(DEVICE_SORTS[0]).toBe("name");
    expect(names(await udt.ok(ENDPOINTS.deviceList, { as: owner, query }))).toBe("DCBA");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, sort: "name" } });
    expect(list).toHaveLength(4);
    await udt.refused(ENDPOINTS.deviceList, { as: owner, query: { ...query, sort: "colour" } }, "invalid_param");
  });

  it("are sorted by the names that are shown, in each language", async () => {
    const { list } = await udt.ok(ENDPOINTS.adminModelList, { as: admin, query: {} });
    const { model_id, version } = must(
      list.find(({ model }) => model === "X"),
      "C's model",
    );
    const body = { names: { en: "Zz", zh: "0", ja: "" }, edited: {}, version };
    await udt.ok(ENDPOINTS.adminModelUpdate, { as: admin, params: { model_id }, body });
    expect(await sorted("name", "asc", "zh")).toBe("CDBA");
    expect(await sorted("name", "desc", "zh")).toBe("ABDC");
    expect(await sorted("name", "asc")).toBe("DBAC");
    // Where it has no name in the reader's language it is shown by its English one.
    expect(await sorted("name", "asc", "ja")).toBe("DBAC");
  });
});
