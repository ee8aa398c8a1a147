import type { ConfigChange, Draft, Fault } from "./draft.ts";

/** What each step of the editor gets. */
export interface StepProps {
  project: string;
  draft: Draft;
  change: (part: ConfigChange) => void;
  /** The rule that a field breaks, in words; only once its step has been left or saving was tried. */
  fault: (field: Fault) => string | undefined;
}
