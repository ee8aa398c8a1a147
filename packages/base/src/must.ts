/**
 * What is there by construction, where its type cannot say so.
 *
 * @param what as the sentence names it that tells of its absence
 */
export function must<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}
