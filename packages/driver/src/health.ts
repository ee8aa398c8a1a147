import type { Spared, Swept } from "./cleaning.ts";

/** What a device tells of how it is, for its self-check. `words` are the device's own, from which it was read. */
export interface HealthCapability {
  /** Of where apps and people's files lie. */
  storage(signal: AbortSignal): Promise<{ free_bytes: number; total_bytes: number; words: string }>;
  /** `secure` asks for a code. */
  lock(signal: AbortSignal): Promise<{ state: "open" | "insecure" | "secure"; words: string }>;
  /** Wakes the screen, and puts away a lock that asks for no code. */
  unlock(signal: AbortSignal): Promise<void>;
  /** The language that the device speaks to people, as BCP 47 names it. */
  language(signal: AbortSignal): Promise<{ language: string; words: string }>;
  /** The host that leads to all others from where the device is; undefined where it is in no network. */
  gateway(signal: AbortSignal): Promise<string | undefined>;
  /** In what time a host answers the device; null where it does not. */
  ping(host: string, signal: AbortSignal): Promise<{ ms: number | null; words: string }>;
  /** Takes from the device what did not come with it, as cleaning does after a session, but for what is spared. */
  sweep(spared: Spared, signal: AbortSignal): Promise<Swept>;
  /** A tiny app that may be installed to see whether the device takes any. */
  sampleApp(): { bytes: Uint8Array<ArrayBuffer>; package_name: string };
}
