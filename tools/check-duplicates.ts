/**
 * Where the tree says a thing twice: pairs of places that share six or more lines to the letter. Blank lines, comments,
 * lines of brackets or of one or two characters and imports are passed over, because they say nothing of their own, and
 * white space is folded.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFiles, isOfTests } from "./product-files.ts";

const LINES_MIN = 6;

export interface Duplicates {
  /** Pairs of places that are both in product code. */
  product: string[];
  /** Pairs of which one place or both are in specs, helpers of tests, benchmarks or tools. */
  elsewhere: string[];
}

/** A line that counts: what it says, by a number, and where. */
interface Line {
  text: number;
  file: string;
  at: number;
}

interface Pair {
  first: number;
  second: number;
  length: number;
}

/** @returns Each pair as its two places; of what stands in more than two, each but the first is paired with one before it. */
export function duplicates(root: string): Duplicates {
  const files = codeFiles(root);
  const [product, others] = [files.filter(isProduct), files.filter((file) => !isProduct(file))];
  const lines = new Lines();
  for (const file of product) lines.add(file, readFileSync(join(root, file), "utf8"));
  const ofProduct = lines.all.length;
  for (const file of others) lines.add(file, readFileSync(join(root, file), "utf8"));
  const found: Duplicates = { product: [], elsewhere: [] };
  for (const pair of pairs(lines.all))
    (pair.second < ofProduct ? found.product : found.elsewhere).push(told(lines.all, pair));
  return found;
}

const isProduct = (file: string): boolean => /^(apps|packages)\//.test(file) && !isOfTests(file);

function told(lines: readonly Line[], { first, second, length }: Pair): string {
  const place = (start: number) => `${lines[start]?.file}:${lines[start]?.at}-${lines[start + length - 1]?.at}`;
  return `${place(first)} ~ ${place(second)}`;
}

class Lines {
  readonly all: Line[] = [];
  readonly #numbers = new Map<string, number>();

  add(file: string, text: string): void {
    let until: RegExp | undefined;
    for (const [index, raw] of text.split("\n").entries()) {
      const line = raw.trim().replaceAll(/\s+/g, " ");
      until ??= endOfWhatCountsNot(line);
      if (until?.test(line)) until = undefined;
      else if (!until) this.all.push({ text: this.#numberOf(line), file, at: index + 1 });
    }
    // No run goes on from one file to the next.
    this.all.push({ text: this.#numberOf(`\n${file}`), file, at: 0 });
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}

/** What the last line of that contains which begins with this line and counts not; undefined when this line counts. */
function endOfWhatCountsNot(line: string): RegExp | undefined {
  if (/^\{?\/\*/.test(line)) return /\*\//;
  if (/^(?:import|export)(?: type)? (?:\w+, )?\{$/.test(line)) return /^\}/;
  const saysNothing = line.startsWith("//") || line.length < 3 || /^[{}()[\],;:.\s]+$/.test(line);
  return saysNothing || /^(?:import|export) (?:.* from )?["'][^"']+["'];$/.test(line) ? /^/ : undefined;
}

/** The longest runs that stood before, from the first line to the last; no line is told of twice. */
function* pairs(lines: readonly Line[]): Generator<Pair> {
  const before = new Map<number, number[]>();
  let toldTo = 0;
  for (let second = 0; second + LINES_MIN <= lines.length; second += 1) {
    const key = keyAt(lines, second);
    const places = before.get(key) ?? [];
    if (second >= toldTo) {
      const runs = places.map((first) => ({ first, second, length: runLength(lines, first, second) }));
      const longest = runs.toSorted((a, b) => b.length - a.length)[0];
      if (longest && longest.length >= LINES_MIN) {
        toldTo = second + longest.length;
        yield longest;
      }
    }
    places.push(second);
    before.set(key, places);
  }
}

/** A number that six lines have in common with the same six elsewhere, and with hardly any other. */
function keyAt(lines: readonly Line[], start: number): number {
  let key = 0;
  for (let index = start; index < start + LINES_MIN; index += 1)
    key = Math.imul(key ^ (lines[index]?.text ?? 0), 0x9e3779b1);
  return key;
}

/** How many lines are the same from here and from there; what repeats itself ends where it begins anew. */
function runLength(lines: readonly Line[], first: number, second: number): number {
  let length = 0;
  while (first + length < second && lines[first + length]?.text === lines[second + length]?.text) length += 1;
  return length;
}
