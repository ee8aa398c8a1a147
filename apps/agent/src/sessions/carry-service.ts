import type { AdbStream } from "@udt/adb";
import type { ServiceStream } from "@udt/driver";

/** Carries bytes both ways until either side ends: ADB streams know no half-open state. Each side holds the other up. */
export async function carryService(client: AdbStream, device: ServiceStream, signal: AbortSignal): Promise<void> {
  const close = () => device.close();
  signal.addEventListener("abort", close, { once: true });
  const up = async (): Promise<void> => {
    const writer = device.writable.getWriter();
    for await (const chunk of client.readable as unknown as AsyncIterable<Uint8Array>) await writer.write(chunk);
  };
  const down = async (): Promise<void> => {
    for await (const chunk of device.readable as unknown as AsyncIterable<Uint8Array>) await client.write(chunk);
  };
  if (signal.aborted) close();
  try {
    // What the device still has to say reaches the client before its end; a client that left hears nothing more.
    const left = up()
      .catch(() => undefined)
      .then(() => client.closed);
    await Promise.race([down(), left]);
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
