/** Where on a screen a picture is: coarse on a smaller grey screen, then to the pixel, judged in colours. */
import { correlation, type Pixels } from "@udt/low-code/correlation";
import { type Mat, Mats, type OpenCv } from "./opencv.ts";
import { type ScaleRange, scalesBeside } from "./scales.ts";

/** A place that is like the picture, in pixels of the screen. */
export interface PicturePlace {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** How like, up to 1. */
  score: number;
}

/** What is compared first has this many pixels in its shorter way, or is as large as it is. */
const COARSE_SIDE = 14;
const SHRUNK_MAX = 6;
/** Less says nothing. */
const SIDE_MIN = 6;
/** What is less like it, coarsely or at last, is no place of it. */
const COARSE_MIN = 0.3;
const SCORE_MIN = 0.4;
/** So many places of one scale are looked at closely, unless they are far less like it than the best. */
const PEAKS_MAX = 12;
/** A place is like it in several scales that are next to each other. */
const PEAKS_OF_ALL_MAX = 36;
const PEAKS_WITHIN = 0.3;
/** Two that are the same differ by this coarsely, by how they lie to the pixels that were made one. */
const AS_GOOD_WITHIN = 0.2;
/** Of the places of other scales, so many are fitted in their size. */
const FITTED_MAX = 4;
const PLACES_MAX = 20;
/** What has less to it, as the standard deviation of its grey, is of one colour. */
const EVEN_BELOW = 2;

/** A picture in one size, and what is about as like it. */
interface Peak {
  x: number;
  y: number;
  scale: number;
  shrunk: number;
  coarse: number;
}

/** Finds one picture on one screen. */
export class PictureSearch {
  readonly #cv: OpenCv;
  readonly #mats = new Mats();
  readonly #screen: Mat;
  readonly #picture: Mat;
  readonly #grey: Mat;
  readonly #greyPicture: Mat;
  readonly #shrunk = new Map<number, Mat>();

  constructor(cv: OpenCv, screen: Pixels, picture: Pixels) {
    this.#cv = cv;
    this.#screen = this.#matOf(screen);
    this.#picture = this.#matOf(picture);
    this.#grey = this.#greyOf(this.#screen);
    this.#greyPicture = this.#greyOf(this.#picture);
  }

  dispose(): void {
    this.#mats.giveBack();
  }

