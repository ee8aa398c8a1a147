import type { Slot } from "@udt/contract";
import { PHASE_LOOKS } from "@udt/contract/report-words/tones";
import type { CSSProperties } from "react";

type Phase = Slot["phases"][number];

/** What an element that draws a phase's time is given; its style sheet fills it by `--fill`. One that failed is red, and its pattern stays. */
export const phaseLook = ({ name, error }: Pick<Phase, "name"> & Partial<Pick<Phase, "error">>) => ({
  "data-phase": name,
  "data-tone": error ? "bad" : PHASE_LOOKS[name].tone,
  style: { "--fill": PHASE_LOOKS[name].fill } as CSSProperties,
});
