export { type Result, ok, fail } from "./result.ts";
export { type Clock, systemClock, delay } from "./time.ts";
export { durationText } from "./duration.ts";
export { type Deferred, deferred } from "./deferred.ts";
export { withoutTrailingSlashes } from "./addresses.ts";
export { mapTexts } from "./map-texts.ts";
export { textAfterLast, textBefore } from "./cut.ts";
export { backoffMs } from "./backoff.ts";
export { Redialling } from "./redialling.ts";
export { flatTexts, textOf, type TextKey, type TextsLike, type TextTree, type TextValues } from "./texts.ts";
export { UNSEEN } from "./unseen.ts";
export { must } from "./must.ts";
export { Rounds } from "./rounds.ts";
export { batched } from "./batched.ts";
export { Emitter, type Unsubscribe } from "./emitter.ts";
export { pictureFacts, type PictureFacts } from "./pictures.ts";
export { compareVersions } from "./versions.ts";
export { cyclic, isNonEmpty, type NonEmpty } from "./lists.ts";
export { WORDS } from "./words/en.ts";
export { noteLine, withNotesTold } from "./words/note-line.ts";
export {
  evidenceLine,
  EVIDENCE_MAX,
  say,
  saidInEnglish,
  saidOf,
  saidText,
  saidWith,
  SAID_PARTS_MAX,
  SaidError,
  WORD_ARG_MAX,
  WORD_CODES,
  type Said,
  type SaidPart,
  type WordArgs,
  type WordCode,
  type WordTexts,
  storable,
} from "./words/said.ts";
