import type { Fault, OutlineSection } from "@udt/low-code";
import type { Pointing } from "./pointing.ts";

/** Where a field is in its step or case. */
export type Way = readonly (string | number)[];
/** What all fields of one form know. */
export interface FormRoom {
  sections: readonly OutlineSection[];
  pointing: Pointing;
  /** Unlike those of other forms. */
  key: string;
  /** It has a place for what is tried where its locator means nothing. */
  fallsBack: boolean;
  /** What is wrong at a field or in it. */
  faultsAt: (way: Way) => readonly Fault[];
  set: (way: Way, value: unknown) => void;
}
