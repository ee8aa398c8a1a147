import { shapes } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, useListView } from "../../lib/list/index.ts";
import { useAllOrders } from "../../lib/work-orders/index.ts";
import { ORDER_FILTERS, OrdersList } from "./orders-list.tsx";
import { ProjectFilter } from "./project-filter.tsx";

/** What names nothing is taken as it is, as far as it can be an id. */
const idIn = (text: string) => shapes.id.safeParse(text).data;

/** The work orders of every project's devices, for administrators of the server. */
export function AdminOrdersTab() {
  const t = useT("work-orders");
  const view = useListView({ ...ORDER_FILTERS, project_id: idIn, agent_id: idIn });
  const orders = useAllOrders(view.query);
  const { project_id, agent_id } = view.chosen;
  const agents = orders.data?.agents ?? [];
  return (
    <OrdersList
      project={null}
      view={view}
      read={orders}
      filters={
        <>
          <ProjectFilter value={project_id} onChange={(chosen) => view.set({ project_id: chosen })} />
          {(agents.length > 0 || agent_id !== undefined) && (
            <FilterSelect
              label={t("filter.agent")}
              value={agent_id}
              options={agents.map(({ agent_id: value, name: label }) => ({ value, label }))}
              onChange={(chosen) => view.set({ agent_id: chosen })}
            />
          )}
        </>
      }
    />
  );
}
