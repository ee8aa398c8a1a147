/** What is chosen of more than can be offered at once. */
import { ApiError } from "@udt/client";

/** So many are offered at once; typing finds the others. */
export const PICKED = 50;

export interface PickOption {
  value: string;
  label: string;
  title?: string;
  disabled?: boolean;
}

/** Undefined for what is not there any more. */
export const found = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === "refused") return undefined;
    throw error;
  });

/** What is chosen and has no name: until that is known, or because it has been deleted. Never its id. */
export const unknownOption = (value: string, isAsked: boolean, gone: string): PickOption => ({
  value,
  label: isAsked ? "…" : gone,
  disabled: true,
});
