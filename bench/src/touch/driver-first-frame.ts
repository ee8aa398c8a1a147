import type { Device } from "@udt/driver";
import type { BareDecoder } from "./bare-decoder.ts";

/** Milliseconds from opening the driver's screen to its first decoded picture; the source is given back. */
export async function firstFrameAtDriver(device: Device, decoder: BareDecoder): Promise<number> {
  const signal = AbortSignal.timeout(30_000);
  const started = performance.now();
  const picture = decoder.next();
  const source = await device.capabilities.screen!.open({ baseline: false }, (event) => decoder.take(event), signal);
  const sample = (await picture) - started;
  await source.dispose();
  return sample;
}
