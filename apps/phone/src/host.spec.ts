import { afterEach, describe, expect, it } from "vitest";
import { fakeParts } from "../test/fake-parts.ts";
import { type PhoneHost, type StartPhonesOptions, startPhonesWith } from "./host.ts";

const hosts: PhoneHost[] = [];

async function start(options: StartPhonesOptions): Promise<PhoneHost> {
  const host = await startPhonesWith(fakeParts(), options);
  hosts.push(host);
  return host;
}

/** A port that a phone of ours holds, whose lower neighbour is free. */
async function portAfterFreeOne(): Promise<number> {
  for (;;) {
    const { phones } = await start({ count: 1, basePort: 0 });
    const { port } = phones[0]!;
    const below = await start({ count: 1, basePort: port - 1 }).catch(() => undefined);
    await below?.stop();
    if (below) return port;
  }
}

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});

describe("startPhones", () => {
  it("alternates plain and folding phones, each with its own serial, port and boot id", async () => {
    const { phones } = await start({ count: 4, basePort: 0 });
    expect(phones.map(({ serial }) => serial)).toEqual(["virtual-1", "virtual-2", "virtual-3", "virtual-4"]);
    expect(phones.map(({ phone }) => phone.system.profile.folded !== undefined)).toEqual([false, true, false, true]);
    expect(new Set(phones.map(({ port }) => port)).size).toBe(4);
    expect(new Set(phones.map(({ phone }) => phone.system.bootId)).size).toBe(4);
    expect(new Set(phones.map(({ phone }) => phone.system.settings.get("secure", "android_id"))).size).toBe(4);
  });

  it("leaves no phone running when one port is taken", async () => {
    const port = await portAfterFreeOne();
    await expect(start({ count: 2, basePort: port - 1 })).rejects.toThrow("EADDRINUSE");
    // The one that had started has given its port back.
    const retry = await start({ count: 1, basePort: port - 1 });
    expect(retry.phones[0]!.port).toBe(port - 1);
  });

  it("frees its ports on stop", async () => {
    const first = await start({ count: 1, basePort: 0 });
    const port = first.phones[0]!.port;
    await first.stop();
    expect(first.phones[0]!.phone.isReachable).toBe(false);
    const second = await start({ count: 1, basePort: port });
    expect(second.phones[0]!.port).toBe(port);
  });

  it("refuses what does not fit its storage", async () => {
    const { phones } = await start({ count: 1, basePort: 0, storageBytes: 100 });
    const { files } = phones[0]!.phone.system;
    expect(() => files.write("/sdcard/large", new Uint8Array(101))).toThrow("ENOSPC");
  });
});
