/** Every endpoint of a project that names a device, and every list of one, by projects that see the device and projects that do not. */
import { beforeAll, expect, it } from "vitest";
import { ENDPOINTS, isProjectScoped, type Endpoint } from "@udt/contract";
import { sql } from "../src/platform/database/sql.ts";
import { onEachDatabase } from "./databases.ts";
import { TestServer, type Person } from "./harness.ts";
import { queryOf } from "./needed-query.ts";
import { deviceReport } from "./scripted-agent.ts";
import { WALKED_PARAMS } from "./walked-params.ts";

const SERIAL = "GIVEN-7531";
const OF_DEVICE = (Object.values(ENDPOINTS) as Endpoint[]).filter(
  ({ access, path }) => isProjectScoped(access) && path.includes("{device_id}") && !path.includes("{test_id}"),
);
/** What reads, in a project, and names neither a device nor anything else. */
const LISTS = (Object.values(ENDPOINTS) as Endpoint[]).filter(
  ({ access, path, method }) => isProjectScoped(access) && method === "GET" && !path.includes("{"),
);
/** What a device is refused as, that somebody does not see. */
const UNSEEN = new Set(["device_not_in_project", "device_not_found"]);

onEachDatabase("a device that is given", (open) => {
  let udt: TestServer;
  let [admin, here, there] = [] as unknown as [Person, Person, Person];
  let device_id: string;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("admin", { udt_admin: true });
    [here, there] = [await udt.person("here"), await udt.person("there")];
    await udt.project("its-agents", [{ person: here, user_type: 1 }]);
    await udt.project("another", [{ person: there, user_type: 1 }]);
    await (await udt.agent("lab", ["its-agents"])).connect([deviceReport(SERIAL)]);
    const { list } = await udt.ok(ENDPOINTS.adminDeviceList, { as: admin });
    device_id = list[0]!.device_id;
    const body = { device_id, text: "Its glass is broken" };
    await udt.ok(ENDPOINTS.workOrderCreate, { as: here, query: { project: "its-agents" }, body });
    return () => udt.dispose();
  });

  const called = (endpoint: Endpoint, as: Person, project: string) =>
    udt.call(endpoint, {
      as,
      query: { ...queryOf(endpoint.name), project },
      params: Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
          name,
          name === "device_id" ? device_id : (WALKED_PARAMS[name] ?? "unknown"),
        ]),
      ),
      ...(endpoint.method !== "GET" && { body: { text: "x", reason: "x", name: "x" } }),
    });
  /** What of all that names the device, or lists devices, lets a project at it. */
  async function seenBy(as: Person, project: string): Promise<string[]> {
    const seen: string[] = [];
    for (const endpoint of OF_DEVICE) {
      const { code } = await called(endpoint, as, project);
      if (!UNSEEN.has(code ?? "")) seen.push(endpoint.name);
    }
    for (const endpoint of LISTS)
      if ((await called(endpoint, as, project)).text.includes(SERIAL)) seen.push(endpoint.name);
    return seen;
  }
  const give = (body: object) => udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body });

  it("is seen by those alone that it is given to, whatever they ask", async () => {
    const whole = await seenBy(here, "its-agents");
    expect(whole).toEqual(expect.arrayContaining(["deviceGet", "devicePlace", "deviceList", "workOrderList"]));
    expect(await seenBy(there, "another")).toEqual([]);
    await give({ given_to: "projects", project_ids: ["another"] });
    expect(await seenBy(here, "its-agents")).toEqual([]);
    expect(await seenBy(there, "another")).toEqual(
      expect.arrayContaining(["deviceGet", "deviceList", "workOrderList"]),
    );
    await give({ given_to: "all" });
    expect(await seenBy(here, "its-agents")).not.toEqual([]);
    expect(await seenBy(there, "another")).not.toEqual([]);
  });

  it("is seen by none where it is given to nobody, or in no way that is known", async () => {
    await give({ given_to: "projects" });
    for (const [as, project] of [
      [here, "its-agents"],
      [there, "another"],
    ] as const)
      expect(await seenBy(as, project)).toEqual([]);
    await udt.server.database.db.execute(sql`update devices set given_to = 'whatever comes'`);
    expect(await seenBy(here, "its-agents")).toEqual([]);
  });
});
