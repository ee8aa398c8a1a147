import { useRouteError } from "react-router";
import { ErrorState } from "../lib/components/page-states.tsx";
import { useT } from "../lib/i18n/index.ts";

/** A screen that could not load or that broke while it showed. */
export function RouteError() {
  const t = useT("common");
  return (
    <ErrorState isPage title={t("screen_failed")} error={useRouteError()} onRetry={() => window.location.reload()} />
  );
}
