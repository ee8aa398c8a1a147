import { useT } from "../../lib/i18n/index.ts";
import { useJoinRequests } from "../../lib/session/index.ts";

/** How many wait to join; nothing when nobody does, or when the caller may not decide. */
export function JoinBadge({ project }: { project: string }) {
  const t = useT("app");
  const count = useJoinRequests(project).data?.list.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="udt-badge" title={t("menu.join_requests", { count })}>
      <span aria-hidden>{count}</span>
      <span className="udt-hidden">{t("menu.join_requests", { count })}</span>
    </span>
  );
}
