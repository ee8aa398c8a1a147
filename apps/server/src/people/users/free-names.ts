import { LIMITS } from "@udt/contract";

const NAME_TRIES = 20;

/** Nicknames are unique, and people may wish for the same one: then a number tells them apart. */
export function* namesLike(base: string, user_id: string): Generator<string> {
  for (let attempt = 1; attempt <= NAME_TRIES; attempt++) {
    const suffix = attempt === 1 ? "" : attempt < NAME_TRIES ? ` ${attempt}` : ` ${user_id.slice(0, 8)}`;
    yield shortened(base, LIMITS.nickname_max - suffix.length) + suffix;
  }
}

/** At most so many characters as people count them. */
const shortened = (text: string, max: number): string =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)]
    .slice(0, max)
    .map(({ segment }) => segment)
    .join("")
    .trim();
