import { LIMITS, type ResourceKind } from "@udt/contract";
import { GrowingFile, type Upload } from "./growing-file.ts";

/** Lines gather this long: a piece costs the server as much as many lines do. */
const GATHER_MS = 2_000;
/** A kill costs what is younger than this. */
const SPILL_MS = 900;

export interface TextOptions {
  name: string;
  kind: ResourceKind;
  content_type: string;
  /** When its timeline begins, by the server's clock; now, unless it is told. */
  started_at?: number;
  /** Nothing is kept of what comes after so much. */
  maxBytes?: number;
}

/** Text that is sent while it is written, bounded. Every call is whole lines. */
export class TextRecorder {
  readonly #file: GrowingFile;
  readonly #upload: Upload;
  readonly #maxBytes: number;
  #written = 0;
  #isFull = false;
  #leftOut = 0;
  #ending: Promise<void> | undefined;

  constructor(upload: Upload, options: TextOptions) {
    const { name, kind, content_type, started_at = upload.clock.now(), maxBytes = LIMITS.resource_max_bytes } = options;
    this.#upload = upload;
    this.#maxBytes = maxBytes;
    const when = { started_at, gatherMs: GATHER_MS, spillMs: SPILL_MS };
    this.#file = GrowingFile.begin(upload, { name, kind, content_type, ...when });
  }

  /** Lines left out, because more waits for the server than may wait or the file is as long as it may be. */
  get leftOut(): number {
    return this.#leftOut;
  }

  get isFull(): boolean {
    return this.#isFull || this.#file.refused !== undefined;
  }

  /** @param isLast is written also when the text is as long as it may be, for what tells so. */
  write(lines: string, { isLast = false } = {}): void {
    if (this.#ending || lines === "") return;
    const bytes = Buffer.from(lines.endsWith("\n") ? lines : `${lines}\n`);
    this.#isFull ||= this.#written + bytes.length > this.#maxBytes;
    if (this.#file.refused || this.#file.isFull || (this.#isFull && !isLast)) {
      this.#file.markTruncated();
      this.#leftOut += lines.trimEnd().split("\n").length;
      return;
    }
    this.#written += bytes.length;
    this.#file.append(bytes, this.#upload.clock.now() - this.#file.started_at);
  }

  end(signal: AbortSignal): Promise<void> {
    return (this.#ending ??= this.#end(signal));
  }

  #end(signal: AbortSignal): Promise<void> {
    this.#file.extend(this.#upload.clock.now() - this.#file.started_at);
    return this.#file.end(signal);
  }
}
