import { rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AndroidProvider, fileCredentialStore } from "@udt/agent";
import { fail } from "@udt/base";
import type { Device } from "@udt/driver";
import { until } from "@udt/testkit";

/** The Android driver straight on one phone, with no session, stream, server or browser in between. */
export async function openDriver(address: string): Promise<{ device: Device; dispose(): Promise<void> }> {
  const [host = "", port] = address.split(":");
  const keyDir = mkdtempSync(join(tmpdir(), "udt-bench-"));
  const provider = new AndroidProvider({
    adb_server: null,
    direct: [{ host, port: Number(port) }],
    credentialStore: fileCredentialStore(join(keyDir, "adb-key")),
    serverFile: { get: () => Promise.resolve(fail("the virtual phone brings its own")) },
    log: () => {},
  });
  const device = await until("the phone behind the driver", () => provider.list()[0]);
  return {
    device,
    async dispose() {
      await provider.dispose();
      rmSync(keyDir, { recursive: true, force: true });
    },
  };
}
