import { useQuery } from "@tanstack/react-query";
import { memorySceneEndpoints } from "@udt/contract/endpoints/memory-scenes";
import { queryOf } from "../../../lib/api/queries.ts";

/** The apps of the project's traces, with their versions. */
export const useVersions = (project: string) =>
  useQuery(queryOf(memorySceneEndpoints.memoryVersionList, { query: { project } }));

/** Two traces scene by scene, once both are chosen. */
export const useTraceScenes = (project: string, before: string | undefined, after: string | undefined) =>
  useQuery({
    ...queryOf(memorySceneEndpoints.memoryTraceScenes, {
      query: { project, before: before ?? "", after: after ?? "" },
    }),
    enabled: before !== undefined && after !== undefined,
  });

/** Two versions of an app scene by scene, once all is chosen. */
export const useVersionScenes = (
  project: string,
  { app, before, after }: { app: string | undefined; before: string | undefined; after: string | undefined },
) =>
  useQuery({
    ...queryOf(memorySceneEndpoints.memoryVersionScenes, {
      query: { project, app_name: app ?? "", before: before ?? "", after: after ?? "" },
    }),
    enabled: app !== undefined && before !== undefined && after !== undefined,
  });
