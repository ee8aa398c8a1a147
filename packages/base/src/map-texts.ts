/** Plain data with each of its texts changed; its keys stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}
