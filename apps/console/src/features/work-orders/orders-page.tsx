import { ToolOutlined } from "@ant-design/icons";
import { WORK_ORDER_STATES } from "@udt/contract";
import { useParams } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, ListToggle, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useWorkOrders } from "../../lib/work-orders/index.ts";
import { OrderDrawer } from "./order-drawer.tsx";
import { OrderRow } from "./order-row.tsx";
import "./work-orders.css";

/** What is broken among the devices of the project, or of the one that the address names. */
export default function OrdersPage() {
  const t = useT("work-orders");
  const format = useFormat();
  const project = useProjectId();
  const { deviceId: device_id } = useParams();
  const view = useListView({ state: WORK_ORDER_STATES, mine: ["1"] });
  const orders = useWorkOrders(project, { ...view.query, device_id });
  const [opened, open] = view.opened("number");
  const columns: readonly TableColumn[] = [
    { key: "number", label: t("column.number"), width: 84 },
    { key: "state", label: t("column.state"), width: 200 },
    { key: "fault", label: t("column.fault") },
    { key: "device", label: t("column.device"), width: "22%" },
    { key: "reporter", label: t("column.reporter"), width: 132 },
    { key: "reported", label: t("column.reported"), width: 132 },
  ];
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
      <ListPage
        view={view}
        read={orders}
        search={t("search")}
        filters={
          <>
            <ListFilters
              view={view}
              of={{ state: { label: t("filter.state"), text: (state) => t(`state.${state}`) } }}
            />
            <ListToggle view={view} name="mine" label={t("filter.mine")} />
          </>
        }
        count={(total) => t("count", { count: total, shown: format.number(total) })}
        columns={columns}
        renderRow={(order) => <OrderRow key={order.number} project={project} order={order} onOpen={open} />}
        error={t("error")}
        icon={<ToolOutlined />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <OrderDrawer project={project} opened={opened} onClose={() => open(undefined)} />
    </>
  );
}
