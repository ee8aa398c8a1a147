import { skipToken, useQuery } from "@tanstack/react-query";
import { isRepeat, LIMITS, type Run } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { api } from "../../../lib/api/api.ts";
import { queryOf } from "../../../lib/api/queries.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FRESH, type Draft } from "./draft.ts";

/**
 * What a new job begins with, by the page's address: a library's cases, or what a run ran, on what and how.
 * @param devices What those of a library run on, once that is known.
 */
export function useSource(
  project: string,
  { library_id, test_id }: { library_id: string | null; test_id: string | null },
  devices: Draft["config"]["devices"] | undefined,
) {
  const t = useT("jobs");
  const library = useQuery({
    ...queryOf(libraryEndpoints.libraryGet, { params: { library_id: library_id ?? "" }, query: { project } }),
    enabled: library_id !== null,
  });
  const runQuery = queryOf(runReadEndpoints.runGet, { params: { test_id: test_id ?? "" }, query: { project } });
  const run = useQuery({
    queryKey: [...runQuery.queryKey, "source"],
    queryFn:
      test_id === null
        ? skipToken
        : async (context) => {
            const found = await runQuery.queryFn(context);
            return { run: found, cases: await casesOf(project, found, context.signal) };
          },
  });
  const asked = test_id === null ? library : run;
  const source = (): { from: Draft; lead: string } | undefined => {
    if (run.data) {
      const { job_name, config } = run.data.run;
      const name = t("copy_name", { name: job_name }).slice(0, LIMITS.job_name_max);
      return {
        from: { name, config: { ...config, cases: run.data.cases } },
        lead: t("editor.from_run", { name: job_name }),
      };
    }
    if (library.data && devices) {
      const { name, framework } = library.data;
      return {
        from: { name, config: { ...FRESH, devices, framework, library_id: library.data.library_id } },
        lead: t("editor.from_library", { name }),
      };
    }
    return undefined;
  };
  return {
    isAsked: test_id !== null || library_id !== null,
    source: source(),
    error: asked.error,
    retry: asked.refetch,
  };
}

/** The cases that a run had. A repeat may have had some of what its job says. */
async function casesOf(
  project: string,
  { origin, config, test }: Run,
  signal: AbortSignal,
): Promise<Draft["config"]["cases"]> {
  if (!isRepeat(origin) || config.library_id === null) return config.cases;
  const case_keys = new Set<string>();
  for (let page_num = 1, total = 1; (page_num - 1) * LIMITS.page_size_max < total; page_num++) {
    const page = await api.call(runReadEndpoints.runCases, {
      params: { test_id: test.test_id },
      query: { project, page_num, page_size: LIMITS.page_size_max },
      signal,
    });
    total = page.total;
    for (const one of page.list) case_keys.add(one.case_key);
  }
  return case_keys.size === 0 ? config.cases : { kind: "cases", case_keys: [...case_keys] };
}
