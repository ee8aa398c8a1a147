import { backoffMs, delay, saidInEnglish } from "@udt/base";
import { type Adb, AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { isByNetwork } from "./adb-tcp.ts";
import { ATTACHED_STATES, isOffline, saidOfState } from "./attached-states.ts";
import { Reconnects } from "./reconnects.ts";
import { settleQuietly, withSignal } from "../../with-signal.ts";

const RETRY_CAP_MS = 5_000;

/**
 * Follows the device list of an adb server until the signal, and hands over a client for each device that is ready. A
 * server that is not there is no fault: it is looked for again. Each client ends by itself when its device leaves.
 */
export async function watchAdbServer(
  address: { host: string; port: number },
  options: {
    /** May reject; the device is then tried again when the list changes. */
    onDevice: (adb: Adb, serial: string) => Promise<void>;
    log: (level: "info" | "warn", message: string, facts: Record<string, unknown>) => void;
    signal: AbortSignal;
  },
): Promise<void> {
  const { signal } = options;
  const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: address.host, port: address.port }));
  for (let attempt = 0; !signal.aborted; attempt++) {
    const watched = await watchOnce(client, options).catch(() => false);
    if (watched) attempt = 0;
    await delay(backoffMs(attempt, 500, RETRY_CAP_MS), signal).catch(() => undefined);
  }
}

/** Resolves with true when the server went away after it had been there. */
async function watchOnce(client: AdbServerClient, options: Parameters<typeof watchAdbServer>[1]): Promise<boolean> {
  const { signal, log } = options;
  // Not the library's `trackDevices`, which leaves out phones that are offline, whatever it is asked to include.
  const lists = await client.createConnection("host:track-devices-l");
  const known = new Map<bigint, string>();
  const reconnects = new Reconnects({
    reconnect: (transportId) => client.reconnectDevice({ transportId }),
    log,
  });

  const adopt = async (transportId: bigint, serial: string) => {
    const adb = await client.createAdb({ transportId });
    try {
      await options.onDevice(adb, serial);
    } catch (error) {
      settleQuietly(() => adb.close());
      throw error;
    }
  };
  const look = (devices: readonly AdbServerClient.Device[]) => {
    for (const id of known.keys()) {
      if (!devices.some((device) => device.transportId === id)) known.delete(id);
    }
    // Those by network adb dials again by itself for ten minutes; to reconnect one would make it forget it instead.
    reconnects.look(devices.filter(({ serial, state }) => isOffline(state) && !isByNetwork(serial)));
    for (const { transportId, serial, state } of devices) {
      const said = saidOfState(state);
      if (said && known.get(transportId) !== state) {
        known.set(transportId, state);
        log("warn", "a phone on the adb server cannot be used", {
          serial,
          code: said.code,
          what_to_do: saidInEnglish(said),
        });
      }
      if (state !== "device" || ["adopting", "adopted"].includes(known.get(transportId) ?? "")) continue;
      known.set(transportId, "adopting");
      adopt(transportId, serial).then(
        () => known.has(transportId) && known.set(transportId, "adopted"),
        (error: unknown) => {
          known.delete(transportId);
          if (!signal.aborted)
            log("warn", "device on the adb server does not answer", { serial, error: String(error) });
        },
      );
    }
  };

  log("info", "watching the adb server", {});
  try {
    for (;;) {
      const list = await withSignal(Promise.resolve(lists.readString()), signal);
      look(AdbServerClient.parseDeviceList(list, ATTACHED_STATES));
    }
  } catch (error) {
    signal.throwIfAborted();
    log("info", "the adb server went away", { error: String(error) });
  } finally {
    reconnects.dispose();
    settleQuietly(() => lists.dispose());
  }
  return true;
}
