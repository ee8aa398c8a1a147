import type { WorkOrder } from "@udt/contract";
import { ModelName } from "../../lib/model-picture/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { OrderFault, OrderPill, OrderReporter } from "../../lib/work-orders/index.ts";
import { hasFoundIn, OrderTest } from "./order-test.tsx";

export function OrderRow(props: { project: string | null; order: WorkOrder; onOpen: (number: string) => void }) {
  const t = useT("work-orders");
  const format = useFormat();
  const now = useNow();
  const { project, order, onOpen } = props;
  const { number, device, reporter_name, assignee_name, reported_at } = order;
  return (
    <tr>
      <td className="udt-num">
        <button type="button" className="udt-link" onClick={() => onOpen(String(number))}>
          #{number}
        </button>
      </td>
      <td>
        <OrderPill order={order} />
        {assignee_name !== null && (
          <div className="udt-ellipsis">
            <small className="udt-secondary">
              {t("drawer.assignee")} <span data-literal>{assignee_name}</span>
            </small>
          </div>
        )}
      </td>
      <td>
        <div className="udt-ellipsis" title={order.text || undefined}>
          <OrderFault order={order} />
        </div>
        {hasFoundIn(order) && (
          <small className="udt-secondary">
            {t("found_in.label")} <OrderTest project={project} order={order} />
          </small>
        )}
      </td>
      <td className="udt-ellipsis">
        <ModelName project={project} device={device} />{" "}
        <small className="udt-secondary udt-mono">{device.serial}</small>
      </td>
      <td className="udt-ellipsis" title={reporter_name ?? undefined}>
        <OrderReporter order={order} />
      </td>
      <td className="udt-num" title={format.exact(reported_at)}>
        {format.moment(reported_at, now)}
      </td>
    </tr>
  );
}
