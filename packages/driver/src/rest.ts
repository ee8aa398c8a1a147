import type { CleanMark } from "./cleaning.ts";

/** A screen that nobody looks at wears for nothing. */
export interface RestCapability {
  /** How bright the screen is and who decides that; opaque to the agent, which keeps it for {@link wake}. */
  look(signal: AbortSignal): Promise<CleanMark>;
  /** Makes the screen as dark as it goes while it is on. */
  dim(signal: AbortSignal): Promise<void>;
  /** Turns the screen off, and answers whether: not where only a person could open it again. */
  off(signal: AbortSignal): Promise<boolean>;
  /** Turns the screen on, and makes it as bright as it was; where somebody changed that meanwhile it stays so. */
  wake(before: CleanMark, signal: AbortSignal): Promise<void>;
}
