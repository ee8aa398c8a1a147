import type { AppFileError } from "@udt/appfile";
import type { Entitlements, IpaSigning } from "@udt/appfile/signing";
import { fail, type Result } from "@udt/base";
import { say } from "@udt/contract";
import { readingThread, type ThreadBounds } from "../../platform/reading-thread.ts";

/** What only the file of a profile tells. */
export interface GrantedByProfile {
  entitlements: Entitlements;
  certificate_sha1s: string[];
}
export interface ResignInput {
  path: string;
  /** Null where nobody asks what it grants, or the key that sealed it was lost. */
  profile: Uint8Array | null;
  /** The certificate that is looked for in what signs the app; null where there is none that could be in it. */
  certificate_pem: string | null;
}
export interface ResignTold extends IpaSigning {
  granted: GrantedByProfile | undefined;
  /**
   * The first bundle whose executable has a signature without that certificate, or none; null where all have one that could be
   * looked into. None is verified.
   */
  unnamed: string | null;
}
export type ResignReading = Result<ResignTold, AppFileError>;
/** @param project_id whose app it is. @throws UdtError reading_busy */
export type ResignReader = (input: () => Promise<ResignInput>, project_id: string) => Promise<ResignReading>;

const READ_MAX_MS = 60_000;
/** Each may hold an executable of some hundred megabytes for a moment. */
const READERS_MAX = 1;
const HEAP_MAX_MB = 256;

/** Of what people ask for, of one project and of all: who comes then waits a few minutes at most. */
export const ASKED: WaitingBounds = { waiting_each: 4, waiting_max: 24 };

type WaitingBounds = Pick<ThreadBounds, "waiting_each" | "waiting_max">;

export const threadedResignReader = (waiting: WaitingBounds = {}): ResignReader =>
  readingThread<ResignInput, ResignReading>(
    new URL("./resign-reader.worker.ts", import.meta.url),
    { readers: READERS_MAX, ...waiting, ms: READ_MAX_MS, heap_mb: HEAP_MAX_MB },
    (bound) => {
      const said =
        bound === "time" ? say("package_read_too_long", { seconds: READ_MAX_MS / 1000 }) : say("package_read_memory");
      return fail({ code: "hostile", said });
    },
  );
