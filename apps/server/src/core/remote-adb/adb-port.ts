import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { UdtError } from "@udt/contract";
import type { AdbSettings } from "../../platform/settings-adb.ts";

/**
 * The first port of the range that is free, listened to.
 * @throws UdtError remote_adb_off, remote_adb_no_port
 */
export async function openAdbPort(
  { ports, host }: AdbSettings,
  onSocket: (socket: Socket) => void,
): Promise<{ server: Server; port: number }> {
  if (ports === undefined) throw new UdtError("remote_adb_off");
  for (let port = ports.first; port <= ports.last; port++) {
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 15_000 }, onSocket);
    try {
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
      return { server, port: (server.address() as AddressInfo).port };
    } catch (error) {
      // Another session has it, or another program.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    }
  }
  throw new UdtError("remote_adb_no_port");
}
