import { App, Button } from "antd";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { browserName } from "./browser-name.ts";
import { useEndSession, useSessions } from "./use-account.ts";

type Session = NonNullable<ReturnType<typeof useSessions>["data"]>["list"][number];

export function Sessions() {
  const t = useT("account");
  const sessions = useSessions();
  if (sessions.isPending) return <SkeletonRows rows={2} />;
  if (!sessions.data) {
    return <ErrorState title={t("sessions.error")} error={sessions.error} onRetry={() => void sessions.refetch()} />;
  }
  const list = sessions.data.list.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at - a.last_seen_at,
  );
  return (
    <ul className="account-sessions">
      {list.map((session) => (
        <Row key={session.session_id} session={session} />
      ))}
    </ul>
  );
}

function Row({ session }: { session: Session }) {
  const t = useT("account");
  const format = useFormat();
  const now = useNow();
  const { message, modal } = App.useApp();
  const end = useEndSession();
  const { browser, system } = browserName(session.user_agent);
  const name = browser === "" ? t("sessions.unknown") : system === "" ? browser : t("sessions.on", { browser, system });
  const since = format.dateTime(session.created_at, now);
  const ask = () =>
    modal.confirm({
      title: t("sessions.end_ask"),
      content: t("sessions.end_text", { browser: name }),
      okText: t("sessions.end"),
      okButtonProps: { danger: true },
      // The error policy tells a failure; the list is read again either way.
      onOk: () =>
        end.mutateAsync(session.session_id).then(
          () => message.success(t("sessions.ended")),
          () => undefined,
        ),
    });
  return (
    <li>
      <div title={session.user_agent}>
        <b>{name}</b>
        {session.current ? (
          <StatePill tone="good">{t("sessions.current")}</StatePill>
        ) : (
          <span className="udt-secondary udt-num">
            {t("sessions.seen", { time: format.moment(session.last_seen_at, now) })}
          </span>
        )}
        <small>{t("sessions.since", { time: since, ip: session.ip })}</small>
      </div>
      {!session.current && (
        <Button aria-label={t("sessions.end_label", { browser: name, time: since })} onClick={ask}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
