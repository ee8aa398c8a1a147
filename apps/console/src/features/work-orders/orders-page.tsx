import { useParams } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useWorkOrders } from "../../lib/work-orders/index.ts";
import { OrdersList, useOrdersView } from "./orders-list.tsx";

/** What is broken among the devices of the project, or of the one that the address names. */
export default function OrdersPage() {
  const t = useT("work-orders");
  const project = useProjectId();
  const { deviceId: device_id } = useParams();
  const view = useOrdersView();
  const orders = useWorkOrders(project, { ...view.query, device_id });
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            {device_id !== undefined && (
              <>
                <LinkButton to={paths.recentTests(project, device_id)}>{t("recent")}</LinkButton>
                <LinkButton to={paths.workOrders(project)}>{t("all")}</LinkButton>
              </>
            )}
            <LinkButton to={device_id === undefined ? paths.deviceList(project) : paths.device(project, device_id)}>
              {t("devices")}
            </LinkButton>
          </>
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <OrdersList project={project} view={view} read={orders} />
    </>
  );
}
