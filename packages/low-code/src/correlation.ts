/** Pixels as RGBA, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** A tile has this part of the shorter side: about what a sign has of a button's text. */
const TILES = 4;
const TILE_MIN = 6;
const TILE_MAX = 32;
const COLOURS = [0, 1, 2];
/** A part is a third of the shorter side in each way, about a few letters of a button's text. */
const PARTS = 3;
/** A part says something that has as much to it, as the variance of a colour, and this share of what the fullest part has. */
const PART_VARIANCE_MIN = 100;
const PART_SHARE_MIN = 0.1;
/**
 * What has been measured, drawn anew between half and twice the size: in its least like part the same has 0.84 and more, other words
 * 0.75 and less, but for two digits that have most of their shape in common. Half of what is between, 0.8, is to be the default score.
 */
const PART_SLACK = 0.05;
/** The same way, what has less contrast than 0.7 of the other, as a button that is disabled, is less like than the default score. */
const CONTRAST_SLACK = 0.15;
/** Less than any score that can be asked for, and more like than what is no place of it: it is told what was near, in its order. */
const NEAR = 0.41;
const NEAR_SHARE = 0.05;

/**
 * How alike two pictures of one size are, from -1 to 1, however bright both are as a whole. It is the lowest of four: of both as
 * they are, of both tile by tile, of the part that is the least like, and of how much contrast both have. By the first alone a
 * button would be like any other with other words on it, by the second a red one like a blue one, by both one with one other word
 * in a long text, and by these three a disabled one. 0 where one of them is of one colour, which says nothing.
 */
export function correlation(one: Pixels, other: Pixels): number {
  const { whole, tiled } = wholeAndTiled(one, other);
  const [contrast = 0, most = 0] = [whole.one, whole.other].toSorted((a, b) => a - b);
  if (contrast <= 0) return 0;
  const alike = Math.min(likeness(whole), likeness(tiled));
  const least = Math.min(leastLikePart(one, other) + PART_SLACK, Math.sqrt(contrast / most) + CONTRAST_SLACK);
  return Math.min(alike, Math.max(least, NEAR + NEAR_SHARE * alike));
}

function wholeAndTiled(one: Pixels, other: Pixels): { whole: Spreads; tiled: Spreads } {
  const { width, height } = one;
  const tile = Math.max(TILE_MIN, Math.min(TILE_MAX, Math.round(Math.min(width, height) / TILES)));
  const whole = new Sums();
  const tiled: Spreads = { one: 0, other: 0, both: 0 };
  for (let top = 0; top < height; top += tile)
    for (let left = 0; left < width; left += tile)
      for (const colour of COLOURS) {
        const sums = new Sums();
        sums.add(one, other, {
          colour,
          left,
          top,
          right: Math.min(width, left + tile),
          bottom: Math.min(height, top + tile),
        });
        whole.join(sums);
        addTo(tiled, sums.spreads());
      }
  return { whole: whole.spreads(), tiled };
}

/** Of the parts that say something the least likeness, contrast included; 1 where none does. */
function leastLikePart(one: Pixels, other: Pixels): number {
  const { width, height } = one;
  const side = Math.max(TILE_MIN, Math.min(width, height) / PARTS);
  const edges = (length: number) => {
    const count = Math.max(1, Math.round(length / side));
    return Array.from({ length: count }, (_, at) => [
      Math.round((at * length) / count),
      Math.round(((at + 1) * length) / count),
    ]);
  };
  const parts = edges(height).flatMap(([top = 0, bottom = 0]) =>
    edges(width).map(([left = 0, right = 0]) => {
      const spreads: Spreads = { one: 0, other: 0, both: 0 };
      for (const colour of COLOURS) {
        const sums = new Sums();
        sums.add(one, other, { colour, left, top, right, bottom });
        addTo(spreads, sums.spreads());
      }
      const middle = (spreads.one + spreads.other) / 2;
      const values = COLOURS.length * (right - left) * (bottom - top);
      return { variance: middle / values, like: middle > 0 ? spreads.both / middle : 0 };
    }),
  );
  const fullest = Math.max(...parts.map(({ variance }) => variance));
  const least = Math.max(PART_VARIANCE_MIN, fullest * PART_SHARE_MIN);
  return Math.min(1, ...parts.filter(({ variance }) => variance >= least).map(({ like }) => like));
}

/** How far values are from their middle, and how far both go together. */
interface Spreads {
  one: number;
  other: number;
  both: number;
}

function addTo(sum: Spreads, { one, other, both }: Spreads): void {
  sum.one += one;
  sum.other += other;
  sum.both += both;
}

const likeness = ({ one, other, both }: Spreads): number => (one > 0 && other > 0 ? both / Math.sqrt(one * other) : 0);

interface Part {
  colour: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Whole numbers below 2^53: exact. */
class Sums {
  count = 0;
  a = 0;
  b = 0;
  aa = 0;
  bb = 0;
  ab = 0;

  /** One colour of one tile of two pictures. */
  add(one: Pixels, other: Pixels, part: Part): void {
    const { width } = one;
    const { right, bottom } = part;
    let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
    for (let y = part.top; y < bottom; y++)
      for (let at = (y * width + part.left) * 4 + part.colour; at < (y * width + right) * 4; at += 4) {
        const a = one.data[at] ?? 0;
        const b = other.data[at] ?? 0;
        sumA += a;
        sumB += b;
        sumAA += a * a;
        sumBB += b * b;
        sumAB += a * b;
      }
    this.count += (right - part.left) * (bottom - part.top);
    this.a += sumA;
    this.b += sumB;
    this.aa += sumAA;
    this.bb += sumBB;
    this.ab += sumAB;
  }

  join({ count, a, b, aa, bb, ab }: Sums): void {
    this.count += count;
    this.a += a;
    this.b += b;
    this.aa += aa;
    this.bb += bb;
    this.ab += ab;
  }

  spreads(): Spreads {
    const { count, a, b, aa, bb, ab } = this;
    return { one: aa - (a * a) / count, other: bb - (b * b) / count, both: ab - (a * b) / count };
  }
}
