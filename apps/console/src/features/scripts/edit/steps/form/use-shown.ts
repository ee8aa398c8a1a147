import { useState } from "react";

/** What is typed in a field, until the file says something else there. */
export function useShown<T>(said: T): [T, (typed: T) => void] {
  const [typed, type] = useState(said);
  const [before, setBefore] = useState(said);
  if (!Object.is(before, said)) {
    setBefore(said);
    type(said);
  }
  return [typed, type];
}
