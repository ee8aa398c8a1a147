import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { androidAt, keepPhones } from "../../test/harness.ts";
import { deviceFault } from "./device-check.ts";

test("tells a phone that is well from one that is frozen and one that is lost", async () => {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const provider = androidAt(host.phones[0]!.port);
  await new Promise<void>((resolve) => provider.changed.on(resolve));
  const [device] = provider.list();
  const { phone } = host.phones[0]!;

  expect(await deviceFault(device!)).toBeNull();
  phone.system.faults.delay_ms = 600_000;
  expect(await deviceFault(device!, 500)).toMatchObject({ code: "device_silent" });
  phone.system.faults.delay_ms = 0;
  phone.drop(Infinity);
  expect(await deviceFault(device!)).toMatchObject({ code: "device_connection_lost" });
  expect(device!.capabilities.adb!.breaks()).toBe(1);
});
