import { ToolOutlined } from "@ant-design/icons";
import { WORK_ORDER_SOURCES, WORK_ORDER_STATES } from "@udt/contract";
import type { ReactNode } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, ListToggle, type TableColumn, useListView } from "../../lib/list/index.ts";
import type { useWorkOrders } from "../../lib/work-orders/index.ts";
import { OrderDrawer } from "./order-drawer.tsx";
import { OrderRow } from "./order-row.tsx";
import "./work-orders.css";

export const ORDER_FILTERS = { state: WORK_ORDER_STATES, source: WORK_ORDER_SOURCES, mine: ["1"] } as const;
export const useOrdersView = () => useListView(ORDER_FILTERS);

interface OrdersListProps {
  /** Through which they are looked at; null: by an administrator of the server, through none. */
  project: string | null;
  view: ReturnType<typeof useOrdersView>;
  read: ReturnType<typeof useWorkOrders>;
  /** What else they are narrowed by. */
  filters?: ReactNode;
}

/** Work orders, each with all of it beside the list. */
export function OrdersList({ project, view, read: orders, filters }: OrdersListProps) {
  const t = useT("work-orders");
  const format = useFormat();
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
      <ListPage
        view={view}
        read={orders}
        search={t("search")}
        filters={
          <>
            <ListFilters
              view={view}
              of={{
                state: { label: t("filter.state"), text: (state) => t(`state.${state}`) },
                source: { label: t("filter.source"), text: (source) => t(`source.${source}`) },
              }}
            />
            {filters}
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
