import type { ReactElement } from "react";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import "./notifications.css";

type TabName = "channels" | "triggers" | "deliveries";

/** What there is to see of notifications, the channels first; the address keeps which of them is open. */
export function NotificationTabs({ tabs }: { tabs: Partial<Record<TabName, ReactElement>> }) {
  const t = useT("notifications");
  const [search] = useUrlFilters();
  const names = Object.keys(tabs) as TabName[];
  const tab = oneOf(search.get("tab"), names) ?? "channels";
  return (
    <>
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {names.map((each) => (
          <Link key={each} to={`?tab=${each}`} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      {tabs[tab]}
    </>
  );
}
