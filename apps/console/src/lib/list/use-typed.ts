import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Who goes on typing within this time is asked for once that settles; what comes after a rest, or is pasted, at once. */
const SETTLE_MS = 200;
/** What is not in the URL by then was given up for a link or going back, and is asked for anew. */
const LOST_MS = 5_000;

/**
 * A field whose text is in the URL once typing settles.
 * @param value what the URL has @param onTyped gets the trimmed text @returns what the field shows, and what sets it
 */
export function useTyped(value: string, onTyped: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // What was typed and is not in the URL yet: it gets there later, and on a slow machine well after the next letters.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== seen) {
    const arrived = sent.indexOf(value);
    setSeen(value);
    setSent(arrived < 0 ? [] : sent.slice(arrived + 1));
    // The URL changed by other means (back, a cleared filter): the field follows.
    if (arrived < 0) setText(value);
  }
  const latest = sent.at(-1) ?? value;
  useEffect(() => {
    if (sent.length === 0) return undefined;
    const timer = setTimeout(() => setSent([]), LOST_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  const tell = useEffectEvent(onTyped);
  const typedAt = useRef(-Infinity);
  useEffect(() => {
    const typed = text.trim();
    if (typed === latest) return undefined;
    const now = performance.now();
    const wait_ms = now - typedAt.current < SETTLE_MS ? SETTLE_MS : 0;
    typedAt.current = now;
    const timer = setTimeout(() => {
      setSent((before) => [...before, typed]);
      tell(typed);
    }, wait_ms);
    return () => clearTimeout(timer);
  }, [text, latest]);
  return [text, setText];
}
