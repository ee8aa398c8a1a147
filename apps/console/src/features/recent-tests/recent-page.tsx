import { useParams } from "react-router";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { PartsList, usePartsView } from "./parts-list.tsx";
import { useDeviceTests } from "./use-device-tests.ts";

/** What ran on the device that the address names, as the project sees it. */
export default function RecentPage() {
  const t = useT("recent-tests");
  const project = useProjectId();
  const { deviceId = "" } = useParams();
  const user = useUser();
  const guest = useIsGuest(project);
  const view = usePartsView();
  const { kind, verdict } = view.chosen;
  const read = useDeviceTests(project, deviceId, { kind, verdict, ...view.page });
  return (
    <PartsList
      view={view}
      read={read}
      device_id={deviceId}
      project={project}
      lead={t("lead")}
      actions={
        <>
          {user.user_role.udt_admin && <LinkButton to={paths.adminRecentTests(deviceId)}>{t("everything")}</LinkButton>}
          {!guest && <LinkButton to={paths.workOrdersOf(project, deviceId)}>{t("orders")}</LinkButton>}
          <LinkButton to={paths.device(project, deviceId)}>{t("device")}</LinkButton>
        </>
      }
    />
  );
}
