import { beforeEach, expect, it } from "vitest";
import { must } from "@udt/base";
import { ENDPOINTS, type OrderTrigger } from "@udt/contract";
import { startMailbox } from "@udt/testkit";
import { onEachDatabase } from "../../../test/databases.ts";
import { until, type TestAgent } from "../../../test/harness.ts";
import { notificationsBench } from "../../../test/notifications-bench.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const FAULT = "The screen stays dark";

onEachDatabase("a message about a work order", (open) => {
  const at = notificationsBench(open, startMailbox);
  let agent: TestAgent;
  let device_id: string;

  beforeEach(async () => {
    agent = await at.udt.agent(`agent of ${at.project}`, [at.project]);
    await agent.connect([deviceReport(`serial-of-${at.project}`, { model: "Dark One" })]);
    device_id = (await at.udt.ok(ENDPOINTS.deviceList, { as: at.owner, query: at.query })).list[0]!.device_id;
  });

  const bind = (channels: string[], event: OrderTrigger) =>
    at.udt.ok(ENDPOINTS.triggerCreate, {
      as: at.owner,
      query: at.query,
      body: { buss_type: "device", event, channels },
    });
  const report = () =>
    at.udt.ok(ENDPOINTS.workOrderCreate, { as: at.member, query: at.query, body: { device_id, text: FAULT } });
  const close = (number: number) =>
    at.udt.ok(ENDPOINTS.workOrderMove, {
      as: at.owner,
      query: at.query,
      params: { number },
      body: { state: "processed" },
    });

  it("goes out when a device is reported as broken and when it is mended, with what is known", async () => {
    const program = await at.make(at.program());
    const mail = await at.make(at.email);
    await bind([program.id, mail.id], "open-order");
    await bind([program.id], "close-order");
    const { number } = await report();
    await until(() => expect([at.receiver.received.length, at.mailbox.mails.length]).toEqual([1, 1]));
    const url = `/${at.project}/management/device/${device_id}/issue?number=${number}`;
    expect(at.receiver.received[0]!.json).toMatchObject({
      event: "open-order",
      title: "Device broken: Dark One",
      link: `https://udt.example.com${url}`,
      order: {
        number,
        device_id,
        device_name: "Dark One",
        source: "person",
        step: null,
        text: FAULT,
        reporter_name: "Mei",
      },
    });
    expect(at.mailbox.mails[0]).toMatchObject({ raw: expect.stringContaining(FAULT) as string });
    await close(number);
    await until(() => expect(at.receiver.received).toHaveLength(2));
    expect(at.receiver.received[1]!.json).toMatchObject({
      event: "close-order",
      title: "Device mended: Dark One",
      order: { number, closed_by: "person", closer_name: "Olga", closed_at: expect.any(Number) as number },
    });
    expect(at.mailbox.mails).toHaveLength(1);
    const events = (await at.log()).map(({ event }) => event);
    expect(events.toSorted()).toEqual(["close-order", "open-order", "open-order"]);
  });

  it("goes to no project that does not see the device, and to none that did not ask", async () => {
    const channel = await at.make(at.program());
    await bind([channel.id], "close-order");
    const elsewhere = await at.udt.project(`${at.project}-elsewhere`, [{ person: at.owner, user_type: 1 }]);
    const there = { as: at.owner, query: { project: elsewhere } };
    const { id } = await at.udt.ok(ENDPOINTS.channelCreate, { ...there, body: at.program() });
    const body = { buss_type: "device" as const, event: "open-order" as const, channels: [id] };
    await at.udt.ok(ENDPOINTS.triggerCreate, { ...there, body });
    await report();
    expect(await at.log()).toEqual([]);
    expect((await at.udt.ok(ENDPOINTS.deliveryList, there)).list).toEqual([]);
  });

  it("tells who is to see to it in the project that chose them, and nobody of what they took on themselves", async () => {
    const channel = await at.make(at.program());
    await bind([channel.id], "assign-order");
    const elsewhere = await at.udt.project(`${at.project}-beside`, [{ person: at.owner, user_type: 1 }]);
    const there = { as: at.owner, query: { project: elsewhere } };
    const { id } = await at.udt.ok(ENDPOINTS.channelCreate, { ...there, body: at.program() });
    const trigger = { buss_type: "device" as const, event: "assign-order" as const, channels: [id] };
    await at.udt.ok(ENDPOINTS.triggerCreate, { ...there, body: trigger });
    // The device of an agent that serves both.
    const both = await at.udt.agent(`both of ${at.project}`, [at.project, elsewhere]);
    await both.connect([deviceReport(`both-${at.project}`, { model: "Seen Twice" })]);
    const { list } = await at.udt.ok(ENDPOINTS.deviceList, there);
    const body = { device_id: must(list[0], "device").device_id, text: FAULT };
    const { number } = await at.udt.ok(ENDPOINTS.workOrderCreate, { ...there, body });
    const second = await at.udt.person(`second of ${at.project}`);
    await at.udt.ok(ENDPOINTS.memberAdd, {
      as: at.owner,
      params: { project_id: at.project },
      body: { user_id_list: [second.user_id], user_type: 1 },
    });
    const assign = (user_id: string | null, instead_of: string | null) =>
      at.udt.ok(ENDPOINTS.workOrderAssign, {
        as: at.owner,
        query: at.query,
        params: { number },
        body: { user_id, instead_of },
      });
    await assign(at.owner.user_id, null);
    await assign(null, at.owner.user_id);
    await assign(second.user_id, null);
    await until(() => expect(at.receiver.received).toHaveLength(1));
    expect(at.receiver.received[0]!.json).toMatchObject({
      event: "assign-order",
      title: "Work order assigned: Seen Twice",
      order: { number, assignee_name: `second of ${at.project}` },
    });
    expect((await at.udt.ok(ENDPOINTS.deliveryList, there)).list).toEqual([]);
    expect(await at.log()).toHaveLength(1);
  });

  it("is of devices: its trigger names no task, and no event of tests", async () => {
    const channel = await at.make(at.program());
    const call = { as: at.owner, query: at.query };
    const of = (change: object) => ({
      ...call,
      body: { buss_type: "device", event: "open-order", channels: [channel.id], ...change },
    });
    const refused = async (change: object) => {
      const answer = await at.udt.call(ENDPOINTS.triggerCreate, of(change) as never);
      expect(answer.code).toBe("invalid_param");
      return (answer.data as { issues: { field: string; rule: string }[] }).issues;
    };
    expect(await refused({ event: "end-test" })).toEqual([{ field: "event", rule: "trigger_event" }]);
    expect(await refused({ job_id: "j1" })).toEqual([{ field: "job_id", rule: "trigger_device" }]);
    await at.udt.ok(ENDPOINTS.triggerCreate, of({}) as never);
    const listed = async (buss_type?: "gce" | "device") =>
      (await at.udt.ok(ENDPOINTS.triggerList, { ...call, query: { ...at.query, ...(buss_type && { buss_type }) } }))
        .total;
    expect([await listed(), await listed("device"), await listed("gce")]).toEqual([1, 1, 0]);
    expect(await refused({ buss_type: "gce" })).toMatchObject([{ field: "event" }]);
  });
});
