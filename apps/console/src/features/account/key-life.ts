const DAY_MS = 86_400_000;
/** So many days before its end a key asks for another in its place. */
const WARN_DAYS = 7;

/** Whether a key is over, or soon will be; `days` are begun ones. */
export function keyLife(
  expires_at: number | null,
  now: number,
): { state: "good" | "expired" } | { state: "soon"; days: number } {
  if (expires_at === null || expires_at - now > WARN_DAYS * DAY_MS) return { state: "good" };
  if (expires_at <= now) return { state: "expired" };
  return { state: "soon", days: Math.ceil((expires_at - now) / DAY_MS) };
}
