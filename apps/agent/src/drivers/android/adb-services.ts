import type { AdbCapability, ServiceStream } from "@udt/driver";
import type { Adb, AdbSocket } from "@yume-chan/adb";
import { settleQuietly, withSignal } from "../../with-signal.ts";
import { orLost } from "./shell.ts";

const streamOf = (socket: AdbSocket): ServiceStream => ({
  readable: socket.readable as unknown as ReadableStream<Uint8Array>,
  writable: socket.writable as unknown as WritableStream<Uint8Array>,
  close: () => settleQuietly(() => socket.close()),
});

export function adbCapability(adbNow: () => Adb, breaks: () => number): AdbCapability {
  return {
    breaks,
    about() {
      const { banner, deviceFeatures } = adbNow();
      const { product = "", model = "", device = "" } = banner;
      return { product, model, device, features: deviceFeatures };
    },
    async open(service, given) {
      const adb = adbNow();
      const signal = orLost(adb, given);
      const late = (socket: AdbSocket) => settleQuietly(() => socket.close());
      return streamOf(await withSignal(adb.createSocket(service), signal, late));
    },
  };
}
