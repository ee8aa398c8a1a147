import { useEffect, useState } from "react";

const SETTLE_MS = 150;

/** What somebody edits, once that settles: not each letter asks the server. @param value the same object for as long as it is unchanged */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
