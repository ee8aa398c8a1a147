/** When a picture was where, in milliseconds of `performance.timeOrigin + performance.now()`. */
export interface PictureTrace {
  pts_us: number;
  receivedAt: number;
  decodedAt: number;
  paintedAt: number;
}

/** Two seconds at 60 pictures a second: an answer that names one comes at about its time. */
const KEPT = 120;

/** Remembers of the latest pictures when they came, were decoded and painted, and tells of those that are asked for. */
export class PictureTraces {
  readonly #tell: (trace: PictureTrace) => void;
  readonly #now: () => number;
  readonly #wanted = new Set<number>();
  #pictures: (Pick<PictureTrace, "pts_us" | "receivedAt"> & Partial<PictureTrace>)[] = [];

  constructor(tell: (trace: PictureTrace) => void, now = () => performance.timeOrigin + performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  received(pts_us: number): void {
    this.#pictures.push({ pts_us, receivedAt: this.#now() });
    if (this.#pictures.length <= KEPT) return;
    const [oldest] = this.#pictures.splice(0, 1);
    if (oldest) this.#wanted.delete(oldest.pts_us);
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
      this.#answer(picture.pts_us);
    }
  }

  /** Asks for a picture, told at once or when it is painted; never when it is none of the latest or never decoded. */
  ask(pts_us: number): void {
    if (!this.#pictures.some((one) => one.pts_us === pts_us)) return;
    this.#wanted.add(pts_us);
    this.#answer(pts_us);
  }

  #answer(pts_us: number): void {
    if (!this.#wanted.has(pts_us)) return;
    const found = this.#pictures.findLast((one) => one.pts_us === pts_us);
    if (found?.decodedAt === undefined || found.paintedAt === undefined) return;
    this.#wanted.delete(pts_us);
    this.#tell({ pts_us, receivedAt: found.receivedAt, decodedAt: found.decodedAt, paintedAt: found.paintedAt });
  }
}
