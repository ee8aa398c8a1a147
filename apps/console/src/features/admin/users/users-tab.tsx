import { MailOutlined } from "@ant-design/icons";
import { LIMITS, USER_STATES } from "@udt/contract";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../../lib/list/index.ts";
import { SignupRow, useSignupColumns } from "./signup-row.tsx";
import { USER_TONES } from "./user-tones.ts";
import { UserRow, useUserColumns } from "./user-row.tsx";
import { useSignups } from "./use-signups.ts";
import { useUsers } from "./use-users.ts";

/** No state of an account: there is none before its address was confirmed. */
const UNCONFIRMED = "unconfirmed";
const FILTERS = { state: [...USER_STATES, UNCONFIRMED] } as const;

export function UsersTab() {
  const t = useT("admin");
  const view = useListView(FILTERS);
  const { keyword, page, set } = view;
  const shown = view.chosen.state;
  const isUnconfirmed = shown === UNCONFIRMED;
  const users = useUsers({ keyword, ...page, state: isUnconfirmed ? undefined : shown });
  const signups = useSignups({ keyword, ...page });
  const userColumns = useUserColumns();
  const signupColumns = useSignupColumns();
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
  const what = t("users.unconfirmed.what", { days: LIMITS.signup_waits_ms / 86_400_000 });
  // Not that nothing fits: there is none at all.
  const isNone = signups.data?.total === 0 && keyword === "";
  const nobodyWaits = {
    title: t("users.nobody_waits.title"),
    text: t("users.nobody_waits.text"),
    clear: t("users.nobody_waits.clear"),
  };
  const shared = {
    search: t("users.search"),
    filters: counts && (
      <div className="admin-counts">
        {pill(UNCONFIRMED, signups.data?.total ?? 0)}
        {USER_STATES.map((each) => pill(each, counts[each] ?? 0))}
      </div>
    ),
    error: t("users.error"),
  };
  return isUnconfirmed ? (
    <ListPage
      {...shared}
      // That only these are shown narrows nothing: they are all of their kind.
      view={{ ...view, isNarrowed: keyword !== "" }}
      read={signups}
      note={!isNone && <p className="admin-note">{what}</p>}
      columns={signupColumns}
      renderRow={(signup) => <SignupRow key={signup.signup_id} signup={signup} />}
      none={{ title: t("users.unconfirmed.none"), text: what, icon: <MailOutlined /> }}
    />
  ) : (
    <ListPage
      {...shared}
      view={view}
      read={users}
      {...(shown === "approving" && keyword === "" && { noMatch: nobodyWaits })}
      columns={userColumns}
      renderRow={(user) => <UserRow key={user.user_id} user={user} />}
    />
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
