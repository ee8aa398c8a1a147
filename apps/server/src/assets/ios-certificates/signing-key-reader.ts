import { UdtError } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";
import type { SigningKeyInput, SigningKeyReading } from "./signing-key.ts";

export type SigningKeyReader = (input: SigningKeyInput) => Promise<SigningKeyReading>;

const READ_MAX_MS = 20_000;
const READERS_MAX = 2;
const HEAP_MAX_MB = 256;

/** @throws UdtError unavailable, where there was no time for it: it may be asked again */
export function threadedSigningKeyReader(readMaxMs = READ_MAX_MS): SigningKeyReader {
  const read = readingThread<SigningKeyInput, SigningKeyReading | undefined>(
    new URL("./signing-key.worker.ts", import.meta.url),
    { readers: READERS_MAX, ms: readMaxMs, heap_mb: HEAP_MAX_MB },
    () => undefined,
  );
  return async (input) => {
    const reading = await read(() => input);
    if (!reading) throw new UdtError("unavailable");
    return reading;
  };
}
