import type { ReactNode } from "react";

/** Something that the search finds: a place to go to, or something to do. */
export type Entry = {
  /** The same for as long as it is the same thing. */
  key: string;
  label: string;
  /** What tells it from others of its name. */
  note: string;
  icon: ReactNode;
} & ({ to: string } | { act: () => void });

export interface Section {
  key: string;
  label: string;
  entries: readonly Entry[];
  /** Its entries are being looked for. */
  isPending?: boolean;
  /** Its entries were found for what was typed before. */
  isOld?: boolean;
  /** They could not be looked for. */
  isFailed?: boolean;
}

/**
 * Those whose name or note has every word of what was typed, whatever its case.
 *
 * @param byNote not so for what is done at once: who types a phone's name looks for the phone, and has not asked to begin on it
 */
export function matching(entries: readonly Entry[], keyword: string, byNote: boolean): Entry[] {
  const words = keyword.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ label, note }) => {
    const text = (byNote ? `${label} ${note}` : label).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
