import { useQueryClient, type DataTag, type QueryClient } from "@tanstack/react-query";
import type { CallOptions } from "@udt/client";
import type { DataOf } from "@udt/contract";
import { useCallback } from "react";
import { api } from "./api.ts";
import { isReadOf, keyOf, type Asked, type Named, type ReadKey, type ReadName } from "./keys.ts";

/** A read, as a query takes it; the key says what is kept under it. */
export interface Read<Data> {
  queryKey: DataTag<ReadKey, Data, Error>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
}

/** A read of an endpoint as a query: its key follows from what is asked, and is the same wherever the same is asked. */
export const queryOf = <E extends Named>(endpoint: E, options: CallOptions<E> & Asked): Read<DataOf<E>> => ({
  queryKey: keyOf(endpoint, options) as DataTag<ReadKey, DataOf<E>, Error>,
  queryFn: ({ signal }) => api.call(endpoint, { ...options, signal }),
});

/** Says that what these reads answered is no longer so: in one project, or wherever they were asked. */
export const markStale = (queryClient: QueryClient, names: readonly ReadName[], project?: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => isReadOf(queryKey, names, project) });

/** {@link markStale} of the page's own cache. */
export function useStale() {
  const queryClient = useQueryClient();
  return useCallback(
    (names: readonly ReadName[], project?: string) => markStale(queryClient, names, project),
    [queryClient],
  );
}
