import { ApiOutlined } from "@ant-design/icons";
import { Link, useMatches } from "react-router";
import { EmptyState } from "../lib/components/page-states.tsx";
import "../lib/components/button.css";
import { useT } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";
import type { PlannedRoute } from "./planned-routes.ts";

/** A place of the product whose area this server does not have. */
export function NotEnabled() {
  const t = useT("app");
  const common = useT("common");
  const route = useMatches().at(-1)?.handle as PlannedRoute | undefined;
  if (!route) return null;
  return (
    <EmptyState
      isPage
      icon={<ApiOutlined />}
      title={t("not_enabled.title", { area: t(route.title) })}
      action={
        <Link className="udt-button" to={paths.home()}>
          {common("home")}
        </Link>
      }
    >
      {t("not_enabled.text")}
    </EmptyState>
  );
}
