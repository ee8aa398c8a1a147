const PARTS = ["second", "third", "fourth", "fifth", "sixth", "seventh"] as const;
/** Where a project begins when its address says no more. */
const START = "/remote/list";

/** The path below the project that a platform's address names, with a leading slash. */
export function syncTarget(params: Readonly<Record<string, string | undefined>>): string {
  const parts = PARTS.map((name) => params[name]).filter(
    (part): part is string => part !== undefined && !/^\.{0,2}$/.test(part),
  );
  return parts.length === 0 ? START : `/${parts.map(encodeURIComponent).join("/")}`;
}
