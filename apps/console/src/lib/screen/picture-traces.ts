/** When a picture was where, in milliseconds of `performance.timeOrigin + performance.now()`. */
export interface PictureTrace {
  pts_us: number;
  receivedAt: number;
  decodedAt: number;
  paintedAt: number;
}

/** Two seconds at 60 pictures a second: an answer that names one comes at about its time, by another way a little before. */
const KEPT = 120;

/** Remembers of the latest pictures when they came, were decoded and painted, and tells of the one that was asked for last. */
export class PictureTraces {
  readonly #tell: (trace: PictureTrace) => void;
  readonly #now: () => number;
  #wanted: number | undefined;
  #pictures: (Pick<PictureTrace, "pts_us" | "receivedAt"> & Partial<PictureTrace>)[] = [];

  constructor(tell: (trace: PictureTrace) => void, now = () => performance.timeOrigin + performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  received(pts_us: number): void {
    this.#pictures.push({ pts_us, receivedAt: this.#now() });
    if (this.#pictures.length > KEPT) this.#pictures.shift();
  }

  decoded(pts_us: number): void {
    const picture = this.#pictures.findLast((one) => one.pts_us === pts_us);
    if (picture) picture.decodedAt ??= this.#now();
  }

  /** Those before it that were left out for it are on the screen with it. */
  painted(pts_us: number): void {
    const now = this.#now();
    for (const picture of this.#pictures) {
      if (picture.pts_us > pts_us || picture.decodedAt === undefined) continue;
      picture.paintedAt ??= now;
    }
    this.#answer();
  }

  /** Asks for a picture, told at once or when it is painted; never when it is long past, never comes or is never decoded. */
  ask(pts_us: number): void {
    this.#wanted = pts_us;
    this.#answer();
  }

  #answer(): void {
    const pts_us = this.#wanted;
    if (pts_us === undefined) return;
    const found = this.#pictures.findLast((one) => one.pts_us === pts_us);
    if (found?.decodedAt === undefined || found.paintedAt === undefined) return;
    this.#wanted = undefined;
    this.#tell({ pts_us, receivedAt: found.receivedAt, decodedAt: found.decodedAt, paintedAt: found.paintedAt });
  }
}
