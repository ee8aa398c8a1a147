import { useEffect, type ReactNode } from "react";
import { CopyButton } from "../../lib/components/index.ts";
import { createStore, useStore } from "../../lib/streams/index.ts";

interface Hint {
  key: number;
  tone: "good" | "warning" | "bad";
  text: string;
  /** Offered for copying by hand, when the browser did not let us. */
  copy?: string;
}

const HINT_MS = 4_000;
/** What went wrong takes longer to read than that all is well. */
const BAD_HINT_MS = 12_000;
const HINT_WITH_COPY_MS = 20_000;
const current = createStore<Hint | undefined>(undefined);
let lastKey = 0;

/** Says something short below the phone, where the user's eyes are. A newer word replaces the older. */
export function hint(tone: Hint["tone"], text: string, copy?: string): void {
  current.set({ key: ++lastKey, tone, text, ...(copy !== undefined && { copy }) });
}

/** @param atRest what is said there while nothing newer is */
export function HintLine({ atRest }: { atRest?: ReactNode }) {
  const shown = useStore(current);
  useEffect(() => {
    if (!shown) return undefined;
    const ms = shown.copy !== undefined ? HINT_WITH_COPY_MS : shown.tone === "bad" ? BAD_HINT_MS : HINT_MS;
    const timer = setTimeout(() => current.set(undefined), ms);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div className="dbg-hint-line" role="status">
      {!shown && atRest}
      {shown && (
        <span key={shown.key} className="dbg-hint" data-tone={shown.tone}>
          {shown.text}
          {shown.copy !== undefined && <CopyButton text={shown.copy} />}
        </span>
      )}
    </div>
  );
}
