import type { Way } from "@udt/client";
import type { Marked } from "@udt/contract";
import type { Pictured } from "../screen/capture-clock.ts";

interface Waiting {
  mark: number;
  receivedMs: number;
  /** When the device had all that came before the mark. */
  givenMs: number;
  /** By which way it came, where there are two. */
  cameBy?: Way | undefined;
}

/** What showed nothing for so long will not: the next picture would be of something else. */
const SHOWS_WITHIN_MS = 2_000;

/**
 * Tells a page what became of what it gave to the device: the first picture that was captured after the device had it shows
 * it. Only the newest mark waits, for a picture after the finger was lifted says nothing of when it was put down.
 */
export class TouchMarks {
  readonly #tell: (marked: Marked, cameBy: Way | undefined) => void;
  #waiting: Waiting | undefined;

  constructor(tell: (marked: Marked, cameBy: Way | undefined) => void) {
    this.#tell = tell;
  }

  /** All that came before the mark was given to the device. */
  given(waiting: Waiting): void {
    this.#waiting = waiting;
  }

  pictured({ pts_us, capturedMs, arrivedMs }: Pictured): void {
    const waiting = this.#waiting;
    if (!waiting || capturedMs < waiting.givenMs) return;
    this.#waiting = undefined;
    if (arrivedMs - waiting.givenMs > SHOWS_WITHIN_MS) return;
    const marked: Marked = {
      type: "marked",
      mark: waiting.mark,
      agent_ms: waiting.givenMs - waiting.receivedMs,
      device_ms: capturedMs - waiting.givenMs,
      encode_ms: Math.max(0, arrivedMs - capturedMs),
      pts_us,
      direct: waiting.cameBy === "direct",
    };
    this.#tell(marked, waiting.cameBy);
  }
}
