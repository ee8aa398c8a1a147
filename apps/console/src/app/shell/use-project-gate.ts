import { useEffect } from "react";
import { useStale } from "../../lib/api/queries.ts";
import { getT, useT } from "../../lib/i18n/index.ts";
import { navigateTo } from "../../lib/navigation/navigation.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { showNotice } from "../../lib/notices/notices.ts";
import { onNoPrivilege } from "../../lib/errors/index.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";

/**
 * Document 1 §6: a project whose devices the caller may not see is left for the list of projects, with the alert "target
 * project". And a refusal for lack of a privilege makes the page ask anew what the caller may do.
 */
export function useProjectGate(projectId: string | undefined, isProjectScreen: boolean): void {
  const t = useT("app");
  const stale = useStale();
  const privileges = usePrivileges(isProjectScreen ? projectId : undefined);
  const refused = privileges.known && !privileges.may("device.view");
  useEffect(() => {
    if (!refused) return;
    showNotice({
      key: "target_project",
      tone: "warning",
      title: getT("errors")("target_project_title"),
      text: t("target_project"),
    });
    navigateTo(paths.projects());
  }, [refused, t]);
  useEffect(() => onNoPrivilege(() => void stale(["privilegeEnforce"])), [stale]);
}
