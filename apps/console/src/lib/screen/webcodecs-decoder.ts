import { readSps } from "@udt/video/sps";
import { DecodeTimer, MAX_WAITING_FRAMES, type Decoder, type DecoderEvents } from "./decoder.ts";
import type { ScreenPacket } from "./screen-packet.ts";

const MAX_ERRORS_WITHOUT_PICTURE = 3;

/**
 * The browser's own decoder, fed Annex B: without a `description` the parameter sets must precede each key frame in the
 * chunk itself (https://www.w3.org/TR/webcodecs-avc-codec-registration/#videodecoderconfig-description).
 */
export function createWebCodecsDecoder(events: DecoderEvents): Decoder {
  let decoder: VideoDecoder | undefined;
  let parameterSets: Uint8Array<ArrayBuffer> | undefined;
  let configured = "";
  let needsKey = true;
  let errors = 0;
  const timer = new DecodeTimer();

  const lostPlace = () => {
    needsKey = true;
    events.onKeyFrameNeeded();
  };

  const close = () => {
    if (decoder && decoder.state !== "closed") decoder.close();
    decoder = undefined;
    configured = "";
  };

  const open = (codec: string, shape: string) => {
    close();
    const opened = new VideoDecoder({
      output(frame) {
        if (decoder !== opened) {
          frame.close();
          return;
        }
        errors = 0;
        const picture = {
          ptsUs: frame.timestamp,
          width: frame.displayWidth,
          height: frame.displayHeight,
          paint: (context: OffscreenCanvasRenderingContext2D) =>
            context.drawImage(frame, 0, 0, frame.displayWidth, frame.displayHeight),
          close: () => frame.close(),
        };
        events.onPicture(picture, timer.end(frame.timestamp));
      },
      error(error) {
        if (decoder !== opened) return;
        decoder = undefined;
        configured = "";
        if (error.name === "NotSupportedError" || ++errors >= MAX_ERRORS_WITHOUT_PICTURE)
          events.onFailed(error.message);
        else lostPlace();
      },
    });
    decoder = opened;
    configured = shape;
    opened.configure({ codec, optimizeForLatency: true });
  };

  const pushKey = (packet: ScreenPacket) => {
    const sps = readSps(parameterSets ?? packet.data);
    if (!sps) {
      lostPlace();
      return;
    }
    const shape = `${sps.codec} ${sps.codedWidth}×${sps.codedHeight}`;
    if (!decoder || shape !== configured) open(sps.codec, shape);
    needsKey = false;
    decode("key", packet.ptsUs, parameterSets ? joined(parameterSets, packet.data) : packet.data);
  };

  const decode = (type: EncodedVideoChunkType, ptsUs: number, data: Uint8Array<ArrayBuffer>) => {
    timer.start(ptsUs);
    decoder?.decode(new EncodedVideoChunk({ type, timestamp: ptsUs, data }));
  };

  return {
    name: "webcodecs",
    get undecoded() {
      return decoder?.decodeQueueSize ?? 0;
    },
    push(packet) {
      if (packet.kind === "config") {
        parameterSets = packet.data;
        needsKey = true;
      } else if (packet.kind === "key") {
        pushKey(packet);
      } else if (needsKey || !decoder || decoder.decodeQueueSize > MAX_WAITING_FRAMES) {
        // Asked with every frame that is dropped, for a request may get lost; the worker sends one now and then.
        lostPlace();
      } else decode("delta", packet.ptsUs, packet.data);
    },
    dispose: close,
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
