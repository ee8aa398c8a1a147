/** What storage is refused keeps its values for the page's life, so that the page goes on. */
const kept = new Map<string, string>();

function attempt<T>(storage: () => T, memory: () => T): T {
  try {
    return storage();
  } catch {
    return memory();
  }
}

/** `localStorage`, or the page's memory where a browser denies it, as it does to frames of another site, or has no room. */
export const local = {
  getItem: (key: string): string | null =>
    attempt(
      () => localStorage.getItem(key),
      () => kept.get(key) ?? null,
    ),
  setItem: (key: string, value: string): void =>
    attempt(
      () => localStorage.setItem(key, value),
      () => void kept.set(key, value),
    ),
  removeItem: (key: string): void =>
    attempt(
      () => localStorage.removeItem(key),
      () => void kept.delete(key),
    ),
};
