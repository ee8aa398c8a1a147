import { fail, type Result, say, type Said } from "@udt/base";
import { readingThread } from "../../platform/reading-thread.ts";

/** What is made of samples as they were read. @param project_id who asks. @throws UdtError reading_busy; the signal's reason */
export type OfPackedSamples<Input, Value> = (
  input: Input,
  project_id: string,
  signal: AbortSignal,
) => Promise<Result<Value, Said>>;

const HEAP_MAX_MB = 1_024;

/** Makes it in threads that run `script`: samples with large trees take seconds. */
export function ofPackedSamples<Input, Value>(script: URL, minutes: number): OfPackedSamples<Input, Value> {
  const make = readingThread<Input, Result<Value, Said>>(
    script,
    { readers: 2, waiting_each: 4, waiting_max: 24, ms: minutes * 60_000, heap_mb: HEAP_MAX_MB },
    (bound) => fail(bound === "time" ? say("memory_read_long", { minutes }) : say("memory_read_large")),
  );
  return (input, ...asked) => make(() => input, ...asked);
}
