import type { MemorySample } from "@udt/contract";

type Note = MemorySample["notes"][number];

/** With what a device said of it, too. */
export const isSameNote = (one: Note, other: Note): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is noted at each of several samples: it is said once, above them. */
export function notesOfAll(samples: readonly Pick<MemorySample, "notes">[]): Note[] {
  const [first, ...others] = samples;
  if (!first || others.length === 0) return [];
  return first.notes.filter((note) => others.every(({ notes }) => notes.some((one) => isSameNote(one, note))));
}
