import type { PictureLevel, PictureQuality } from "@udt/contract";
import type { PictureTrace } from "./picture-traces.ts";
import type { StreamState, LinkTarget, StreamTarget } from "../streams/index.ts";

/** `webcodecs`: the browser's own decoder · `tinyh264`: in software, for plain http · `stills`: single pictures. */
export type DecoderName = "webcodecs" | "tinyh264" | "stills";

export interface ScreenStats {
  /** Frames drawn since the page opened. */
  frames: number;
  fps: number;
  /** Bits per second received. */
  bitrate: number;
  /** Milliseconds; null until first measured. */
  roundTripMs: number | null;
  decodeMs: number | null;
}

export type ToScreenWorker =
  | {
      type: "start";
      canvas: OffscreenCanvas;
      baseUrl: string;
      target: StreamTarget | LinkTarget;
    }
  /** What a driver wants of the picture, said again on each connection. */
  | { type: "quality"; quality: PictureQuality }
  | { type: "reconnect" }
  /** The device was given something. */
  | { type: "given" }
  /** The direct path that stands; undefined: none does. */
  | { type: "path"; path: string | undefined }
  /** Something else that goes by that path does not get through. */
  | { type: "path_doubted" }
  /** Asks when a picture was painted. */
  | { type: "trace"; pts_us: number }
  | { type: "stop" };

export type FromScreenWorker =
  | { type: "state"; state: StreamState }
  | { type: "decoder"; decoder: DecoderName }
  | { type: "source"; source: "live" | "slow" | "stills" }
  /** The picture's size changed: the device turned or folded. Sent before the first frame of that size is drawn. */
  | { type: "size"; width: number; height: number }
  /** The first picture since the connection opened is drawn. */
  | { type: "picture" }
  | { type: "stats"; stats: ScreenStats }
  | { type: "traced"; trace: PictureTrace }
  /** Nothing has answered for a while although the connection is open. */
  | { type: "stalled"; stalled: boolean }
  /** Since when the device's picture stands still, epoch milliseconds of this machine; undefined: it does not. */
  | { type: "frozen"; since: number | undefined }
  /** Since when what was given to the device is not answered, by a picture or else, epoch milliseconds; undefined: it is. */
  | { type: "unanswered"; since: number | undefined }
  /** What the driver wants of the picture, and what all are given. */
  | { type: "quality"; quality: PictureQuality; level: PictureLevel }
  /** Whether the device's own panel is dark while its picture goes on. */
  | { type: "panel"; isDark: boolean }
  /** By which way the pictures come now. */
  | { type: "way"; way: "server" | "direct" }
  /** Nothing comes by the direct path. */
  | { type: "path_broken" }
  /** No way of showing a picture works in this browser. */
  | { type: "failed"; reason: string };
