import { useEffect } from "react";
import { config } from "../../lib/config/index.ts";
import { activeLanguage } from "../../lib/i18n/index.ts";

/**
 * Tells the operator's analytics service which screen of which project shows, where the settings name one. It gets the
 * route's pattern rather than the address, and nothing of who looks. Nothing waits for it and its failure is nobody's.
 * @param page The screen's path in the route table.
 */
export function useAnalytics(page: string | undefined, projectId: string | undefined): void {
  useEffect(() => {
    const { analytics_url, station } = config();
    if (analytics_url === "" || page === undefined) return;
    // Document 2 §9: dimension 1 is the project.
    const view = { type: "view", page, dimension1: projectId ?? "", station, language: activeLanguage() };
    void fetch(analytics_url, {
      method: "POST",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      keepalive: true,
      body: JSON.stringify(view),
    }).catch(() => undefined);
  }, [page, projectId]);
}
