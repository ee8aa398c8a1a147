const TELL_EVERY_MS = 100;
/** Of what comes between two words of it so much is told: its last. */
const KEPT_CHARS = 64 * 1024;

interface Reader {
  /** Whether what was told before has gone out. */
  isReady(): boolean;
  tell(text: string, left_out: number): void;
}

/** What the scripts of a trial print, told as it comes and no faster than it is read. */
export class TrialLog {
  readonly #reader: Reader;
  readonly #timer: NodeJS.Timeout;
  #text = "";
  #leftOut = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#timer = setInterval(() => reader.isReady() && this.#tell(), TELL_EVERY_MS);
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length <= 2 * KEPT_CHARS) return;
    this.#leftOut += this.#text.length - KEPT_CHARS;
    this.#text = this.#text.slice(-KEPT_CHARS);
  }

  /** Nothing more comes. */
  end(): void {
    clearInterval(this.#timer);
    this.#tell();
  }

  #tell(): void {
    if (this.#text === "") return;
    this.#reader.tell(this.#text, this.#leftOut);
    this.#text = "";
    this.#leftOut = 0;
  }
}
