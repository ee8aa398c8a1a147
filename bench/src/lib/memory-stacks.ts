/** Stacks of a large app, made of numbers: the same ones each time. */

const FUNCTIONS = 20_000;

export const functionName = (number: number): string => `-[Class${number} load:]`;

export interface MadeStack {
  /** Numbers of functions, the outermost first. It is another one with the next stack. */
  path: readonly number[];
  bytes: number;
  /** One of five: what grows where something does. */
  isFifth: boolean;
}

export function randomNumbers(first = 7): () => number {
  let seed = first;
  return () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
}

/** A walk through the program, each stack a few calls from the last, until it has made so many calls. */
export function* madeStacks(most: number, deepest = 40): Generator<MadeStack> {
  const random = randomNumbers();
  const path = [0];
  for (let calls = 1; calls < most;) {
    path.length = random() < 0.004 ? 1 : Math.max(1, path.length - Math.floor(random() * 5));
    const deep = Math.min(deepest, path.length + 1 + Math.floor(random() * 3));
    for (; path.length < deep; calls += 1) path.push(Math.floor(random() ** 3 * FUNCTIONS));
    yield { path, bytes: 16 * (1 + Math.floor(random() * 400)), isFifth: random() < 0.2 };
  }
}
