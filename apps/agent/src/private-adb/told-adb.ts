import type { AdbCapability } from "@udt/driver";

/**
 * The same device, telling of whatever its clients do with it: they opened a service, sent it something (an Appium server's
 * clients keep one connection for everything), or it came to its end.
 */
export function toldAdb(adb: AdbCapability, onUse: () => void): AdbCapability {
  return {
    about: () => adb.about(),
    breaks: () => adb.breaks(),
    async open(service, signal) {
      onUse();
      const stream = await adb.open(service, signal);
      const writer = stream.writable.getWriter();
      void writer.closed.then(onUse, onUse);
      const writable = new WritableStream<Uint8Array>({
        write(bytes) {
          onUse();
          return writer.write(bytes);
        },
        close: () => writer.close(),
        abort: (reason) => writer.abort(reason),
      });
      return { readable: stream.readable, writable, close: () => stream.close() };
    },
  };
}
