import { readSps, type SpsFacts } from "@udt/video/sps";
import { createTinyH264Wrapper } from "@yume-chan/scrcpy-decoder-tinyh264";
import { DecodeTimer, MAX_WAITING_FRAMES, type Decoder, type DecoderEvents } from "./decoder.ts";
import type { ScreenPacket } from "./screen-packet.ts";
import { yuvToRgba } from "./yuv.ts";

type Wrapper = Awaited<ReturnType<typeof createTinyH264Wrapper>>;

/** tinyh264 copies each packet into a buffer of this size without looking (its TinyH264Decoder.js, `_decBuffer`). */
const MAX_PACKET_BYTES = 1024 * 1024;
/** Constrained baseline; anything else comes out as garbage or not at all. */
const PROFILE_BASELINE = 66;

/** Decodes in software in a worker of its own, for pages on plain http where browsers hide WebCodecs. */
export function createTinyH264Decoder(events: DecoderEvents): Decoder {
  let wrapper: Wrapper | undefined;
  let sps: SpsFacts | undefined;
  let generation = 0;
  let queued: ScreenPacket[] = [];
  let waiting: number[] = [];
  let needsKey = true;
  let rgba: ImageData | undefined;
  const timer = new DecodeTimer();

  const release = () => {
    generation++;
    wrapper?.dispose();
    wrapper = undefined;
    waiting = [];
    queued = [];
  };

  const finish = (yuv: ArrayBuffer, facts: SpsFacts) => {
    const { width, height } = facts;
    const paint = (context: OffscreenCanvasRenderingContext2D) => {
      if (rgba?.width !== width || rgba.height !== height) rgba = new ImageData(width, height);
      yuvToRgba(new Uint8Array(yuv), facts, rgba.data);
      context.putImageData(rgba, 0, 0);
    };
    const ptsUs = waiting.shift() ?? 0;
    events.onPicture({ ptsUs, width, height, paint, close: () => {} }, timer.end(ptsUs));
  };

  const configure = (packet: ScreenPacket) => {
    const facts = readSps(packet.data);
    release();
    sps = undefined;
    // A source that others watch may still send another profile until it has been started anew. A stream that stays so
    // shows no picture, which the worker notices.
    if (facts?.profile !== PROFILE_BASELINE) return;
    sps = facts;
    needsKey = true;
    open(packet, facts).catch((error: unknown) => events.onFailed(String(error)));
  };

  const open = async (config: ScreenPacket, facts: SpsFacts) => {
    const mine = generation;
    const opened = await createTinyH264Wrapper();
    if (mine !== generation) {
      opened.dispose();
      return;
    }
    wrapper = opened;
    opened.onPictureReady(({ data }) => {
      if (mine === generation) finish(data, facts);
    });
    opened.feed(config.data.slice().buffer);
    const held = queued;
    queued = [];
    for (const later of held) feed(later);
  };

  const feed = (packet: ScreenPacket) => {
    if (packet.kind === "key") {
      needsKey = false;
      waiting = [];
    }
    if (needsKey || waiting.length > MAX_WAITING_FRAMES || packet.data.length > MAX_PACKET_BYTES) {
      needsKey = true;
      // Asked with every frame that is dropped, for a request may get lost; the worker sends one now and then.
      events.onKeyFrameNeeded();
      return;
    }
    if (!wrapper) {
      // The wait for the WASM module is bounded by the key frame that follows every overflow.
      if (packet.kind === "key") queued = [];
      if (queued.length <= MAX_WAITING_FRAMES) queued.push(packet);
      return;
    }
    waiting.push(packet.ptsUs);
    timer.start(packet.ptsUs);
    wrapper.feed(packet.data.slice().buffer);
  };

  return {
    name: "tinyh264",
    get undecoded() {
      return waiting.length;
    },
    push(packet) {
      if (packet.kind === "config") configure(packet);
      else if (sps) feed(packet);
    },
    dispose: release,
  };
}
