import { openStream, type Stream, type StreamTarget } from "../streams/stream.ts";
import type { Decoder, DecoderEvents } from "./decoder.ts";
import { LinkMonitor } from "./link-monitor.ts";
import { Painter } from "./painter.ts";
import { parseScreenPacket, type ScreenPacket } from "./screen-packet.ts";
import { StatsMeter } from "./stats-meter.ts";
import { createStillsDecoder } from "./stills-decoder.ts";
import { createTinyH264Decoder } from "./tinyh264-decoder.ts";
import { createWebCodecsDecoder } from "./webcodecs-decoder.ts";
import type { DecoderName, FromScreenWorker, ToScreenWorker } from "./worker-protocol.ts";

/*
 * The screen's hot path, whole: socket → packets → decoder → canvas. It lives in a worker so that neither React nor a
 * flood of log lines can hold up a frame, and a frame cannot hold up a touch.
 */

const STATS_MS = 250;
/** A key frame that led to no picture for this long means that the decoder cannot show the stream. */
const NO_PICTURE_MS = 4_000;
/** Encoders answer a request within a few frames; asking oftener only costs bits. */
const KEY_FRAME_REQUEST_MS = 500;

const FACTORIES: Record<DecoderName, (events: DecoderEvents) => Decoder> = {
  webcodecs: createWebCodecsDecoder,
  tinyh264: createTinyH264Decoder,
  stills: createStillsDecoder,
};
const PROFILES = { webcodecs: "any", tinyh264: "baseline", stills: "stills" } as const;
const available: DecoderName[] = [
  ...(typeof VideoDecoder === "function" ? (["webcodecs"] as const) : []),
  ...(typeof WebAssembly === "object" ? (["tinyh264"] as const) : []),
  "stills",
];

const post = (message: FromScreenWorker) => self.postMessage(message, { transfer: [] });

function start(canvas: OffscreenCanvas, baseUrl: string, target: StreamTarget) {
  const stats = new StatsMeter();
  const monitor = new LinkMonitor();
  let decoder: Decoder | undefined;
  let stream: Stream<"screen"> | undefined;
  let stopped = false;
  /** Something was drawn since the connection opened. */
  let isPictured = false;
  let keyFrameAskedAt = -Infinity;
  let keyWithoutPictureSince: number | undefined;

  const painter = new Painter(canvas, {
    onSize: (width, height) => post({ type: "size", width, height }),
    onDrawn: () => {
      if (!isPictured) {
        isPictured = true;
        post({ type: "picture" });
      }
      if (stats.drawn()) post({ type: "stats", stats: stats.read(performance.now()) });
    },
  });

  const use = (name: DecoderName) => {
    decoder?.dispose();
    keyWithoutPictureSince = undefined;
    const created: Decoder = FACTORIES[name]({
      onPicture(picture, decodeMs) {
        if (decoder !== created) {
          picture.close();
          return;
        }
        keyWithoutPictureSince = undefined;
        stats.decoded(decodeMs);
        painter.show(picture);
      },
      onKeyFrameNeeded() {
        if (decoder === created) askForKeyFrame();
      },
      onFailed(reason) {
        if (decoder === created) fallBack(name, reason);
      },
    });
    decoder = created;
    post({ type: "decoder", decoder: name });
  };

  const askForKeyFrame = () => {
    const now = performance.now();
    if (now - keyFrameAskedAt < KEY_FRAME_REQUEST_MS) return;
    if (stream?.send({ type: "key_frame" })) keyFrameAskedAt = now;
  };

  const fallBack = (from: DecoderName, reason: string) => {
    const next = available[available.indexOf(from) + 1];
    if (next) open(next);
    else post({ type: "failed", reason });
  };

  const onPacket = (packet: ScreenPacket) => {
    // A device without any video source sends pictures whatever was asked for.
    if (packet.kind === "still" && decoder?.name !== "stills") use("stills");
    if (packet.kind === "key") keyWithoutPictureSince ??= performance.now();
    decoder?.push(packet);
  };

  function open(name: DecoderName): void {
    stream?.close();
    use(name);
    const opened: Stream<"screen"> = openStream(
      "screen",
      { ...target, profile: PROFILES[name] },
      {
        onState(state) {
          if (state.name === "open") monitor.opened(performance.now());
          else monitor.broken();
          post({ type: "stalled", stalled: false });
          // Who opens a stream of a picture that stands still is told so anew.
          post({ type: "frozen", since: undefined });
          isPictured = false;
          post({ type: "state", state });
        },
        onMessage(message) {
          if (message.type === "pong") stats.roundTrip(monitor.pong(message.seq, performance.now()));
          else if (message.type === "meta") post({ type: "source", source: message.source });
          else if (message.type === "frozen")
            post({ type: "frozen", since: message.for_ms === null ? undefined : Date.now() - message.for_ms });
        },
        onBytes(bytes) {
          stats.received(bytes.length);
          const packet = parseScreenPacket(bytes);
          if (packet) onPacket(packet);
        },
      },
      { baseUrl },
    );
    stream = opened;
  }

  const tick = () => {
    const now = performance.now();
    const next = monitor.tick(now);
    if (next.ping !== undefined) stream?.send({ type: "ping", seq: next.ping });
    if (next.stalledChanged !== undefined) post({ type: "stalled", stalled: next.stalledChanged });
    if (next.dead) stream?.reconnect();
    if (decoder && keyWithoutPictureSince !== undefined && now - keyWithoutPictureSince > NO_PICTURE_MS) {
      fallBack(decoder.name, "no picture");
    }
    post({ type: "stats", stats: stats.read(now) });
  };

  open(available[0]!);
  const timer = setInterval(tick, STATS_MS);
  return {
    reconnect: () => stream?.reconnect(),
    stop() {
      if (stopped) return;
      stopped = true;
      clearInterval(timer);
      stream?.close();
      decoder?.dispose();
    },
  };
}

let running: ReturnType<typeof start> | undefined;
self.addEventListener("message", (event: MessageEvent<ToScreenWorker>) => {
  const message = event.data;
  if (message.type === "start") running ??= start(message.canvas, message.baseUrl, message.target);
  else if (message.type === "reconnect") running?.reconnect();
  else running?.stop();
});
