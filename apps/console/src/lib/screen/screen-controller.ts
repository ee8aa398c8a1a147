import type { PictureQuality } from "@udt/contract";
import { api } from "../api/api.ts";
import type { LinkTarget, StreamTarget } from "../streams/index.ts";
import { DirectPath } from "../direct/index.ts";
import { createStore, pathInUse, type Store } from "../streams/index.ts";
import type { ScreenView } from "./liveness.ts";
import type { PictureTrace } from "./picture-traces.ts";
import type { FromScreenWorker, ScreenStats, ToScreenWorker } from "./worker-protocol.ts";

const NO_STATS: ScreenStats = { frames: 0, fps: 0, bitrate: 0, roundTripMs: null, decodeMs: null };

/**
 * Owns one screen: its canvas, its worker and what is known of them. Frames never pass through here. The facts are also
 * written on the canvas as `data-state`, `data-decoder`, `data-frames`, `data-width`, `data-height`, `data-latency`, `data-quality`,
 * `data-level`, `data-way`.
 */
export class ScreenController {
  readonly canvas: HTMLCanvasElement;
  readonly view: Store<ScreenView> = createStore<ScreenView>({
    stream: { name: "connecting" },
    decoder: undefined,
    source: undefined,
    size: undefined,
    pictured: false,
    stalled: false,
    frozenSince: undefined,
    unansweredSince: undefined,
    failed: undefined,
    quality: undefined,
    isDark: false,
    way: "server",
    path: { state: "off", isRelayed: false },
  });
  /** Changes four times a second, and as soon as the picture does after a rest. */
  readonly stats: Store<ScreenStats> = createStore(NO_STATS);
  readonly #worker: Worker;
  readonly #path: DirectPath | undefined;
  #traced: { pts_us: number; told: (trace: PictureTrace) => void } | undefined;

  /** @param isDirect whether the picture may come by a direct path */
  constructor(target: StreamTarget | LinkTarget, isDirect = false) {
    this.canvas = document.createElement("canvas");
    this.canvas.dataset["state"] = "connecting";
    this.canvas.dataset["frames"] = "0";
    this.#worker = new Worker(new URL("./screen-worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", (event: MessageEvent<FromScreenWorker>) => this.#onMessage(event.data));
    this.#worker.addEventListener("error", () => this.#change({ failed: "worker" }));
    const canvas = this.canvas.transferControlToOffscreen();
    this.#send({ type: "start", canvas, baseUrl: api.baseUrl, target }, [canvas]);
    if (!isDirect || "token" in target) return;
    this.#path = new DirectPath({
      baseUrl: api.baseUrl,
      target,
      onView: (path) => this.#change({ path }),
      transform: (path) => new RTCRtpScriptTransform(this.#worker, { path }),
      use: (path) => {
        this.#send({ type: "path", path: path?.name });
        pathInUse(target).set(path && { ...path, doubt: () => this.#send({ type: "path_doubted" }) });
      },
    });
  }

  /** Says what a driver wants of the picture, for all who look; who only looks wants nothing. */
  choose(quality: PictureQuality): void {
    this.#send({ type: "quality", quality });
  }

  /** The device was given something: who gave it is told when nothing answers. */
  given(): void {
    this.#send({ type: "given" });
  }

  reconnect(): void {
    this.#send({ type: "reconnect" });
  }

  /** Tells when a picture of the stream was painted; never, when it is none of the latest, or another is asked for first. */
  trace(pts_us: number, told: (trace: PictureTrace) => void): void {
    this.#traced = { pts_us, told };
    this.#send({ type: "trace", pts_us });
  }

  dispose(): void {
    this.#path?.stop();
    // The worker's sockets close with it.
    this.#worker.terminate();
    this.canvas.remove();
  }

  #send(message: ToScreenWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #change(change: Partial<ScreenView>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }

  #onMessage(message: FromScreenWorker): void {
    const { dataset } = this.canvas;
    switch (message.type) {
      case "state":
        dataset["state"] = message.state.name;
        // Whatever is shown is of the connection before.
        this.#change({ stream: message.state, pictured: false });
        break;
      case "decoder":
        dataset["decoder"] = message.decoder;
        this.#change({ decoder: message.decoder });
        break;
      case "source":
        this.#change({ source: message.source });
        break;
      case "size":
        dataset["width"] = String(message.width);
        dataset["height"] = String(message.height);
        this.#change({ size: { width: message.width, height: message.height } });
        break;
      case "picture":
        this.#change({ pictured: true });
        break;
      case "stalled":
        dataset["stalled"] = String(message.stalled);
        this.#change({ stalled: message.stalled });
        break;
      case "quality":
        dataset["quality"] = message.quality;
        dataset["level"] = message.level;
        this.#change({ quality: { quality: message.quality, level: message.level } });
        break;
      case "panel":
        this.#change({ isDark: message.isDark });
        break;
      case "frozen":
        this.#change({ frozenSince: message.since });
        break;
      case "unanswered":
        this.#change({ unansweredSince: message.since });
        break;
      case "way":
        dataset["way"] = message.way;
        this.#change({ way: message.way });
        break;
      case "path_broken":
        this.#path?.broken();
        break;
      case "failed":
        this.#change({ failed: "decoder" });
        break;
      case "stats":
        dataset["frames"] = String(message.stats.frames);
        if (message.stats.roundTripMs !== null) dataset["latency"] = message.stats.roundTripMs.toFixed(1);
        this.stats.set(message.stats);
        break;
      case "traced":
        if (this.#traced?.pts_us === message.trace.pts_us) this.#traced.told(message.trace);
        break;
    }
  }
}
