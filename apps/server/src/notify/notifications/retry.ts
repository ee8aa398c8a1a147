/** Pauses before the second attempt and those after it; after the last one a person must try again. */
export const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000] as const;
export const ATTEMPTS_MAX = RETRY_AFTER_MS.length + 1;
/** The pause after so many attempts; of those that a person asked for besides, the last. */
export const retryAfterMs = (attempts: number): number => RETRY_AFTER_MS[attempts - 1] ?? RETRY_AFTER_MS[4];
