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

/**
 * How alike two pictures of one size are, from -1 to 1, whatever brightness and contrast both have as a whole. It is the lower
 * of two: of both as they are, and of both tile by tile. By the first alone a button would be like any other with other
 * words on it, by the second a red one like a blue one. 0 where one of them is of one colour, which says nothing.
 */
export function correlation(one: Pixels, other: Pixels): number {
  const { width, height } = one;
  const tile = Math.max(TILE_MIN, Math.min(TILE_MAX, Math.round(Math.min(width, height) / TILES)));
  const whole = new Sums();
  const tiled: Spreads = { one: 0, other: 0, both: 0 };
  for (let top = 0; top < height; top += tile)
    for (let left = 0; left < width; left += tile)
      for (const colour of COLOURS) {
        const sums = new Sums();
        sums.add(one, other, { colour, left, top, tile });
        whole.join(sums);
        const spreads = sums.spreads();
        tiled.one += spreads.one;
        tiled.other += spreads.other;
        tiled.both += spreads.both;
      }
  return Math.min(likeness(whole.spreads()), likeness(tiled));
}

/** How far values are from their middle, and how far both go together. */
interface Spreads {
  one: number;
  other: number;
  both: number;
}

const likeness = ({ one, other, both }: Spreads): number => (one > 0 && other > 0 ? both / Math.sqrt(one * other) : 0);

/** Whole numbers below 2^53: exact. */
class Sums {
  count = 0;
  a = 0;
  b = 0;
  aa = 0;
  bb = 0;
  ab = 0;

  /** One colour of one tile of two pictures. */
  add(one: Pixels, other: Pixels, part: { colour: number; left: number; top: number; tile: number }): void {
    const { width, height } = one;
    const right = Math.min(width, part.left + part.tile);
    const bottom = Math.min(height, part.top + part.tile);
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
