/** What storage is refused keeps its values for the page's life, so that the page goes on. */
const kept = new Map<string, string>();

function attempt<T>(storage: () => T, memory: () => T): T {
  try {
    return storage();
  } catch {
    return memory();
  }
}

const storageOf = (storage: () => Storage) => ({
  getItem: (key: string): string | null =>
    attempt(
      () => storage().getItem(key),
      () => kept.get(key) ?? null,
    ),
  setItem: (key: string, value: string): void =>
    attempt(
      () => storage().setItem(key, value),
      () => void kept.set(key, value),
    ),
  removeItem: (key: string): void =>
    attempt(
      () => storage().removeItem(key),
      () => void kept.delete(key),
    ),
});

/** `localStorage`, or the page's memory where a browser denies it, as it does to frames of another site, or has no room. */
export const local = storageOf(() => localStorage);
/** The same for what is this window's alone, outlives its reload and goes with it. */
export const ofWindow = storageOf(() => sessionStorage);
