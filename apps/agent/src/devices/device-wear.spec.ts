import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, makeReady, startSession } from "../../test/harness.ts";

const GIB = 1024 ** 3;

test("a phone tells how worn it is, anew after each session, and nothing where that is little", async () => {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const { faults } = first.phone.system;
  expect(device.battery_celsius).toBeGreaterThan(20);
  expect(device.battery_celsius).toBeLessThan(45);
  expect(device).toMatchObject({ battery_cycles: 0 });
  expect(device.free_bytes).toBeGreaterThan(GIB / 2);

  let lease_token = 0;
  const reports = () => server.received.filter((message) => message.type === "device");
  /** What is told of the phone once a session with it is over. */
  const after = async (change: Partial<typeof faults>, wanted: object) => {
    const from = server.received.length;
    const lease = await startSession(server, device, ++lease_token);
    Object.assign(faults, change);
    await server.request({ type: "session_stop", ...lease });
    await server.until("session", ({ session }) => session.lease_token === lease_token && session.state === "cleaned");
    await eventually(() => expect(reports().at(-1)?.device).toMatchObject(wanted));
    return server.received.slice(from).filter((message) => message.type === "device").length;
  };
  expect(await after({ hot_battery: "warm" }, { battery_celsius: 47 })).toBe(1);
  expect(await after({ hot_battery: "hot", disk_full: true }, { battery_celsius: 52, free_bytes: 0 })).toBe(1);
  // As it was: nothing is told, until something else is.
  expect(await after({}, { battery_celsius: 52 })).toBe(0);
  const cool = { battery_celsius: expect.closeTo(28, -1) as number };
  expect(await after({ hot_battery: "none", disk_full: false }, cool)).toBe(1);
  expect(reports().at(-1)?.device.free_bytes).toBeGreaterThan(GIB / 2);
});
