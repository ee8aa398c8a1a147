import { MailOutlined } from "@ant-design/icons";
import { LIMITS, USER_STATES } from "@udt/contract";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { NoMatch } from "../no-match.tsx";
import { SignupTable } from "./signup-table.tsx";
import { USER_TONES } from "./user-tones.ts";
import { UserTable } from "./user-table.tsx";
import { useSignups } from "./use-signups.ts";
import { useUsers } from "./use-users.ts";

/** No state of an account: there is none before its address was confirmed. */
const UNCONFIRMED = "unconfirmed";

export function UsersTab() {
  const t = useT("admin");
  const { search, set, onSearch, keyword, page } = useListFilters();
  const shown = oneOf(search.get("state"), [...USER_STATES, UNCONFIRMED]);
  const isUnconfirmed = shown === UNCONFIRMED;
  const users = useUsers({ keyword, ...page, state: isUnconfirmed ? undefined : shown });
  const signups = useSignups({ keyword, ...page });
  const counts = users.data?.state_counts;
  const pill = (each: NonNullable<typeof shown>, count: number) =>
    (count > 0 || each === shown) && (
      <CountPill
        key={each}
        tone={each === UNCONFIRMED ? "warning" : USER_TONES[each]}
        pressed={each === shown}
        count={count}
        state={t(each === UNCONFIRMED ? "users.unconfirmed.state" : `users.state.${each}`)}
        onPress={() => set({ state: each === shown ? undefined : each })}
      />
    );
  const list = isUnconfirmed ? signups : users;
  const isEmpty = list.data?.list.length === 0;
  // Not that nothing fits: there is none at all.
  const isNone = isUnconfirmed && signups.data?.total === 0 && keyword === "";
  const what = t("users.unconfirmed.what", { days: LIMITS.signup_waits_ms / 86_400_000 });
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("users.search")} onSearch={onSearch} />
        {counts && (
          <div className="admin-counts">
            {pill(UNCONFIRMED, signups.data?.total ?? 0)}
            {USER_STATES.map((each) => pill(each, counts[each] ?? 0))}
          </div>
        )}
      </div>
      {isUnconfirmed && !isNone && <p className="admin-note">{what}</p>}
      <div className="udt-card">
        {list.isPending && <SkeletonRows />}
        {list.isError && !list.data && (
          <ErrorState title={t("users.error")} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {!isUnconfirmed && users.data && users.data.list.length > 0 && (
          <UserTable users={users.data.list} stale={users.isPlaceholderData} />
        )}
        {isUnconfirmed && signups.data && signups.data.list.length > 0 && (
          <SignupTable signups={signups.data.list} stale={signups.isPlaceholderData} />
        )}
        {isNone && (
          <EmptyState icon={<MailOutlined />} title={t("users.unconfirmed.none")}>
            {what}
          </EmptyState>
        )}
        {isEmpty && !isNone && <NoMatch onClear={() => set({ keyword: undefined, state: undefined })} />}
      </div>
      {list.data && <Pager {...page} total={list.data.total} onChange={set} />}
    </>
  );
}

/** How many there are of a state; pressed it shows them alone. */
function CountPill(props: { tone: string; pressed: boolean; count: number; state: string; onPress: () => void }) {
  const t = useT("admin");
  const format = useFormat();
  return (
    <button
      type="button"
      className="udt-pill admin-count"
      data-tone={props.tone}
      aria-pressed={props.pressed}
      onClick={props.onPress}
    >
      {t("users.pill", { count: format.number(props.count), state: props.state })}
    </button>
  );
}
