import { isThing } from "@udt/low-code";

/** What says nothing is not written. */
export const saidOrNot = (value: unknown): unknown =>
  value === "" || value === null || (isThing(value) && Object.keys(value).length === 0) ? undefined : value;
