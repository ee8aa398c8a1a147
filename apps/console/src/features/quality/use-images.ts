import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { qualityImageEndpoints } from "@udt/contract/endpoints/quality-images";
import { api } from "../../lib/api/api.ts";
import { queryOf } from "../../lib/api/queries.ts";
import type { BoardQuery } from "./use-board.ts";

const own = queryOf(qualityImageEndpoints.qualityImageList, {});

/** The user's own pictures that still work. */
export const useImages = (isOpen: boolean) => useQuery({ ...own, enabled: isOpen });

export function useImageActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: own.queryKey });
  return {
    create: useMutation({
      mutationFn: ({ query, ...named }: { query: BoardQuery; name: string; valid_days: number }) => {
        const { project_ids, ...rest } = query;
        const ids = project_ids === undefined ? [] : project_ids.split(",").filter((id) => id !== "");
        return api.call(qualityImageEndpoints.qualityImageCreate, { body: { ...rest, ...named, project_ids: ids } });
      },
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (image_id: string) => api.call(qualityImageEndpoints.qualityImageRevoke, { params: { image_id } }),
      onSuccess,
    }),
  };
}
