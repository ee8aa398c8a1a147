/** When an account that is let in now comes to its end; null for never. */
export const expiryFor = (days: number, now: number): number | null => (days === 0 ? null : now + days * 86_400_000);
