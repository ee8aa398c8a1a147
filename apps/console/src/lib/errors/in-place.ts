import type { ApiError } from "@udt/client";
import type { Rule } from "./policy.ts";

/** What an address may lead to that is not there. */
export type MissingThing = "page" | "project" | "case" | "job" | "run" | "session";

/**
 * What a page cannot show by its address: `shut` when the project is not there or not the caller's, about which is to be
 * asked anew; else what is missing.
 */
export type Unshown = "shut" | MissingThing;
type Listener = (unshown: Unshown) => void;

const listeners = new Set<Listener>();

/** The frame around the screens of a project hears of it, and shows it where the screen would be. */
export function onUnshown(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns whether somebody shows it */
export function tellUnshown(unshown: Unshown): boolean {
  for (const listener of listeners) listener(unshown);
  return listeners.size > 0;
}

const UNSHOWN: Partial<Record<Rule, Unshown>> = {
  projects: "shut",
  missing_project: "shut",
  missing_case: "case",
  missing_job: "job",
  jobs: "run",
  devices: "session",
};

/** What a failed read says of the page that it was for; of calls that change something only that its project is shut. */
export function unshownBy(rule: Rule, { method, code }: Pick<ApiError, "method" | "code">): Unshown | undefined {
  const unshown = UNSHOWN[rule];
  if (unshown === "shut") return code === "user_not_in_project" || code === "project_not_exists" ? unshown : undefined;
  return method === "GET" ? unshown : undefined;
}
