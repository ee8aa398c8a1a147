import { useT } from "../../lib/i18n/index.ts";
import { useWaitingAccounts } from "../../lib/session/index.ts";

/** How many accounts wait for an administrator; nothing when none does, or for who may not decide. */
export function ApprovalsBadge() {
  const t = useT("app");
  const count = useWaitingAccounts().data?.accounts ?? 0;
  if (count === 0) return null;
  return (
    <span className="udt-badge" title={t("menu.approvals", { count })}>
      <span aria-hidden>{count}</span>
      <span className="udt-hidden">{t("menu.approvals", { count })}</span>
    </span>
  );
}
