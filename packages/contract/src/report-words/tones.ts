import type { Verdict } from "../automation.ts";
import type { DeviceResult } from "../slots.ts";
import type { PhaseName } from "../states.ts";

/** What a state looks like: the dot of its pill, its part of a bar. */
export type Tone = "good" | "busy" | "warning" | "bad" | "offline";

export const VERDICT_TONES: Record<Verdict, Tone> = { passed: "good", failed: "bad", incomplete: "warning" };

export const RESULT_TONES: Record<DeviceResult, Tone> = {
  not_dispatched: "offline",
  dispatch_failed: "warning",
  cancelled: "offline",
  passed: "good",
  partly_passed: "bad",
  failed: "bad",
  not_tested: "offline",
  timed_out: "warning",
  running: "busy",
};

const PALE = "color-mix(in srgb, var(--tone) 25%, transparent)";
/** Bands of the phase's colour, paler between; `angle` is where they run to. */
const banded = (angle: number, band: number): string =>
  `repeating-linear-gradient(${angle}deg, var(--tone) 0 ${band}px, ${PALE} ${band}px ${band + 2}px)`;

/** What a phase looks like wherever its time is drawn: its colour, and a pattern of its own for who cannot tell colours apart. */
export const PHASE_LOOKS: Record<PhaseName, { tone: Tone; fill: string }> = {
  prepare: { tone: "offline", fill: banded(0, 2) },
  check: { tone: "offline", fill: banded(135, 5) },
  environment: { tone: "busy", fill: banded(135, 3) },
  install: { tone: "busy", fill: banded(90, 4) },
  run: { tone: "good", fill: "var(--tone)" },
  finish: { tone: "offline", fill: `radial-gradient(var(--tone) 1.5px, ${PALE} 2px) 0 0 / 5px 5px` },
  clean: { tone: "warning", fill: banded(45, 3) },
};
