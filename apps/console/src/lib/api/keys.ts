import type { CallOptions } from "@udt/client";
import type { Endpoint, EndpointName } from "@udt/contract";

/** What is asked of an endpoint. */
export interface Asked {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** An endpoint that is one of the API's, so that what it answered can be said to be stale by its name. */
export type Named = Endpoint & { readonly name: EndpointName };

/** Under which the answer of a read is kept: the endpoint's name, the project that it is of, and what was asked. */
export type ReadKey = readonly [endpoint: EndpointName, project: string | null, asked: Asked];

/** The key of what an endpoint answers. A read of no project has null in the project's place. */
export function keyOf<E extends Named>(endpoint: E, options: CallOptions<E> & Asked): ReadKey {
  const { params, query, body } = options;
  return [endpoint.name, projectOf(query) ?? projectOf(params) ?? projectOf(body) ?? null, { params, query, body }];
}

/** Projects are `project` in a query, and `project_id` in a path and in a body. */
function projectOf(part: unknown): string | undefined {
  if (typeof part !== "object" || part === null) return undefined;
  const { project, project_id }: { project?: unknown; project_id?: unknown } = part;
  return [project, project_id].find((id) => typeof id === "string");
}

/** What has a key of its own, being made of several reads. */
type Composed = "configNames";
export type ReadName = EndpointName | Composed;

/** The key of what is made of several reads in a project. */
export const composedKey = (name: Composed, project: string, ...asked: readonly unknown[]) =>
  [name, project, ...asked] as const;

/** Whether a key is of one of these reads, and of this project where one is given: what is of no project is always meant. */
export const isReadOf = (
  [name, of]: readonly unknown[],
  names: readonly ReadName[],
  project: string | undefined,
): boolean => names.some((each) => each === name) && (project === undefined || of === project || of === null);
