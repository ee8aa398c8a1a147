import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../api/queries.ts";
import { PICKED, unknownOption, type PickOption } from "../form/index.ts";

/**
 * A project's tags to choose from, by a part of their names.
 * @param chosen These have a name though they are not among the first.
 * @param isEnabled False for who may not see tags: asking would lead them away from the page.
 */
export function useTagOptions(project: string, chosen: readonly string[], gone: string, isEnabled = true) {
  const [text, setText] = useState("");
  const filter = { keyword: useDeferredValue(text.trim()), page_size: PICKED };
  const offered = useQuery({
    ...queryOf(tagEndpoints.tagNames, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const own = useQueries({
    queries: chosen.map((tag_id) => ({
      ...queryOf(tagEndpoints.tagNames, { query: { project, tag_id, page_size: 1 } }),
      enabled: isEnabled,
    })),
  });
  const known = [...own, offered].flatMap(({ data }) => data?.list ?? []);
  const options = new Map<string, PickOption>();
  for (const [at, tag_id] of chosen.entries())
    options.set(tag_id, { ...unknownOption(tag_id, own[at]?.isFetching === true, gone), disabled: false });
  for (const { tag_id, name } of known) options.set(tag_id, { value: tag_id, label: name });
  return {
    options: [...options.values()],
    isLoading: offered.isFetching,
    /** Whether there is any to choose. */
    isSome: (offered.data?.total ?? 0) > 0 || text !== "" || chosen.length > 0,
    search: { filterOption: false, searchValue: text, onSearch: setText },
    /** What is looked for next is looked for among all. */
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) setText("");
    },
  };
}
