import type { Decoder, DecoderEvents } from "./decoder.ts";
import type { ScreenPacket } from "./screen-packet.ts";

/** Shows single pictures. While one is being unpacked only the newest of those that arrive is kept. */
export function createStillsDecoder(events: DecoderEvents): Decoder {
  let busy = false;
  let next: ScreenPacket | undefined;
  let disposed = false;

  const show = async (packet: ScreenPacket) => {
    busy = true;
    const startedAt = performance.now();
    try {
      const bitmap = await createImageBitmap(new Blob([packet.data]));
      const { width, height } = bitmap;
      const paint = (context: OffscreenCanvasRenderingContext2D) => context.drawImage(bitmap, 0, 0);
      const picture = { ptsUs: packet.ptsUs, width, height, paint, close: () => bitmap.close() };
      if (disposed) bitmap.close();
      else events.onPicture(picture, performance.now() - startedAt);
    } catch (error) {
      if (!disposed) events.onFailed(String(error));
    }
    busy = false;
    const newest = next;
    next = undefined;
    if (newest && !disposed) void show(newest);
  };

  return {
    name: "stills",
    undecoded: 0,
    push(packet) {
      if (packet.kind !== "still") return;
      if (busy) next = packet;
      else void show(packet);
    },
    dispose() {
      disposed = true;
    },
  };
}
