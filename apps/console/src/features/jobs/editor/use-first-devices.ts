import { useQuery } from "@tanstack/react-query";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { queryOf } from "../../../lib/api/queries.ts";
import { FRESH, type Draft } from "./draft.ts";

/** What a new job's devices begin with: the project's default tag where there is one. Undefined until that is known. */
export function useFirstDevices(project: string): Draft["config"]["devices"] | undefined {
  const tags = useQuery(queryOf(tagEndpoints.tagNames, { query: { project, default_only: "1", page_size: 1 } }));
  if (tags.isPending) return undefined;
  const tag = tags.data?.list[0];
  if (!tag) return FRESH.devices;
  return { kind: "rule", rules: [{ attribute: "tag", operator: "equals", values: [tag.tag_id] }], count: 1 };
}
