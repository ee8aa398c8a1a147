import { USER_STATES } from "@udt/contract";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { NoMatch } from "../no-match.tsx";
import { USER_TONES } from "./user-tones.ts";
import { UserTable } from "./user-table.tsx";
import { useUsers } from "./use-users.ts";

export function UsersTab() {
  const t = useT("admin");
  const format = useFormat();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const state = oneOf(search.get("state"), USER_STATES);
  const users = useUsers({ keyword, ...page, state });
  const counts = users.data?.state_counts;
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("users.search")} onSearch={onSearch} />
        {counts && (
          <div className="admin-counts">
            {USER_STATES.filter((each) => (counts[each] ?? 0) > 0 || each === state).map((each) => (
              <button
                key={each}
                type="button"
                className="udt-pill admin-count"
                data-tone={USER_TONES[each]}
                aria-pressed={each === state}
                onClick={() => set({ state: each === state ? undefined : each })}
              >
                {t("users.pill", { count: format.number(counts[each] ?? 0), state: t(`users.state.${each}`) })}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="udt-card">
        {users.isPending && <SkeletonRows />}
        {users.isError && !users.data && (
          <ErrorState title={t("users.error")} error={users.error} onRetry={() => void users.refetch()} />
        )}
        {users.data && users.data.list.length > 0 && (
          <UserTable users={users.data.list} stale={users.isPlaceholderData} />
        )}
        {users.data?.list.length === 0 && <NoMatch onClear={() => set({ keyword: undefined, state: undefined })} />}
      </div>
      {users.data && <Pager {...page} total={users.data.total} onChange={set} />}
    </>
  );
}
