import { Adb, type AdbIncomingSocketHandler, type AdbSocket, type AdbTransport } from "@yume-chan/adb";

/** A device as one user of it has it: what was opened through `adb` is closed with `close`, and nothing else. */
export interface OwnedSockets {
  adb: Adb;
  /** Also closes what is still being opened, once it is open. */
  close(): Promise<void>;
}

/**
 * Remembers the sockets that are opened to a device, also by the device. The scrcpy client keeps the streams of its sockets and
 * not the sockets, and closing the command that started its server ends no server: a command without a terminal gets no
 * signal when its reader goes (`Subprocess::PassDataStreams` sends one for the shell protocol alone,
 * https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/daemon/shell_service.cpp).
 * What ends it is that nobody takes its picture any more.
 */
export function ownSockets(of: Adb): OwnedSockets {
  const { transport } = of;
  const sockets = new Set<AdbSocket>();
  let isClosed = false;
  const own = async (socket: AdbSocket): Promise<AdbSocket> => {
    if (isClosed) await socket.close();
    sockets.add(socket);
    void socket.closed.then(() => sockets.delete(socket));
    return socket;
  };
  const owning: AdbTransport = {
    serial: transport.serial,
    maxPayloadSize: transport.maxPayloadSize,
    banner: transport.banner,
    disconnected: transport.disconnected,
    clientFeatures: transport.clientFeatures,
    connect: async (service) => own(await transport.connect(service)),
    addReverseTunnel: (handler: AdbIncomingSocketHandler, address) =>
      transport.addReverseTunnel(async (socket) => handler(await own(socket)), address),
    removeReverseTunnel: (address) => transport.removeReverseTunnel(address),
    clearReverseTunnels: () => transport.clearReverseTunnels(),
    // The device is others' as well.
    close: () => undefined,
  };
  return {
    adb: new Adb(owning),
    async close() {
      isClosed = true;
      // One that is gone already cannot be told.
      await Promise.allSettled([...sockets].map(async (socket) => socket.close()));
    },
  };
}
