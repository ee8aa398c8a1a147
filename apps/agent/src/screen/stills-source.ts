import type { ScreenEvent, ScreenSource } from "@udt/driver";
import { delay } from "@udt/base";

const INTERVAL_MS = 500;
const FAILURES_MAX = 5;

/**
 * Pictures taken one after another, never more than two a second, and only told when they differ: the last resort for a
 * device without video, and for a browser that can decode none.
 */
export async function openStills(
  capture: (signal: AbortSignal) => Promise<Uint8Array>,
  onEvent: (event: ScreenEvent) => void,
  signal: AbortSignal,
): Promise<ScreenSource> {
  const stopping = new AbortController();
  const both = AbortSignal.any([signal, stopping.signal]);
  const ended = Promise.withResolvers<string>();
  let last: Buffer | undefined;

  const take = async () => {
    const picture = Buffer.from(await capture(both));
    if (last?.equals(picture)) return;
    if (picture.length > 24 && picture.readUInt32BE(0) === 0x89504e47) {
      // The IHDR chunk of a PNG: width at 16, height at 20.
      const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
      if (!last || last.readUInt32BE(16) !== width || last.readUInt32BE(20) !== height)
        onEvent({ type: "size", width, height });
    }
    last = picture;
    onEvent({ type: "packet", kind: "still", pts_us: BigInt(Math.round(performance.now() * 1000)), data: picture });
  };

  onEvent({ type: "meta", source: "stills", codec: "picture" });
  await take();
  const loop = async () => {
    let failures = 0;
    while (!both.aborted) {
      await delay(INTERVAL_MS, both);
      try {
        await take();
        failures = 0;
      } catch (error) {
        failures++;
        if (failures >= FAILURES_MAX) throw error;
      }
    }
  };
  loop().catch((error: unknown) =>
    ended.resolve(`screenshots fail: ${error instanceof Error ? error.message : String(error)}`),
  );

  return {
    requestKeyFrame() {
      last = undefined;
    },
    input: undefined,
    ended: ended.promise,
    dispose() {
      stopping.abort(new Error("closed"));
      ended.resolve("closed");
      return Promise.resolve();
    },
  };
}
