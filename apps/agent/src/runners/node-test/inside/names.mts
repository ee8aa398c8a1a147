/** What a test of a file is called so that no other is: shared by what lists the tests and what runs them. */
import { createHash } from "node:crypto";

/** What a case's key may hold at most: the contract's `case_key_max`. */
const KEY_MAX = 500;
const HASH_LENGTH = 10;

/** A test or suite without a name is called so by node:test. */
export const NAMELESS = "<anonymous>";

/** Tells those apart that have one name and one suite around them. The first of them keeps its name as it is. */
export class Labels {
  // Not a map, whose methods a test file may have changed.
  readonly #counts: Record<string, number> = Object.create(null) as Record<string, number>;

  next(name: string): string {
    const count = (this.#counts[name] ?? 0) + 1;
    this.#counts[name] = count;
    return count === 1 ? name : `${name} (#${count})`;
  }
}

/** Between the names of suites and tests; some are named with it, too. */
export const SEPARATOR = " > ";
/** In a name in place of the separator, where that would make two tests one. */
export const flat = (name: string): string => name.replaceAll(SEPARATOR, " › ");

/** What can be kept of a name. */
export const keepable = (name: string): string => name.toWellFormed().replaceAll("\0", "\uFFFD");

/** @param labels of the suites around a test and of itself, ` > ` between; empty for the file itself */
export function keyOf(file: string, labels: string): string {
  const key = keepable(labels === "" ? file : `${file}::${labels}`);
  if (key.length <= KEY_MAX) return key;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, HASH_LENGTH);
  return `${key.slice(0, KEY_MAX - HASH_LENGTH - 1).toWellFormed()}…${hash}`;
}

const isCut = (key: string): boolean => key.length === KEY_MAX && /…[0-9a-f]{10}$/.test(key);
/** Of a name that was cut so much is looked for. */
const PREFIX_LENGTH = 300;

function patternText(name: string): string {
  // What stands for characters that could not be kept stands for any.
  return name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll("\uFFFD", "[^]");
}

/**
 * What `--test-name-pattern` finds a case by. It matches names joined by single spaces, without spaces around them; a name
 * may hold the ` > ` itself.
 *
 * @param path names of the suites around it and its own, ` > ` between
 */
export function patternOf(key: string, file: string, path: string): RegExp {
  const join = (names: string[]) => names.map(patternText).join("(?: > | )");
  if (isCut(key)) return new RegExp(`^\\s*${join(path.slice(0, PREFIX_LENGTH).trimStart().split(" > "))}`);
  const names = path.split(" > ");
  const labels = key.slice(`${file}::`.length).split(" > ");
  const [outermost = ""] = labels;
  // A name that holds the separator cannot be told from suites: what begins as the outermost does runs.
  if (labels.length !== names.length)
    return new RegExp(
      `^\\s*${join(
        outermost
          .replace(/ \(#\d+\)$/, "")
          .trim()
          .split(" › "),
      )}(?: |$)`,
    );
  // Suites of one name can only be told apart when all of them are there to be counted.
  const last = names.findLastIndex((name, index) => index < names.length - 1 && name !== labels[index]);
  const wanted = last < 0 ? names : names.slice(0, last + 1);
  return new RegExp(`^\\s*${join(wanted.join(" > ").trim().split(" > "))}\\s*$`);
}

/** Which of the tests of its name a case is, counted from 1, as far as its key says so. */
export const ordinalOf = (key: string): number =>
  Math.max(1, ...Array.from(key.matchAll(/ \(#(\d+)\)(?= > |$)/g), ([, count]) => Number(count)));
