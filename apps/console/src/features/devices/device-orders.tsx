import { Link } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { OrderFault, OrderPill, ReportFault, useWorkOrders } from "../../lib/work-orders/index.ts";

const SHOWN = 3;

/** What is wrong with a device, as far as somebody said so: the newest work orders, and the place to report another. */
export function DeviceOrders({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("work-orders");
  const format = useFormat();
  const now = useNow();
  const orders = useWorkOrders(project, { device_id, page_size: SHOWN });
  const list = orders.data?.list ?? [];
  return (
    <section className="devices-orders" aria-label={t("title")}>
      <h2 className="devices-drawer-title">{t("title")}</h2>
      {orders.isPending && <SkeletonRows rows={1} />}
      {orders.isError && !orders.data && (
        <ErrorState title={t("error")} error={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {list.length > 0 && (
        <ul>
          {list.map((order) => (
            <li key={order.number}>
              <OrderPill order={order} />
              <Link className="udt-link udt-ellipsis" to={paths.workOrder(project, device_id, order.number)}>
                #{order.number} <OrderFault order={order} />
              </Link>
              <small className="udt-secondary udt-num" title={format.exact(order.reported_at)}>
                {format.moment(order.reported_at, now)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <footer>
        <ReportFault project={project} device_id={device_id} />
        {list.length > 0 && <Link to={paths.workOrdersOf(project, device_id)}>{t("drawer.all_here")}</Link>}
      </footer>
    </section>
  );
}
