import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("devices that their agent cannot read", (open) => {
  let udt: TestServer;
  let ada: Person;
  const project = "alpha";
  const shown = async () => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project } });
    return list.map(({ serial, model, state, state_reason }) => [serial, model, state, state_reason?.code ?? null]);
  };
  const shows = (expected: unknown) => until(async () => expect(await shown()).toEqual(expected));

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
  });
  afterAll(() => udt.dispose());

  it("are as they were before but for their state, which says why; others are not known", async () => {
    const agent = await udt.agent();
    const [one, two] = [deviceReport("s-1", { model: "Alpha" }), deviceReport("s-2", { model: "Beta" })];
    await agent.connect([one, two]);
    agent.close();
    const starting = { readiness: "initializing", reason: say("device_starting") } as const;
    await agent.connect([], {
      unread: [
        { serial: "s-1", ...starting },
        { serial: "new", ...starting },
      ],
    });
    await shows([
      ["s-1", "Alpha", "initializing", "device_starting"],
      ["s-2", "Beta", "offline", "device_not_listed"],
    ]);
    const failed = { readiness: "failed", reason: say("device_not_ready", {}, "no answer") } as const;
    agent.send({ type: "device_unread", device: { serial: "s-1", ...failed } });
    await shows([
      ["s-1", "Alpha", "initialization_failed", "device_not_ready"],
      ["s-2", "Beta", "offline", "device_not_listed"],
    ]);
    const other = await udt.agent("other");
    await other.connect([], { unread: [{ serial: "s-1", ...starting }] });
    await other.flushed();
    agent.send({ type: "device", device: one });
    await shows([
      ["s-1", "Alpha", "idle", null],
      ["s-2", "Beta", "offline", "device_not_listed"],
    ]);
    agent.send({ type: "device_unread", device: { serial: "s-1", ...starting } });
    agent.send({ type: "device_gone", serial: "s-1", reason: say("device_not_listed") });
    await shows([
      ["s-1", "Alpha", "offline", "device_not_listed"],
      ["s-2", "Beta", "offline", "device_not_listed"],
    ]);
    for (const each of [agent, other]) each.close();
  });
});
