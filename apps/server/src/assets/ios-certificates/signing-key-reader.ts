import { fail } from "@udt/base";
import { readingThread } from "../../platform/reading-thread.ts";
import type { SigningKeyInput, SigningKeyReading } from "./signing-key.ts";

export type SigningKeyReader = (input: SigningKeyInput) => Promise<SigningKeyReading>;

const READ_MAX_MS = 20_000;
const READERS_MAX = 2;
const HEAP_MAX_MB = 256;

export const threadedSigningKeyReader = (): SigningKeyReader =>
  readingThread<SigningKeyInput, SigningKeyReading>(
    new URL("./signing-key.worker.ts", import.meta.url),
    { readers: READERS_MAX, ms: READ_MAX_MS, heap_mb: HEAP_MAX_MB },
    () => fail("unreadable"),
  );
