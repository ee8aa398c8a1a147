import type { Tone } from "@udt/contract/report-words/tones";
import type { PictureLevel, PictureQuality } from "@udt/contract";
import type { PathView } from "../direct/index.ts";
import type { StreamState } from "../streams/index.ts";
import type { Size } from "./geometry.ts";
import type { DecoderName } from "./worker-protocol.ts";

export interface ScreenView {
  stream: StreamState;
  decoder: DecoderName | undefined;
  source: "live" | "slow" | "stills" | undefined;
  /** Size of the video; undefined until the first frame. */
  size: Size | undefined;
  /** A picture has been drawn since the connection opened. */
  pictured: boolean;
  /** The connection is open but nothing answers. */
  stalled: boolean;
  /** Since when the device's picture stands still, epoch milliseconds. */
  frozenSince: number | undefined;
  /** Since when nothing has come back of what this page gave the device, epoch milliseconds. */
  unansweredSince: number | undefined;
  /** What failed for good: no way of showing a picture works here, or the worker that shows them broke off. */
  failed: "decoder" | "worker" | undefined;
  /** What the driver asked for and what all are given; undefined until told, and of single pictures. */
  quality: { quality: PictureQuality; level: PictureLevel } | undefined;
  /** The device's own panel is dark on purpose. */
  isDark: boolean;
  /** By which way the pictures come. */
  way: "server" | "direct";
  path: PathView;
}

/** What a viewer may be told: only `live` claims that the picture is the device's present one. */
export type Liveness = "connecting" | "live" | "frozen" | "reconnecting" | "closed";

export function livenessOf(
  view: Omit<ScreenView, "decoder" | "source" | "size" | "quality" | "isDark" | "way" | "path">,
): Liveness {
  if (view.stream.name === "closed" || view.failed !== undefined) return "closed";
  if (view.stream.name === "reconnecting" || view.stalled) return "reconnecting";
  if (view.stream.name !== "open" || !view.pictured) return "connecting";
  return view.frozenSince === undefined && view.unansweredSince === undefined ? "live" : "frozen";
}

/** By which words it is told: the picture of a device that does not answer may well be its present one. */
export const wordOf = (view: Parameters<typeof livenessOf>[0]): Liveness | "unanswered" => {
  const liveness = livenessOf(view);
  return liveness === "frozen" && view.frozenSince === undefined ? "unanswered" : liveness;
};

/** How each looks. */
export const LIVENESS_TONES = {
  live: "good",
  connecting: "busy",
  frozen: "warning",
  reconnecting: "warning",
  closed: "offline",
} as const satisfies Record<Liveness, Tone>;
