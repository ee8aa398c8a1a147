import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryInputOf } from "@udt/contract";
import { modelEndpoints, type Model, type ModelWish } from "@udt/contract/endpoints/models";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export const useModels = (query: QueryInputOf<typeof modelEndpoints.adminModelList>) =>
  useQuery({ ...queryOf(modelEndpoints.adminModelList, { query }), placeholderData: keepPreviousData });

const modelQuery = (model_id: string) => queryOf(modelEndpoints.adminModelGet, { params: { model_id } });

export const useModel = (model_id: string | null) =>
  useQuery({ ...modelQuery(model_id ?? ""), enabled: model_id !== null });

/** What can be done with a model. The event says it to everybody else. */
export function useModelActions(model_id: string) {
  const stale = useStale();
  const queryClient = useQueryClient();
  const params = { model_id };
  const onSuccess = (saved: Model) => {
    queryClient.setQueryData(modelQuery(model_id).queryKey, saved);
    return stale(["adminModelList", "deviceList", "deviceGet"]);
  };
  return {
    save: useMutation({
      mutationFn: (body: ModelWish & { version: number }) =>
        api.call(modelEndpoints.adminModelUpdate, { params, body }),
      onSuccess,
      // Somebody was faster: what is there now is to be read.
      onError: () => stale(["adminModelGet"]),
    }),
    put: useMutation({
      mutationFn: (body: Blob) => api.call(modelEndpoints.adminModelPicturePut, { params, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: () => api.call(modelEndpoints.adminModelPictureDelete, { params }),
      onSuccess,
    }),
  };
}
