export interface Gem {
  x: number;
  y: number;
  speed: number;
  spin: number;
  kind: 0 | 1 | 2 | 3;
}

export interface Spark {
  x: number;
  y: number;
  dx: number;
  dy: number;
  age: number;
  kind: Gem["kind"];
}

const MAX_STEP_MS = 60;
const SPARK_SECONDS = 0.6;
/** Height of the ship's centre, and half its width, in field units (the field is 1 wide). */
export const SHIP_HALF = 0.11;
export const LIVES = 3;
const LEVELS = 6;
const GEMS_A_LEVEL = 8;

/** The same numbers from the same seed (xorshift), so that a game plays alike each time. */
export function seededRandom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The game without its picture: gems fall over a field one unit wide and `height` units tall; a ship catches them. */
export class GameWorld {
  height = 2;
  shipX = 0.5;
  gems: Gem[] = [];
  sparks: Spark[] = [];
  score = 0;
  best = 0;
  lives = LIVES;
  seconds = 0;
  readonly #random: () => number;
  #targetX = 0.5;
  #untilNext = 0.4;

  constructor(random: () => number) {
    this.#random = random;
  }

  get over(): boolean {
    return this.lives === 0;
  }

  /** From 1 on, one more for each so many gems that were caught. */
  get level(): number {
    return Math.min(LEVELS, 1 + Math.floor(this.score / GEMS_A_LEVEL));
  }

  get shipY(): number {
    return this.height * 0.86;
  }

  steer(x: number): void {
    this.#targetX = Math.max(SHIP_HALF, Math.min(1 - SHIP_HALF, x));
  }

  nudge(by: number): void {
    this.steer(this.#targetX + by);
  }

  restart(): void {
    this.gems = [];
    this.sparks = [];
    this.score = 0;
    this.lives = LIVES;
  }

  /** Lets time pass; answers how many gems were caught and lost. */
  step(elapsedMs: number): { caught: number; lost: number } {
    const seconds = Math.min(elapsedMs, MAX_STEP_MS) / 1000;
    this.seconds += seconds;
    this.shipX += (this.#targetX - this.shipX) * Math.min(1, seconds * 16);
    for (const spark of this.sparks) {
      spark.age += seconds;
      spark.x += spark.dx * seconds;
      spark.y += spark.dy * seconds;
      spark.dy += 1.6 * seconds;
    }
    this.sparks = this.sparks.filter(({ age }) => age < SPARK_SECONDS);
    return this.over ? { caught: 0, lost: 0 } : this.#stepGems(seconds);
  }

  #stepGems(seconds: number): { caught: number; lost: number } {
    this.#untilNext -= seconds;
    if (this.#untilNext <= 0) {
      this.#untilNext = Math.max(0.28, 0.9 - this.score * 0.012);
      const kind = Math.floor(this.#random() * 4) as Gem["kind"];
      const speed = 0.55 + this.#random() * 0.25 + this.score * 0.006;
      this.gems.push({ x: 0.08 + this.#random() * 0.84, y: -0.06, speed, spin: this.#random() * 6, kind });
    }
    let caught = 0;
    let lost = 0;
    this.gems = this.gems.filter((gem) => {
      gem.y += gem.speed * seconds;
      gem.spin += 2.4 * seconds;
      if (Math.abs(gem.y - this.shipY) < 0.05 && Math.abs(gem.x - this.shipX) < SHIP_HALF + 0.03) {
        caught += 1;
        this.#burst(gem);
        return false;
      }
      if (gem.y < this.height + 0.1) return true;
      lost += 1;
      return false;
    });
    this.score += caught;
    this.best = Math.max(this.best, this.score);
    this.lives = Math.max(0, this.lives - lost);
    return { caught, lost };
  }

  #burst({ x, y, kind }: Gem): void {
    for (let index = 0; index < 12; index += 1) {
      const angle = (index / 12) * Math.PI * 2;
      const speed = 0.25 + this.#random() * 0.35;
      this.sparks.push({ x, y, dx: Math.cos(angle) * speed, dy: Math.sin(angle) * speed - 0.3, age: 0, kind });
    }
  }
}

/** A step of the world takes so long, and more for what moves in it. */
const STEP_MS = { base: 1.5, gem: 0.05, spark: 0.25 };
export const stepMs = ({ gems, sparks }: GameWorld): number =>
  STEP_MS.base + STEP_MS.gem * gems.length + STEP_MS.spark * sparks.length;
