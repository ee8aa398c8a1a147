import { useT } from "../../lib/i18n/index.ts";
import { useAllOrders } from "../../lib/work-orders/index.ts";

/** How many work orders of the whole installation are open; nothing when none is. */
export function OpenOrdersBadge() {
  const t = useT("work-orders");
  const counts = useAllOrders({ page_size: 1 }).data?.state_counts;
  const count = (counts?.unprocessed ?? 0) + (counts?.processing ?? 0);
  if (count === 0) return null;
  return (
    <span className="udt-badge" title={t("open", { count })}>
      <span aria-hidden>{count}</span>
      <span className="udt-hidden">{t("open", { count })}</span>
    </span>
  );
}
