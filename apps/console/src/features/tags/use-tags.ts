import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { DeviceRule, TagChoice, TagWish } from "@udt/contract";
import { tagEndpoints, type Tag } from "@udt/contract/endpoints/tags";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { useSettled } from "../../lib/common/use-settled.ts";
import { TAG_READS } from "../../lib/tags/index.ts";

export const useTags = (project: string, filter: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(tagEndpoints.tagList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

export const useTag = (project: string, tag_id: string) =>
  useQuery(queryOf(tagEndpoints.tagGet, { params: { tag_id }, query: { project } }));

/** Whether rules say enough to look for devices. */
export const isWhole = ({ rules }: TagChoice): boolean => rules.every(hasValue);
export const hasValue = ({ values }: DeviceRule): boolean => values.length > 0;

/** What a tag would have now; asked anew as it is edited. A rule without a value is left out. */
export function useTagPreview(project: string, { rules, included_device_ids, excluded_device_ids }: TagChoice) {
  const settled = useSettled(rules);
  return useQuery({
    ...queryOf(tagEndpoints.tagPreview, {
      query: { project },
      body: { rules: settled.filter(hasValue), included_device_ids, excluded_device_ids },
    }),
    placeholderData: keepPreviousData,
  });
}

interface SavedTag {
  base: Pick<Tag, "tag_id" | "version"> | undefined;
  wish: TagWish;
  /** A new one is put before all others. */
  isFirst: boolean;
}

/** Everything that changes tags; what it changed is read anew. */
export function useTagActions(project: string) {
  const stale = useStale();
  const query = { project };
  const after = {
    // Nobody waits until all of it has been read: a save is told at once.
    onSettled: () => void stale(TAG_READS, project),
  };
  return {
    save: useMutation({
      mutationFn: ({ base, wish, isFirst }: SavedTag) =>
        base
          ? api.call(tagEndpoints.tagUpdate, {
              params: { tag_id: base.tag_id },
              query,
              body: { ...wish, version: base.version },
            })
          : api.call(tagEndpoints.tagCreate, { query, body: isFirst ? { ...wish, position: 1 } : wish }),
      ...after,
    }),
    move: useMutation({
      mutationFn: ({ tag_id, position }: { tag_id: string; position: number }) =>
        api.call(tagEndpoints.tagMove, { params: { tag_id }, query, body: { position } }),
      ...after,
    }),
    remove: useMutation({
      mutationFn: (tag_id: string) => api.call(tagEndpoints.tagDelete, { params: { tag_id }, query }),
      ...after,
    }),
  };
}
