import { useParams } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useAdminOrders } from "../../lib/work-orders/index.ts";
import { OrdersList, useOrdersView } from "./orders-list.tsx";

/** The work orders of the device that the address names, for administrators of the server. */
export default function AdminOrdersPage() {
  const t = useT("work-orders");
  const { deviceId = "" } = useParams();
  const view = useOrdersView();
  const orders = useAdminOrders(deviceId, view.query);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <LinkButton to={paths.adminRecentTests(deviceId)}>{t("recent")}</LinkButton>
            <LinkButton to={paths.admin("issues")}>{t("all")}</LinkButton>
            <LinkButton to={paths.adminDevice(deviceId)}>{t("devices")}</LinkButton>
          </>
        }
      >
        <span className="udt-secondary">{t("lead_admin")}</span>
      </PageHeader>
      <OrdersList project={null} view={view} read={orders} />
    </>
  );
}