  /** Whether the picture is of one colour, which is everywhere and nowhere. */
  isEven(): boolean {
    const [mean, deviation] = [new this.#cv.Mat(), new this.#cv.Mat()];
    this.#mats.keep(mean);
    this.#mats.keep(deviation);
    this.#cv.meanStdDev(this.#greyPicture, mean, deviation);
    return (deviation.data64F[0] ?? 0) < EVEN_BELOW;
  }

  /**
   * The places that are most like it, the best first; none lies on half of another. Other scales than the ratio count where
   * that finds none that is as like as `enough`.
   */
  places(range: ScaleRange, enough: number): PicturePlace[] {
    const first = apart(this.#placedUntil(this.#peaks(range.ratio), enough));
    if (range.tolerance === 0 || (first[0]?.score ?? 0) >= enough) return first;
    const side = Math.min(this.#picture.cols, this.#picture.rows) * range.ratio;
    const peaks = scalesBeside(range, side / shrunkOf(side)).flatMap((scale) => this.#peaks(scale));
    const best = peaks.toSorted((a, b) => b.coarse - a.coarse).slice(0, PEAKS_OF_ALL_MAX);
    const peakOf = new Map(best.map((peak) => [this.#placed(peak, peak.scale), peak]));
    const found = apart([...peakOf.keys()]);
    const fitted = found.slice(0, FITTED_MAX).flatMap((place) => {
      const peak = peakOf.get(place);
      return peak ? [this.#fitted(peak, place)] : [];
    });
    return apart([...first, ...found, ...fitted]);
  }

  /** Of one scale, the most like first. What is far less like it than one that is like enough is not as good. */
  #placedUntil(peaks: readonly Peak[], enough: number): PicturePlace[] {
    const placed: PicturePlace[] = [];
    for (const peak of peaks) {
      const isFar = peak.coarse < (peaks[0]?.coarse ?? 0) - AS_GOOD_WITHIN;
      if (isFar && placed.some(({ score }) => score >= enough)) break;
      placed.push(this.#placed(peak, peak.scale));
    }
    return placed;
  }

  /** Where the shrunken screen is like the picture in one scale. */
  #peaks(scale: number): Peak[] {
    if (!this.#fits(scale)) return [];
    const [width, height] = this.#sizeAt(scale);
    const shrunk = shrunkOf(Math.min(width, height));
    const mats = new Mats();
    try {
      const cv = this.#cv;
      const screen = this.#shrunkScreen(shrunk);
      const [w, h] = [Math.round(width / shrunk), Math.round(height / shrunk)];
      if (w > screen.cols || h > screen.rows) return [];
      const picture = mats.keep(this.#resized(this.#greyPicture, w, h));
      const likeness = mats.keep(new cv.Mat());
      cv.matchTemplate(screen, picture, likeness, cv.TM_CCOEFF_NORMED);
      const all = summits(likeness.data32F, likeness.cols, likeness.rows, w / 2, h / 2);
      const least = Math.max(COARSE_MIN, (all[0]?.like ?? 0) - PEAKS_WITHIN);
      return all
        .filter(({ like }) => like >= least)
        .map(({ x, y, like }) => ({ x: x * shrunk, y: y * shrunk, scale, shrunk, coarse: like }));
    } finally {
      mats.giveBack();
    }
  }

  /** To the pixel, about where a peak is. */
  #placed({ x, y, shrunk }: Peak, scale: number): PicturePlace {
    const cv = this.#cv;
    const mats = new Mats();
    try {
      const [width, height] = this.#sizeAt(scale);
      const slack = shrunk + 2;
      const left = Math.max(0, Math.min(x - slack, this.#screen.cols - width));
      const top = Math.max(0, Math.min(y - slack, this.#screen.rows - height));
      const around = new cv.Rect(
        left,
        top,
        Math.min(width + 2 * slack, this.#screen.cols - left),
        Math.min(height + 2 * slack, this.#screen.rows - top),
      );
      const grey = mats.keep(this.#resized(this.#greyPicture, width, height));
      const likeness = mats.keep(new cv.Mat());
      cv.matchTemplate(mats.keep(this.#grey.roi(around)), grey, likeness, cv.TM_CCOEFF_NORMED);
      const best = brightest(likeness.data32F, likeness.cols);
      const at = { left: left + best.x, top: top + best.y };
      // Its `clone` makes another name of the same pixels, among which are those beside it.
      const seen = mats.keep(new cv.Mat());
      mats.keep(this.#screen.roi(new cv.Rect(at.left, at.top, width, height))).copyTo(seen);
      const picture = mats.keep(this.#resized(this.#picture, width, height));
      const score = correlation({ width, height, data: seen.data }, { width, height, data: picture.data });
      return { ...at, right: at.left + width, bottom: at.top + height, score };
    } finally {
      mats.giveBack();
    }
  }

  /** The size that fits best, between one scale that was looked for and the next. */
  #fitted(peak: Peak, place: PicturePlace): PicturePlace {
    const longer = Math.max(...this.#sizeAt(peak.scale));
    const others = Array.from({ length: peak.shrunk }, (_, at) => at + 1).flatMap((pixels) => [pixels, -pixels]);
    return others
      .map((pixels) => (peak.scale * (longer + pixels)) / longer)
      .filter((scale) => this.#fits(scale))
      .map((scale) => this.#placed({ ...peak, x: place.left, y: place.top }, scale))
      .reduce((best, one) => (one.score > best.score ? one : best), place);
  }

  #fits(scale: number): boolean {
    const [width, height] = this.#sizeAt(scale);
    return Math.min(width, height) >= SIDE_MIN && width <= this.#screen.cols && height <= this.#screen.rows;
  }

  #sizeAt(scale: number): [width: number, height: number] {
    return [Math.round(this.#picture.cols * scale), Math.round(this.#picture.rows * scale)];
  }

  #shrunkScreen(shrunk: number): Mat {
    const kept = this.#shrunk.get(shrunk);
    if (kept) return kept;
    const [width, height] = [Math.round(this.#grey.cols / shrunk), Math.round(this.#grey.rows / shrunk)];
    const made = this.#mats.keep(this.#resized(this.#grey, width, height));
    this.#shrunk.set(shrunk, made);
    return made;
  }

  #resized(mat: Mat, width: number, height: number): Mat {
    const cv = this.#cv;
    const made = new cv.Mat();
    const way = width < mat.cols ? cv.INTER_AREA : cv.INTER_LINEAR;
    cv.resize(mat, made, new cv.Size(width, height), 0, 0, way);
    return made;
  }

  #matOf({ width, height, data }: Pixels): Mat {
    const mat = this.#mats.keep(new this.#cv.Mat(height, width, this.#cv.CV_8UC4));
    mat.data.set(data);
    return mat;
  }

  #greyOf(mat: Mat): Mat {
    const grey = this.#mats.keep(new this.#cv.Mat());
    this.#cv.cvtColor(mat, grey, this.#cv.COLOR_RGBA2GRAY);
    return grey;
  }
}

const shrunkOf = (side: number): number => Math.max(1, Math.min(SHRUNK_MAX, Math.floor(side / COARSE_SIDE)));

interface Summit {
  x: number;
  y: number;
  like: number;
}

function brightest(map: Float32Array, width: number): Summit {
  const best = { x: 0, y: 0, like: -Infinity };
  for (let at = 0; at < map.length; at++) {
    const like = map[at] ?? 0;
    if (like > best.like) Object.assign(best, { x: at % width, y: Math.floor(at / width), like });
  }
  return best;
}

/** The highest places of a map that are higher than what is around them, so far apart, the highest first. */
function summits(map: Float32Array, width: number, height: number, apartX: number, apartY: number): Summit[] {
  const all: Summit[] = [];
  for (let at = 0; at < map.length; at++) {
    const like = map[at] ?? 0;
    // Of what has one colour the library's answer is beyond all bounds.
    if (!(like >= COARSE_MIN && like < 1.01)) continue;
    const x = at % width;
    const y = (at - x) / width;
    const isLower = (dx: number, dy: number): boolean =>
      x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height && (map[at + dx + dy * width] ?? 0) > like;
    if (isLower(-1, 0) || isLower(1, 0) || isLower(0, -1) || isLower(0, 1)) continue;
    all.push({ x, y, like });
  }
  const kept: Summit[] = [];
  for (const one of all.toSorted((a, b) => b.like - a.like)) {
    if (kept.length === PEAKS_MAX) break;
    if (kept.every((other) => Math.abs(other.x - one.x) >= apartX || Math.abs(other.y - one.y) >= apartY))
      kept.push(one);
  }
  return kept;
}

/** The best places, of those that lie on one another the best alone. */
function apart(places: readonly PicturePlace[]): PicturePlace[] {
  const kept: PicturePlace[] = [];
  for (const one of places.filter(({ score }) => score >= SCORE_MIN).toSorted((a, b) => b.score - a.score)) {
    if (kept.length === PLACES_MAX) break;
    if (!kept.some((other) => liesOn(one, other))) kept.push(one);
  }
  return kept;
}

/** Whether half of the smaller of both is on the other. */
function liesOn(one: PicturePlace, other: PicturePlace): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const area = ({ left, top, right, bottom }: PicturePlace) => (right - left) * (bottom - top);
  return width > 0 && height > 0 && width * height * 2 > Math.min(area(one), area(other));
}
