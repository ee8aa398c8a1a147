import type { PictureQuality } from "@udt/contract";
import type { StreamIn } from "@udt/client";
import { openStream, type Stream, type StreamState } from "../streams/stream.ts";
import { BEST_DECODER, DecoderInUse } from "./decoder-in-use.ts";
import { LinkMonitor } from "./link-monitor.ts";
import { Painter } from "./painter.ts";
import { PictureIntake, type TransformEvent } from "./picture-intake.ts";
import { PictureTraces } from "./picture-traces.ts";
import { StatsMeter } from "./stats-meter.ts";
import type { DecoderName, FromScreenWorker, ToScreenWorker } from "./worker-protocol.ts";

/*
 * The screen's hot path, whole: socket → packets → decoder → canvas. It lives in a worker so that neither React nor a
 * flood of log lines can hold up a frame, and a frame cannot hold up a touch.
 */

const STATS_MS = 250;
/** Encoders answer a request within a few frames; asking oftener only costs bits. */
const KEY_FRAME_REQUEST_MS = 500;

const PROFILES = { webcodecs: "any", tinyh264: "baseline", stills: "stills" } as const;

const post = (message: FromScreenWorker) => self.postMessage(message, { transfer: [] });

/** Hands on what the device's side says; a picture's size is told by the pictures themselves. */
function tellOf(message: StreamIn<"screen">): void {
  if (message.type === "meta") post({ type: "source", source: message.source });
  else if (message.type === "quality") post({ type: "quality", quality: message.quality, level: message.level });
  else if (message.type === "panel") post({ type: "panel", isDark: message.is_dark });
  else if (message.type === "frozen")
    post({ type: "frozen", since: message.for_ms === null ? undefined : Date.now() - message.for_ms });
}

function tellState(state: StreamState): void {
  post({ type: "stalled", stalled: false });
  // Who opens a stream of a picture that stands still is told so anew.
  post({ type: "frozen", since: undefined });
  post({ type: "unanswered", since: undefined });
  post({ type: "state", state });
}

/** Asks whether the connection carries anything, and gives it up when it does not. */
function tendLink(monitor: LinkMonitor, stream: Stream<"screen"> | undefined, now: number): void {
  const next = monitor.tick(now);
  if (next.ping !== undefined) stream?.send({ type: "ping", seq: next.ping });
  if (next.stalledChanged !== undefined) post({ type: "stalled", stalled: next.stalledChanged });
  if (next.unansweredMs !== undefined)
    post({ type: "unanswered", since: next.unansweredMs === null ? undefined : Date.now() - next.unansweredMs });
  if (next.dead) stream?.reconnect();
}

/** Does it, and once it is done not again for a while. */
function seldom(pauseMs: number, act: () => boolean | undefined): () => void {
  let doneAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - doneAt >= pauseMs && act()) doneAt = now;
  };
}

function painterOf(canvas: OffscreenCanvas, stats: StatsMeter, traces: PictureTraces, onDrawn: () => void): Painter {
  return new Painter(canvas, {
    onSize: (width, height) => post({ type: "size", width, height }),
    onDrawn: (ptsUs) => {
      traces.painted(ptsUs);
      onDrawn();
      if (stats.drawn()) post({ type: "stats", stats: stats.read(performance.now()) });
    },
  });
}

function start({ canvas, baseUrl, target }: Extract<ToScreenWorker, { type: "start" }>) {
  let quality: PictureQuality | undefined;
  const stats = new StatsMeter();
  const traces = new PictureTraces((trace) => post({ type: "traced", trace }));
  const monitor = new LinkMonitor();
  let stream: Stream<"screen"> | undefined;
  /** Something was drawn since the connection opened. */
  let isPictured = false;

  const painter = painterOf(canvas, stats, traces, () => {
    if (!isPictured) post({ type: "picture" });
    isPictured = true;
  });

  const decoders = new DecoderInUse({
    onPicture(picture, decodeMs) {
      stats.decoded(decodeMs);
      traces.decoded(picture.ptsUs);
      painter.show(picture);
    },
    onKeyFrameNeeded: () => askForKeyFrame(),
    onUsed: (name) => post({ type: "decoder", decoder: name }),
    onReplaced: (next) => open(next),
    onFailed: (reason) => post({ type: "failed", reason }),
  });

  const askForKeyFrame = seldom(KEY_FRAME_REQUEST_MS, () => stream?.send({ type: "key_frame" }));

  const intake = new PictureIntake({
    onBytes: (length) => stats.received(length),
    onPacket(packet) {
      if (packet.kind !== "config") {
        traces.received(packet.ptsUs);
        monitor.pictured();
      }
      decoders.push(packet);
    },
    onWay: (way) => post({ type: "way", way }),
    onLate: askForKeyFrame,
    onBroken: () => post({ type: "path_broken" }),
    tell: (message) => stream?.send(message),
  });

  const choose = (chosen = quality) => {
    quality = chosen;
    if (quality) stream?.send({ type: "quality", quality });
  };

  function open(name: DecoderName): void {
    stream?.close();
    decoders.use(name);
    stream = openStream(
      "screen",
      { ...target, profile: PROFILES[name] },
      {
        onState(state) {
          if (state.name === "open") {
            monitor.opened(performance.now());
            intake.opened();
            choose();
          } else monitor.broken();
          isPictured = false;
          tellState(state);
        },
        onMessage(message) {
          if (message.type === "pong") stats.roundTrip(monitor.pong(message.seq, performance.now()));
          else tellOf(message);
          intake.hear(message);
        },
        onBytes: (bytes) => intake.take(bytes),
      },
      { baseUrl },
    );
  }

  const timer = setInterval(() => {
    const now = performance.now();
    tendLink(monitor, stream, now);
    intake.tick(now, decoders.undecoded);
    decoders.check(now);
    post({ type: "stats", stats: stats.turn(now) });
  }, STATS_MS);

  open(BEST_DECODER);
  return {
    reconnect: () => stream?.reconnect(),
    given: () => monitor.given(performance.now()),
    trace: (pts_us: number) => traces.ask(pts_us),
    choose,
    intake,
    stop() {
      clearInterval(timer);
      stream?.close();
      decoders.dispose();
    },
  };
}

let running: ReturnType<typeof start> | undefined;
self.addEventListener("message", (event: MessageEvent<ToScreenWorker>) => {
  const message = event.data;
  if (message.type === "start") running ??= start(message);
  else if (message.type === "quality") running?.choose(message.quality);
  else if (message.type === "reconnect") running?.reconnect();
  else if (message.type === "given") running?.given();
  else if (message.type === "path") running?.intake.use(message.path);
  else if (message.type === "path_doubted") running?.intake.doubt();
  else if (message.type === "trace") running?.trace(message.pts_us);
  else running?.stop();
});
self.addEventListener("rtctransform", (event) => void running?.intake.read(event as TransformEvent));
